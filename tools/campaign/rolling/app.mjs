// One of the two processes: an app with sessions in Redis, on one port for HTTP/1 and on another for HTTP/2. It counts the
// requests of each visitor.
import { setTimeout } from 'node:timers/promises';
import { health } from 'fw-middleware/health';
import { redis } from 'fw-middleware/redis';
import { getSession, RedisStore, session } from 'fw-middleware/session';
import { JsonResponse } from 'fw-runtime';

const { variant, plain, tls, redisUrl, cert, key } = JSON.parse(process.argv[2]);
const { Application } = await import(`fw-runtime/${variant}`);
const client = await redis({ url: redisUrl });

for (const [port, options] of [
  [plain, {}],
  [tls, { tls: { cert, key } }],
]) {
  const app = new Application({});
  app.pipe(health());
  app.pipe(await session({ store: new RedisStore(client) }));
  app.get('/count', async (request) => respond((await getSession(request)).get('count') ?? 0));
  app.post('/count', async (request) => {
    const { add } = await request.json();
    const state = await getSession(request);
    const count = (state.get('count') ?? 0) + add;
    state.set('count', count);
    return respond(count);
  });
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  await app.run({ host: '127.0.0.1', port, silent: true, ...options });
}
// The campaign may have ended before it has ended this process.
process.on('disconnect', () => process.exit(0));
process.send('listens');

async function respond(count) {
  await setTimeout(Math.random() * 10);
  return new JsonResponse({ count, pid: process.pid });
}
