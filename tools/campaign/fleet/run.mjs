// A fleet: `npm run campaign -- --fleet`. A proxy, two processes of an app, a worker, Redis and PostgreSQL, as `fw add docker` puts them
// in compose.yaml, without containers. Each part is restarted in turn while clients sign in, count, use up limits and enqueue jobs.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../shared/free-port.mjs';
import { openApp, settle } from '../jobs/settle.mjs';
import { startPostgres, startRedis } from '../jobs/stores.mjs';
import { Random } from '../random.mjs';
import { certificateIn, folderFor, isInstalled, proxies, versionOf } from '../rolling/proxies.mjs';
import { described, writeResults } from '../../shared/results.mjs';
import { Clients } from './clients.mjs';
import { HELP, readOptions } from './options.mjs';
import { Outages, Part } from './parts.mjs';
import { violationsOf, table, writeToPage } from './report.mjs';

// HAProxy as `fw add docker` configures it.
const PROXIES = { nginx: 'nginx', haproxy: 'haproxy of Docker' };
const LIMIT = 20;
// In ms: the time that proxies need to notice a restarted process (docs/deploy/reverse-proxy.md).
const NOTICE = 2000;
// In seconds, as in the Dockerfile of `fw add docker`.
const DELAY = '5';

/** @returns the exit code: 1 if a response was wrong, or a session or a job was lost */
export async function run(args) {
  const options = readOptions(args);
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  const missing = ['redis-server', ...options.proxies].filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    console.error(`The fleet needs ${missing.join(' and ')}: install the Debian packages, and postgresql.`);
    return 1;
  }
  const results = [];
  for (const proxy of options.proxies) {
    for (const store of options.stores) {
      const figures = await fleet(proxy, store, options);
      results.push(figures);
      console.error(`${proxy}, jobs in ${store}: ${figures.requests} requests`);
      for (const example of figures.examples) console.error(`  ${example}`);
    }
  }
  const violations = results.flatMap(violationsOf);
  console.log(table(results));
  for (const violation of violations) console.error(violation);
  const versions = Object.fromEntries(options.proxies.map((program) => [program, versionOf(program)]));
  const { rounds, clients } = options;
  if (options.isWritten) {
    writeResults(options.out, 'fleet', {
      run: described({ rounds, clients, versions, violations }),
      results,
    });
    if (options.isOnPage) writeToPage(options.out);
  }
  return violations.length === 0 ? 0 : 1;
}

async function fleet(proxyName, storeName, { rounds, clients, pace }) {
  const root = mkdtempSync(join(tmpdir(), 'fw-fleet-'));
  chmodSync(root, 0o755);
  const stopping = [() => rmSync(root, { recursive: true, force: true })];
  try {
    const redis = await startRedis(folderFor(root, 'redis'));
    stopping.push(() => redis.stop());
    const postgres = storeName === 'postgres' ? await startPostgres(folderFor(root, 'postgres')) : undefined;
    if (postgres !== undefined) stopping.push(() => postgres.stop());
    const store = postgres ?? redis;
    const env = {
      STORE: storeName,
      STORE_URL: store.directUrl,
      REDIS_URL: redis.directUrl,
      DONE: join(root, 'done'),
      ACCEPTED: join(root, 'accepted'),
      LIMIT: String(LIMIT),
      LEASE: '10000',
      // The default of an app, longer than a proxy keeps idle connections.
      SHUTDOWN_TIMEOUT: '10000',
      HOST: '127.0.0.1',
      SHUTDOWN_DELAY: DELAY,
    };
    const jobs = await openApp(env, store);
    const ports = [await freePort(), await freePort()];
    const apps = ports.map(
      (port) =>
        new Part('app.mjs', { ...env, PORT: String(port), JOBS_WORKERS: 'false' }, () => isServing(port)),
    );
    const worker = new Part('worker.mjs', env, (printed) => printed.includes('Running jobs'));
    for (const part of [...apps, worker]) {
      stopping.push(() => part.stop('SIGKILL'));
      await part.start();
    }
    const certificate = certificateIn(root);
    const proxy = await proxies[PROXIES[proxyName]]({
      folder: folderFor(root, 'proxy'),
      certificate,
      plain: ports,
    });
    stopping.push(() => proxy.stop());
    await sleep(NOTICE);

    const outages = new Outages();
    const { ACCEPTED: accepted } = env;
    const crowd = new Clients({
      port: proxy.port,
      count: clients,
      pace,
      limit: LIMIT,
      store: storeName,
      accepted,
      outages,
    });
    const random = new Random(1, proxyName);
    const stops = [];
    const restart = async (part, signal, code) => {
      stops.push({ signal, code, was: await part.stop(signal) });
      await part.start();
    };
    const steps = [
      () => restart(apps[0], 'SIGTERM', 0),
      () => restart(apps[1], 'SIGTERM', 0),
      () => restart(worker, 'SIGTERM', 0),
      () => restart(worker, 'SIGKILL', 'SIGKILL'),
      () => proxy.reload(),
      () => outages.during('redis', () => redis.restart(random, false)),
    ];
    if (postgres !== undefined) {
      steps.push(() => outages.during('postgres', () => postgres.restart(random, false)));
    }
    await sleep(NOTICE);
    for (let round = 0; round < rounds; round++) {
      for (const step of steps) {
        await step();
        await sleep(NOTICE);
      }
    }
    await sleep(NOTICE);
    await crowd.end();
    if (crowd.wrong > 0) console.error(withoutRefusedConnections(proxy.output()));
    const { accepted: count, ...figures } = await settle(jobs, store, env);
    return { proxy: proxyName, store: storeName, ...crowd, jobs: count, ...figures, stops };
  } finally {
    for (const stop of stopping.toReversed()) await stop();
  }
}

/** nginx notices a missing process by each refused connection, and sends the request to the other process. */
function withoutRefusedConnections(log) {
  return log.replaceAll(/^.*Connection refused.*\n/gm, '');
}

async function isServing(port) {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true;
}
