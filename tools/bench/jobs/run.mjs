// Jobs per second of fw-jobs and of bare BullMQ, on one Redis: jobs enqueued, and empty jobs run. Measured in alternating pairs.
// `node tools/bench/jobs/run.mjs [--jobs N] [--rounds N] [--write]`; `--write` writes the figures into docs/project/benchmark.md.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Queue, Worker } from 'bullmq';
import { job, Jobs, jobsProvider, JobWorker } from 'fw-jobs';
import { ServiceManager } from 'fw-runtime/service-manager';
import { Redis } from 'ioredis';
import { freePort } from '../../shared/free-port.mjs';
import { described, writeResults } from '../../shared/results.mjs';
import { wholeNumber } from '../../shared/whole-number.mjs';
import { rewritePage } from '../../shared/page.mjs';
import { withTables } from '../page.mjs';
import { resultsOf, table } from './report.mjs';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '25' },
    write: { type: 'boolean', default: false },
  },
});
const RESULTS = join(import.meta.dirname, '../results');
const COUNT = wholeNumber('jobs', values.jobs);
const ROUNDS = wholeNumber('rounds', values.rounds);
const CONCURRENCY = 50;
const IN_FLIGHT = 50;

async function startRedis() {
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  server.stdout?.resume();
  return { url: `redis://127.0.0.1:${port}`, stop: () => server.kill() };
}

/** Calls `add` COUNT times, with some calls in parallel. */
async function addAll(add) {
  let next = 0;
  const lane = async () => {
    while (next < COUNT) await add(next++);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return COUNT / ((performance.now() - start) / 1000);
}

// Runs at the end, because a disposed container leaves `AsyncLocalStorage` enabled, which slows both sides on Node 20.
const closing = [];

let counter;
function countdown() {
  let left = COUNT;
  const done = new Promise((resolve) => {
    counter = () => {
      if (--left === 0) resolve();
    };
  });
  const start = performance.now();
  return done.then(() => COUNT / ((performance.now() - start) / 1000));
}

async function bare(url, name) {
  const adding = new Redis(url, { maxRetriesPerRequest: 1 });
  const working = new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue(name, { connection: adding });
  const options = {
    attempts: 5,
    backoff: { type: 'exponential', delay: 1000 },
    removeOnComplete: { age: 3600, count: 1000 },
    removeOnFail: { age: 3600 },
  };
  const enqueued = await addAll((index) => queue.add(name, { index }, options));
  const timing = countdown();
  const worker = new Worker(name, async () => counter(), { connection: working, concurrency: CONCURRENCY });
  const run = await timing;
  closing.push(async () => {
    await worker.close();
    await queue.close();
    adding.disconnect();
    working.disconnect();
  });
  return { enqueued, run };
}

async function ours(url, name) {
  const Count = job({ name, concurrency: CONCURRENCY }).handle(() => counter());
  const container = new ServiceManager(jobsProvider.dependencies);
  container.setService('config', { jobs: { store: 'redis', url, list: [Count], workers: false } });
  const jobs = container.get(Jobs);
  const enqueued = await addAll((index) => jobs.enqueue(Count, { index }));
  const worker = await container.get(JobWorker);
  const timing = countdown();
  await worker.work();
  const run = await timing;
  closing.push(() => container.dispose());
  return { enqueued, run };
}

const redis = await startRedis();
const rounds = [];
for (let round = -1; round < ROUNDS; round++) {
  const name = `round-${round + 1}`;
  const pair =
    round % 2 === 0
      ? [await bare(redis.url, `bare-${name}`), await ours(redis.url, name)]
      : [await ours(redis.url, name), await bare(redis.url, `bare-${name}`)].toReversed();
  // The first round warms up.
  if (round >= 0) rounds.push({ bare: pair[0], ours: pair[1] });
}
for (const close of closing) await close();
redis.stop();
const results = resultsOf(rounds);
console.log(table(results));
if (values.write) {
  writeResults(RESULTS, 'jobs', {
    run: described({ count: COUNT, rounds: ROUNDS, inFlight: IN_FLIGHT }),
    results,
  });
  rewritePage('project/benchmark.md', (text) => withTables(text, RESULTS));
}
process.exit(0);
