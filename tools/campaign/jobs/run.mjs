// The campaign on jobs: `npm run campaign -- --jobs`. Producers enqueue jobs and workers run them. Meanwhile the campaign kills
// workers, kills and restarts the store, cuts connections and moves clocks. It counts the jobs that were lost, are stuck, or ran
// twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../random.mjs';
import { described, writeResults } from '../../shared/results.mjs';
import { HELP, readOptions } from './options.mjs';
import { violationsOf, table, writeToPage } from './report.mjs';
import { openApp, settle } from './settle.mjs';
import { startPostgres, startRedis, startSqlite } from './stores.mjs';

const STARTS = { redis: startRedis, postgres: startPostgres, sqlite: startSqlite };
const WORKERS = 3;
const PRODUCERS = 2;
// In seconds: how far clocks move. A job scheduled by a fast clock waits for as long.
const JUMPS = [0, 60, -60];

/** @returns the exit code: 1 if jobs were lost or are stuck, or a job that must run once ran twice */
export async function run(args) {
  const options = readOptions(args);
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  const { seed, count } = options;
  console.error(`Seed ${seed}.`);
  const results = [];
  for (const store of options.stores) results.push(await campaign(store, count, seed));
  const violations = results.flatMap(violationsOf);
  console.log(table(results));
  for (const violation of violations) console.error(violation);
  if (options.isWritten) {
    writeResults(options.out, 'jobs', { run: described({ count, seed, violations }), results });
    if (options.isOnPage) writeToPage(options.out);
  }
  return violations.length === 0 ? 0 : 1;
}

async function campaign(name, count, seed) {
  const random = new Random(seed, name);
  const folder = mkdtempSync(join(tmpdir(), 'fw-jobs-campaign-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'store');
  mkdirSync(data);
  const store = await STARTS[name](data);
  const clock = join(folder, 'clock');
  writeFileSync(clock, '+0');
  const env = {
    ...process.env,
    STORE: name,
    STORE_URL: store.url,
    DONE: join(folder, 'done'),
    ACCEPTED: join(folder, 'accepted'),
    ...fakeClock(clock),
  };
  const faults = { kills: 0, restarts: 0, cuts: 0, jumps: 0 };
  const started = performance.now();
  const workers = new Set();
  let isOver = false;
  const startWorker = () => {
    const child = spawn(process.execPath, [`${import.meta.dirname}/worker.mjs`], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    workers.add(child);
    child.once('exit', async () => {
      workers.delete(child);
      // As a process manager does.
      await sleep(200);
      if (!isOver) startWorker();
    });
  };
  const app = await openApp(env, store);
  for (let each = 0; each < WORKERS; each++) startWorker();
  const share = Math.ceil(count / PRODUCERS);
  const producing = Promise.all(
    Array.from({ length: PRODUCERS }, (_, index) => {
      const child = spawn(process.execPath, [`${import.meta.dirname}/producer.mjs`], {
        env: { ...env, COUNT: String(share), FIRST: String(index * share), SEED: String(seed + index) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      return once(child, 'exit');
    }),
  );
  const produced = producing.then(() => 'produced');
  while ((await Promise.race([sleep(random.between(300, 1500)), produced])) !== 'produced') {
    const choice = random.number();
    if (choice < 0.5) {
      const victim = [...workers][random.between(0, Math.max(0, workers.size - 1))];
      if (victim?.kill('SIGKILL')) faults.kills++;
    } else if (choice < 0.7 && store.cut) {
      store.cut();
      faults.cuts++;
    } else if (choice < 0.85 && store.restart) {
      await store.restart(random);
      faults.restarts++;
    } else {
      const jump = JUMPS[random.between(0, JUMPS.length - 1)];
      writeFileSync(clock, `${jump < 0 ? '' : '+'}${jump}`);
      faults.jumps++;
    }
  }
  // The clocks are correct again, as after a synchronization.
  writeFileSync(clock, '+0');
  const figures = await settle(app, store, env);
  isOver = true;
  for (const worker of workers) worker.kill('SIGTERM');
  while (workers.size > 0) await sleep(50);
  const seconds = Math.round((performance.now() - started) / 1000);
  await store.stop();
  const verdict = { store: name, seed, seconds, ...faults, ...figures };
  if (verdict.lost === 0 && verdict.stuck === 0) rmSync(folder, { recursive: true, force: true });
  else console.error(`The files are in ${folder}.`);
  return verdict;
}

/**
 * The environment variables that make a process read its clock from a file. Its monotonic clock, which timers use, stays correct.
 */
function fakeClock(file) {
  const root = '/usr/lib';
  const library = readdirSync(root)
    .map((each) => join(root, each, 'faketime/libfaketimeMT.so.1'))
    .find((each) => existsSync(each));
  if (library === undefined) return {};
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // All processes of one machine see a clock change at the same time.
    FAKETIME_NO_CACHE: '1',
  };
}
