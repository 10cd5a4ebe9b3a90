// Runs one candidate under load and attack, through several runs of its process. Each run has a warm-up, a quiet moment with a
// measurement, a long period of load, and another quiet moment. Then SIGTERM arrives under load, and the next process starts on
// the same ports.
import { freePort } from '../shared/free-port.mjs';
import { Host } from './host.mjs';
import { Crowd } from './load/crowd.mjs';
import { Round } from './load/round.mjs';
import { Tally } from './load/tally.mjs';
import { Target } from './load/target.mjs';
import { beginWitnesses } from './load/witnesses.mjs';
import { Measurements } from './measurements.mjs';
import { Random } from './random.mjs';

const RUN_MS = 25_000;
// The last run is short. These are the shares of load in each run; the rest of the time goes into quiet moments and shutdowns.
const SHORT = 0.4;
const WARM = 0.12;
const LONG = 0.55;
const LAST = 0.1;

/**
 * By runtime: the protocols to attack its server with, and the client behavior that the server treats differently
 * (docs/reference/runtimes.md#engines). Deno is not attacked over HTTP/2, because its server cuts off open streams at a shutdown.
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
  const runs = Math.max(2, Math.round((seconds * 1000) / RUN_MS));
  const runMs = (seconds * 1000) / (runs - 1 + SHORT);
  const begin = (name) => new Crowd(new Round(target, tally, pace), seed, name);

  await host.up();
  let crowd = begin('warm');
  for (let index = 0; index < runs && !host.hasFailed; index++) {
    const length = index === runs - 1 ? runMs * SHORT : runMs;
    await measurements.during(crowd, length * WARM);
    await crowd.end();
    const before = await measurements.whenQuiet();

    crowd = begin(`long ${index}`);
    await measurements.during(crowd, length * LONG);
    await crowd.end();
    measurements.compare(before, await measurements.whenQuiet());

    // The load continues while one process ends and the next begins.
    crowd = begin(`last ${index}`);
    await measurements.during(crowd, length * LAST);
    const witnesses = await beginWitnesses(crowd.round, new Random(seed, `witnesses ${index}`), host);
    await Promise.all([host.down(), witnesses.finish()]);
    if (index < runs - 1 && !host.hasFailed) await host.up();
  }
  await crowd.end();
  target.closeSockets();
  return { name: candidate.name, tally, measurements, shutdowns: host.shutdowns };
}
