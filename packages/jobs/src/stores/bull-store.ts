import type { Job as BullJob, JobsOptions as BullOptions, Queue, Worker } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextTime } from '../cron.ts';
import { errorOf } from '../error-of.ts';
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
  runId,
  type RunDelivery,
} from '../store.ts';
import type { BullData, Engine } from './bull-engine.ts';
import { BullQueues, opened } from './bull-queues.ts';

// In ms: how long a worker whose connection is lost may take to close when no job is running any more.
const CLOSING = 1000;

// In ms: the time after which the planning of a schedule is tried again.
const PLANNING = 1000;
// How often a start tries again after another process has changed the same schedule.
const MAX_RACES = 20;
/** The deduplication id of the planned run of a schedule. Keys of users have a prefix. */
const PLANNED = 'schedule';
/** The ids that this package creates. BullMQ would read other keys of Redis as jobs. */
const OWN_ID = /^j[\w-]{11,}$|^[a-z\d-]+@\d+$/;
// The number of ids of finished jobs that a process remembers, in case BullMQ delivers them again.
const MAX_KNOWN = 1000;

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
    await Promise.all(jobs.map((job) => this.#schedule(job)));
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
      const isPlanned = await this.#planAfter(job, bull).catch((error: Error) => {
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

  /**
   * Plans the next run of a schedule: a delayed job, whose deduplication id finds it. A run that is due is kept, so that it isn't lost.
   * Other processes may do the same at this time.
   */
  async #schedule(job: Job): Promise<void> {
    const { name, schedule } = job.definition;
    const queue = await this.#queues.open(name);
    for (let race = 1; ; race++) {
      try {
        const now = Date.now();
        const id = await queue.getDeduplicationJobId(PLANNED);
        const planned = id ? await queue.getJob(id) : undefined;
        if (planned === undefined || (await planned.isActive())) {
          if (schedule !== undefined) await this.#plan(queue, job, now);
          return;
        }
        const isEarlier =
          timeOf(planned) > now && planned.id !== (schedule && runId(job, nextTime(schedule, now)));
        if (schedule !== undefined && !isEarlier) return await planned.updateData(scheduledData(job));
        await planned.remove();
      } catch (error) {
        if (race === MAX_RACES) this.#engine.fail(error);
        await sleep(race * 10 * Math.random());
      }
    }
  }

  /** Plans the next run when a planned run begins. */
  async #planAfter(job: Job, bull: BullJob<BullData>): Promise<true> {
    if (job.definition.schedule === undefined || !isOfSchedule(bull)) return true;
    const queue = await this.#queues.open(job.definition.name);
    await bull.removeDeduplicationKey();
    await this.#plan(queue, job, Math.max(Date.now(), timeOf(bull)));
    return true;
  }

  /** Adds the next run, unless one is planned. Where the clock was put back, the next times may have been run already. */
  async #plan(queue: Queue<BullData>, job: Job, after: number): Promise<void> {
    const { name, schedule = { cron: '' } } = job.definition;
    let next = after;
    do {
      next = nextTime(schedule, next);
      const timestamp = Date.now();
      await queue.add(name, scheduledData(job), {
        ...RULES,
        attempts: attemptsOf(job),
        jobId: runId(job, next),
        timestamp,
        delay: Math.max(0, next - timestamp),
        deduplication: { id: PLANNED },
      });
    } while (
      !(await queue.getDeduplicationJobId(PLANNED)) &&
      (await (await queue.getJob(runId(job, next)))?.isCompleted())
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

/** Whether a job is the next run of a schedule, which belongs to the schedule. */
function isNextRun(bull: BullJob<BullData>): boolean {
  return isOfSchedule(bull) && bull.attemptsMade === 0;
}

function isOfSchedule({ id = '' }: BullJob<BullData>): boolean {
  return id.includes('@');
}

/** The time of a run of a schedule, which its id contains. */
function timeOf({ id = '' }: BullJob<BullData>): number {
  return Number(id.slice(id.indexOf('@') + 1));
}

function scheduledData({ definition: { schedule } }: Job): BullData {
  return { payload: schedule?.payload ?? {} };
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
