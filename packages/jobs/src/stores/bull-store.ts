import type { Job as BullJob, JobsOptions as BullOptions, Worker } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { attemptsOf, concurrencyOf, delayAfter, type Job } from '../job.ts';
import {
  type Delivery,
  hasNo,
  type JobState,
  type JobStore,
  KEPT,
  type ListedJob,
  MAX_CRASHES,
  type NewJob,
  type RunDelivery,
} from '../store.ts';
import type { BullData, Engine } from './bull-engine.ts';
import { BullQueues, opened } from './bull-queues.ts';

// In ms: how long a worker whose connection is lost may take to close when no job is running any more.
const CLOSING = 1000;

/** The options of all jobs. */
const RULES = {
  backoff: { type: 'custom' },
  // Jobs that are done are kept for a while, so that an id that is added again is known.
  removeOnComplete: { age: 3600, count: 1000 },
  removeOnFail: { age: KEPT / 1000 },
} satisfies BullOptions;

/** Jobs in BullMQ: a queue for each kind of job, because concurrency belongs to a queue. */
export class BullStore implements JobStore {
  readonly #engine: Engine;
  readonly #queues: BullQueues;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#queues = new BullQueues(engine);
  }

  ready(): Promise<void> {
    return this.#engine.ready().catch(this.#engine.fail);
  }

  async enqueue(
    job: Job,
    { id, payload, runAt, key, trace }: NewJob,
    transaction?: unknown,
  ): Promise<string> {
    if (transaction !== undefined)
      throw hasNo(
        'transactions',
        this.#engine.name,
        'use "postgres" or "sqlite", or leave "transaction" out',
      );
    const { name } = job.definition;
    // One literal, because spreading RULES would take a twentieth of the time of the whole call.
    const options: BullOptions = {
      attempts: attemptsOf(job),
      backoff: RULES.backoff,
      removeOnComplete: RULES.removeOnComplete,
      removeOnFail: RULES.removeOnFail,
      // An id of our own, so that a command that is sent again after a lost connection adds nothing.
      jobId: id,
    };
    if (runAt !== undefined) options.delay = Math.max(0, runAt - Date.now());
    if (key !== undefined) options.deduplication = { id: key };
    const data = Object.keys(trace).length === 0 ? { payload } : { payload, trace };
    // Without `await` when it is open, which is a part of the speed.
    const queue = this.#queues.opened(name) ?? (await this.#queues.open(name));
    try {
      return (await queue.add(name, data, options)).id ?? id;
    } catch (error) {
      return this.#engine.fail(error);
    }
  }

  async work(jobs: readonly Job[], run: RunDelivery): Promise<{ stop(): Promise<void> }> {
    await Promise.all(jobs.map((job) => this.#schedule(job)));
    const running = new Set<Promise<unknown>>();
    const tracked: RunDelivery = (job, delivery) => {
      const outcome = run(job, delivery);
      running.add(outcome);
      return outcome.finally(() => running.delete(outcome));
    };
    const workers = jobs.map((job) => this.#worker(job, tracked));
    try {
      // A worker that loses its connection before it is ready would try again without a pause, for ever.
      await Promise.all(workers.map(opened));
    } catch (error) {
      for (const worker of workers) worker.close().catch(() => {});
      return this.#engine.fail(error);
    }
    for (const worker of workers) void worker.run().catch((error: Error) => this.#engine.lost(error));
    return {
      async stop() {
        const closed = Promise.all(workers.map((worker) => worker.close()));
        // Without its store, a worker never closes.
        const given = Promise.allSettled(running).then(() => sleep(CLOSING, undefined, { ref: false }));
        await Promise.race([closed, given]);
      },
    };
  }

  #worker(job: Job, run: RunDelivery): Worker<BullData> {
    const { lease, DelayedError } = this.#engine;
    const handle = async (bull: BullJob<BullData>, token?: string): Promise<void> => {
      if ((await run(job, deliveryOf(bull))) === 'done') return;
      await bull.moveToDelayed(Date.now(), token);
      throw new DelayedError();
    };
    const worker = this.#engine.createWorker(job.definition.name, handle, {
      autorun: false,
      concurrency: concurrencyOf(job),
      lockDuration: lease,
      // A lease is noticed to have ended at the second of these times.
      stalledInterval: lease / 4,
      maxStalledCount: MAX_CRASHES,
      settings: { backoffStrategy: (attempts) => delayAfter(job, attempts) },
    });
    return worker.on('error', (error) => this.#engine.lost(error));
  }

  async #schedule(job: Job): Promise<void> {
    const { name, schedule } = job.definition;
    const queue = await this.#queues.open(name);
    if (schedule === undefined) {
      for (const { key } of await queue.getJobSchedulers()) await queue.removeJobScheduler(key);
      return;
    }
    const { cron, timeZone = 'UTC', payload = {} } = schedule;
    await queue.upsertJobScheduler(
      name,
      { pattern: cron, tz: timeZone },
      { name, data: { payload }, opts: { attempts: attemptsOf(job), ...RULES } },
    );
  }

  async list(job: Job, state: JobState, limit: number): Promise<ListedJob[]> {
    const { name } = job.definition;
    const found = await this.#queues.call(name, (queue) => queue.getJobs([state], 0, limit - 1));
    return found.map(({ id = '', timestamp, attemptsMade, data, failedReason }) => ({
      id,
      name,
      state,
      enqueuedAt: new Date(timestamp),
      attempts: attemptsMade,
      payload: data.payload,
      ...(failedReason !== undefined && { error: failedReason }),
    }));
  }

  async retry({ definition: { name } }: Job, id: string): Promise<boolean> {
    return this.#queues.call(name, async (queue) => {
      const found = await queue.getJob(id);
      if (found === undefined || !(await found.isFailed())) return false;
      await found.retry('failed', { resetAttemptsMade: true });
      return true;
    });
  }

  async discard({ definition: { name } }: Job, id: string): Promise<boolean> {
    return this.#queues.call(name, async (queue) => {
      const found = await queue.getJob(id);
      if (found === undefined || (await found.isActive()) || isNextRun(found)) return false;
      await found.remove();
      return true;
    });
  }

  once<T>(_id: string, _work: (transaction: never) => Promise<T>): Promise<T | undefined> {
    return Promise.reject(hasNo('transactions', this.#engine.name, 'once() needs "postgres" or "sqlite"'));
  }

  async dispose(): Promise<void> {
    await this.#queues.close();
    await this.#engine.dispose();
  }
}

/** Whether a job is the next run of a schedule, which belongs to the schedule. */
function isNextRun({ repeatJobKey, attemptsMade }: BullJob<BullData>): boolean {
  return repeatJobKey !== undefined && attemptsMade === 0;
}

function deliveryOf({ id = '', data, attemptsMade }: BullJob<BullData>): Delivery {
  return { id, payload: data.payload, attempt: attemptsMade + 1, trace: data.trace ?? {} };
}
