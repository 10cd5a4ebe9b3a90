import type { Job as BullJob, JobsOptions as BullOptions, Worker } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorOf } from '../error-of.ts';
import { attemptsOf, concurrencyOf, delayAfter, type Job } from '../job.ts';
import {
  type Delivery,
  hasNo,
  type JobState,
  type JobStore,
  type ListedJob,
  MAX_CRASHES,
  type NewJob,
  type RunDelivery,
} from '../store.ts';
import { type BullData, type Engine, RULES } from './bull-engine.ts';
import { BullQueues, opened } from './bull-queues.ts';
import { BullSchedules, isNextRun } from './bull-schedules.ts';

// In ms: how long a worker whose connection is lost may take to close when no job is running any more.
const CLOSING = 1000;

// In ms: the time after which the planning of a schedule is tried again.
const PLANNING = 1000;
/** The ids that this package creates. BullMQ would read other keys of Redis as jobs. */
const OWN_ID = /^j[\w-]{11,}$|^[a-z\d-]+@\d+$/;
// The number of ids of finished jobs that a process remembers, in case BullMQ delivers them again.
const MAX_KNOWN = 1000;

/** Jobs in BullMQ: a queue for each kind of job, because concurrency belongs to a queue. */
export class BullStore implements JobStore {
  readonly #engine: Engine;
  readonly #queues: BullQueues;
  readonly #schedules: BullSchedules;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#queues = new BullQueues(engine);
    this.#schedules = new BullSchedules(engine, this.#queues);
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
    // One literal, because spreading RULES would take a twentieth of the whole call's time.
    const options: BullOptions = {
      attempts: attemptsOf(job),
      backoff: RULES.backoff,
      removeOnComplete: RULES.removeOnComplete,
      removeOnFail: RULES.removeOnFail,
      // An id of our own, so that a command that is sent again after a lost connection adds nothing.
      jobId: id,
    };
    if (runAt !== undefined) options.delay = Math.max(0, runAt - Date.now());
    if (key !== undefined) options.deduplication = { id: `key:${key}` };
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
    await Promise.all(jobs.map((job) => this.#schedules.schedule(job)));
    // BullMQ delivers a job again, to the same process too, when a blocked event loop has let the lease expire.
    const running = new Map<string, ReturnType<RunDelivery>>();
    const known = new Set<string>();
    const tracked: RunDelivery = async (job, delivery) => {
      const { id } = delivery;
      if (known.has(id)) return 'done';
      const outcome = running.get(id) ?? run(job, delivery).finally(() => running.delete(id));
      running.set(id, outcome);
      if ((await outcome) === 'released') return 'released';
      for (const [oldest] of known.size < MAX_KNOWN ? [] : known.entries()) {
        known.delete(oldest);
        break;
      }
      known.add(id);
      return 'done';
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
        const given = Promise.allSettled(running.values()).then(() =>
          sleep(CLOSING, undefined, { ref: false }),
        );
        await Promise.race([closed, given]);
      },
    };
  }

  #worker(job: Job, run: RunDelivery): Worker<BullData> {
    const { lease, DelayedError } = this.#engine;
    const release = async (bull: BullJob<BullData>, delay: number, token?: string): Promise<never> => {
      await bull.moveToDelayed(Date.now() + delay, token);
      throw new DelayedError();
    };
    const handle = async (bull: BullJob<BullData>, token?: string): Promise<void> => {
      const isPlanned = await this.#schedules.planAfter(job, bull).catch((error: Error) => {
        this.#engine.lost(error);
        return false;
      });
      // The run waits, because without a next run the schedule would end.
      if (!isPlanned) return release(bull, PLANNING, token);
      const outcome = await run(job, deliveryOf(bull)).catch((error: unknown) => {
        throw failureOf(error);
      });
      if (outcome === 'released') return release(bull, 0, token);
    };
    const worker = this.#engine.createWorker(job.definition.name, handle, {
      autorun: false,
      concurrency: concurrencyOf(job),
      lockDuration: lease,
      // A lease is noticed to have ended at the second of these times.
      stalledInterval: Math.ceil(lease / 4),
      maxStalledCount: MAX_CRASHES,
      settings: { backoffStrategy: (attempts) => delayAfter(job, attempts) },
    });
    return worker.on('error', (error) => this.#engine.lost(error));
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
      const found = OWN_ID.test(id) ? await queue.getJob(id) : undefined;
      if (found === undefined || !(await found.isFailed())) return false;
      await found.retry('failed', { resetAttemptsMade: true });
      return true;
    });
  }

  async discard({ definition: { name } }: Job, id: string): Promise<boolean> {
    return this.#queues.call(name, async (queue) => {
      const found = OWN_ID.test(id) ? await queue.getJob(id) : undefined;
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

/** An error for BullMQ, which gives some names of errors a meaning, and would store the stack. */
function failureOf(error: unknown): Error {
  const { message } = errorOf(error);
  return Object.assign(new Error(message === 'bullmq:rateLimitExceeded' ? `${message}.` : message), {
    stack: '',
  });
}

function deliveryOf({ id = '', data, attemptsMade }: BullJob<BullData>): Delivery {
  return { id, payload: data.payload, attempt: attemptsMade + 1, trace: data.trace ?? {} };
}
