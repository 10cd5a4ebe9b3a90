// The campaign on jobs: `npm run campaign -- --jobs`. Producers enqueue, workers run, and meanwhile workers are killed, the store is
// killed and started again, connections are cut and clocks jump. Counts what was lost, what is stuck, and what ran twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../random.mjs';
import { startPostgres, startRedis, startSqlite } from './stores.mjs';

const STORES = { redis: startRedis, postgres: startPostgres, sqlite: startSqlite };
const WORKERS = 3;
const PRODUCERS = 2;
// In seconds: how far clocks jump. A job whose time was set by a clock that was ahead waits for as long.
const JUMPS = [0, 60, -60];
// In ms: how long jobs may take to be done after the last fault.
const SETTLING = 180_000;

export const HELP = `npm run campaign -- --jobs [options]

  --store NAMES  ${Object.keys(STORES).join(', ')}, separated by commas (default: all)
  --count N      jobs for each store (default 100000)
  --seed N       repeats the choices of another run
`;

/** @returns the exit code: 1 when jobs were lost or are stuck, or what must happen once happened twice */
export async function run(args) {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--jobs'),
    options: {
      store: { type: 'string', default: Object.keys(STORES).join(',') },
      count: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  console.error(`Seed ${values.seed}.`);
  const results = [];
  for (const store of values.store.split(',')) {
    const figures = await campaign(store, Number(values.count), Number(values.seed));
    console.log(JSON.stringify(figures));
    results.push(figures);
  }
  const isRight = results.every(
    ({ lost, stuck, dead, ranAfterRollback, effectsLost = 0, effectsTwice = 0 }) =>
      lost + stuck + dead + ranAfterRollback + effectsLost + effectsTwice === 0,
  );
  return isRight ? 0 : 1;
}

async function campaign(name, count, seed) {
  const random = new Random(seed, name);
  const folder = mkdtempSync(join(tmpdir(), 'fw-jobs-campaign-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'store');
  mkdirSync(data);
  const store = await STORES[name](data);
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
  process.env.STORE = name;
  process.env.STORE_URL = store.directUrl;
  process.env.DONE = env.DONE;
  const app = await import(`./app.mjs?store=${name}`);
  if (name !== 'redis') {
    const database = app.openDatabase(store.directUrl);
    await app.createTables(database);
    await database.destroy();
  }
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
  // Clocks are right again, as after a synchronization.
  writeFileSync(clock, '+0');
  const figures = await settle(app, store, env, name);
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

/** Waits until no job is left, and compares what was accepted with what was done. */
async function settle(app, store, env, name) {
  const container = app.createContainer(store.directUrl);
  const { Jobs } = await import('fw-jobs');
  const jobs = container.get(Jobs);
  const deadline = performance.now() + SETTLING;
  let left = [];
  do {
    await sleep(500);
    left = (
      await Promise.all(['waiting', 'delayed', 'active'].map((state) => jobs.list(state, 1000)))
    ).flat();
    // Rows of the outbox are not in the queue yet.
    if (left.length === 0 && name === 'postgres') left = await outboxOf(container);
  } while (left.length > 0 && performance.now() < deadline);
  const dead = await jobs.list('failed', 1000);
  const accepted = linesOf(env.ACCEPTED).map((line) => line.split(' '));
  const runs = new Map();
  for (const unit of linesOf(env.DONE)) runs.set(unit, (runs.get(unit) ?? 0) + 1);
  const of = (outcome) => accepted.filter(([each]) => each === outcome).map(([, unit]) => unit);
  const [ok, back, maybe] = [of('ok'), of('back'), of('maybe')];
  const figures = {
    accepted: ok.length,
    unclear: maybe.length,
    rolledBack: back.length,
    lost: ok.filter((unit) => !runs.has(unit)).length,
    stuck: left.length,
    dead: dead.length,
    ranTwice: [...runs.values()].filter((times) => times > 1).length,
    ranAfterRollback: back.filter((unit) => runs.has(unit)).length,
    ...(name !== 'redis' && (await effectsOf(container, ok))),
  };
  await container.dispose();
  return figures;
}

async function outboxOf(container) {
  const { sql } = await import('kysely');
  return (await sql`select id from fw_jobs_outbox limit 1`.execute(await container.get('Database'))).rows;
}

async function effectsOf(container, ok) {
  const { sql } = await import('kysely');
  const { rows } = await sql`select unit, count(*) as count from effects group by unit`.execute(
    await container.get('Database'),
  );
  const counts = new Map(rows.map(({ unit, count }) => [unit, Number(count)]));
  return {
    effectsLost: ok.filter((unit) => !counts.has(unit)).length,
    effectsTwice: [...counts.values()].filter((count) => count > 1).length,
  };
}

function linesOf(file) {
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}

/** The variables with which a process reads its clock from a file; the time since its start, which timers use, stays right. */
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
    // Processes of one machine see a jump at the same time.
    FAKETIME_NO_CACHE: '1',
  };
}
