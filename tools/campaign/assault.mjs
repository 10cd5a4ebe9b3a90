// One candidate under load and attack, through several lives of its process: a stretch to warm up, a quiet moment in which
// it is measured, a long stretch, another quiet moment, then SIGTERM under load, and the next process on the same ports.
import { freePort } from '../shared/free-port.mjs';
import { Host } from './host.mjs';
import { Crowd } from './load/crowd.mjs';
import { Round } from './load/round.mjs';
import { Tally } from './load/tally.mjs';
import { Target } from './load/target.mjs';
import { beginWitnesses } from './load/witnesses.mjs';
import { Measurements } from './measurements.mjs';
import { Random } from './random.mjs';

const LIFE = 25_000;
// The last life is a short one. Of each, this much is load; the rest goes into quiet moments and ends.
const SHORT = 0.4;
const WARM = 0.12;
const LONG = 0.55;
const LAST = 0.1;

/**
 * By runtime: the protocols that its server is attacked with, and the clients that the server treats differently
 * (docs/reference/runtimes.md#engines). HTTP/2 is left out on Deno, whose server cuts off open streams at a shutdown.
 */
export const SERVERS = {
  node: { protocols: ['HTTP/1', 'HTTPS', 'HTTP/2'], lacks: [] },
  bun: { protocols: ['HTTP/1', 'HTTPS'], lacks: ['pipelined', 'closing', 'unknownExpectation'] },
  deno: {
    protocols: ['HTTP/1', 'HTTPS'],
    lacks: [
      'pipelined',
      'halfClosed',
      'upgrading',
      'unknownExpectation',
      'longTarget',
      'longHead',
      'largeExpected',
    ],
  },
};

/** @param plan `{ seconds, seed, pace, certificate, root, runtime }` */
export async function assault(candidate, { seconds, seed, pace, certificate, root, runtime }) {
  const ports = { port: await freePort(), tlsPort: await freePort() };
  const tally = new Tally();
  const target = new Target(ports, SERVERS[runtime]);
  const host = new Host(candidate, target, tally, {
    ...ports,
    ...certificate,
    root,
    runtime,
  });
  const measurements = new Measurements(host);
  const lives = Math.max(2, Math.round((seconds * 1000) / LIFE));
  const life = (seconds * 1000) / (lives - 1 + SHORT);
  const begin = (name) => new Crowd(new Round(target, tally, pace), seed, name);

  await host.up();
  let crowd = begin('warm');
  for (let index = 0; index < lives && !host.hasGivenUp; index++) {
    const length = index === lives - 1 ? life * SHORT : life;
    await measurements.during(crowd, length * WARM);
    await crowd.end();
    const before = await measurements.whenQuiet();

    crowd = begin(`long ${index}`);
    await measurements.during(crowd, length * LONG);
    await crowd.end();
    measurements.compare(before, await measurements.whenQuiet());

    // It goes on while one process ends and the next begins.
    crowd = begin(`last ${index}`);
    await measurements.during(crowd, length * LAST);
    const witnesses = await beginWitnesses(crowd.round, new Random(seed, `witnesses ${index}`), host);
    await Promise.all([host.down(), witnesses.finish()]);
    if (index < lives - 1 && !host.hasGivenUp) await host.up();
  }
  await crowd.end();
  target.closeSockets();
  return { name: candidate.name, tally, measurements, shutdowns: host.shutdowns };
}
