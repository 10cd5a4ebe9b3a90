// The process of one candidate: it serves one scenario on a free port. On request, it reports its processor time, its memory, and
// the number of middleware calls.
import { passesSoFar } from './reference-app.mjs';

const [, , file, options] = process.argv;
const { start, usage } = await import(file);
const port = await start(JSON.parse(options));

process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const { maxRSS } = process.resourceUsage();
  process.send({
    cpu: user + system,
    ...usage?.(),
    rss,
    peak: maxRSS,
    heap: heapUsed,
    passes: passesSoFar(),
  });
});
process.send({ port });
