import type { Job as BullJob, JobsOptions as BullOptions, Queue, Worker, WorkerOptions } from 'bullmq';
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

/** The data of a job in BullMQ. */
interface Data {
  readonly payload: unknown;
  readonly trace?: Readonly<Record<string, string>>;
}

// In ms: how long a connection may take to open, and how long one that is lost may take to close when no job is running any more.
const OPENING = 5000;
const CLOSING = 1000;

/** The options of all jobs. */
const RULES = {
  backoff: { type: 'custom' },
  // Jobs that are done are kept for a while, so that an id that is added again is known.
  removeOnComplete: { age: 3600, count: 1000 },
  removeOnFail: { age: KEPT / 1000 },
} satisfies BullOptions;

/** BullMQ on one database. */
export interface Engine {
  /** The name of the store, for messages. */
  readonly name: string;
  createQueue(name: string): Queue<Data>;
  createWorker(
    name: string,
    run: (bull: BullJob<Data>, token?: string) => Promise<void>,
    options: Partial<WorkerOptions>,
  ): Worker<Data>;
  /** Thrown by a worker that has moved its job by itself. */
  readonly DelayedError: new () => Error;
  /** Logs that the connection is lost. */
  lost(error: Error): void;
  /** The error of a command, with the name and the address of the store. */
  failed(error: unknown): Error;
  /** Connects. */
  ready(): Promise<void>;
  /** In milliseconds. */
  readonly lease: number;
  dispose(): Promise<void>;
}

/** Jobs in BullMQ: a queue for each kind of job, because concurrency belongs to a queue. */
export class BullStore implements JobStore {
  readonly #engine: Engine;
  readonly #queues = new Map<string, Queue<Data>>();
  readonly #opening = new Map<string, Promise<Queue<Data>>>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async ready(): Promise<void> {
    try {
      await this.#engine.ready();
    } catch (error) {
      throw this.#engine.failed(error);
    }
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
    const queue = this.#queues.get(name) ?? (await this.#openQueue(name));
    try {
      return (await queue.add(name, data, options)).id ?? id;
    } catch (error) {
      throw this.#engine.failed(error);
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
      throw this.#engine.failed(error);
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

  #worker(job: Job, run: RunDelivery): Worker<Data> {
    const { lease, DelayedError } = this.#engine;
    const handle = async (bull: BullJob<Data>, token?: string): Promise<void> => {
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
    const queue = await this.#openQueue(name);
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
    const found = await this.#call(name, (queue) => queue.getJobs([state], 0, limit - 1));
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
    return this.#call(name, async (queue) => {
      const found = await queue.getJob(id);
      if (found === undefined || !(await found.isFailed())) return false;
      await found.retry('failed', { resetAttemptsMade: true });
      return true;
    });
  }

  async discard({ definition: { name } }: Job, id: string): Promise<boolean> {
    return this.#call(name, async (queue) => {
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
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
    await this.#engine.dispose();
  }

  async #call<T>(name: string, work: (queue: Queue<Data>) => Promise<T>): Promise<T> {
    const queue = await this.#openQueue(name);
    try {
      return await work(queue);
    } catch (error) {
      throw this.#engine.failed(error);
    }
  }

  #openQueue(name: string): Promise<Queue<Data>> {
    let opening = this.#opening.get(name);
    if (opening === undefined) {
      opening = this.#createQueue(name).catch((error: unknown) => {
        // A queue that got no connection when it was created never works, so the next call creates another one.
        this.#opening.delete(name);
        throw this.#engine.failed(error);
      });
      this.#opening.set(name, opening);
    }
    return opening;
  }

  async #createQueue(name: string): Promise<Queue<Data>> {
    await this.#engine.ready();
    const queue = this.#engine.createQueue(name).on('error', (error) => this.#engine.lost(error));
    try {
      await opened(queue);
    } catch (error) {
      queue.close().catch(() => {});
      throw error;
    }
    this.#queues.set(name, queue);
    return queue;
  }
}

/** Waits for the connection of a queue or a worker, which may wait for ever. */
function opened(part: Queue<Data> | Worker<Data>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    const error = new Error(`the connection didn't open within ${OPENING} ms`);
    timer = setTimeout(() => reject(error), OPENING);
  });
  return Promise.race([part.waitUntilReady(), late]).finally(() => clearTimeout(timer));
}

/** Whether a job is the next run of a schedule, which belongs to the schedule. */
function isNextRun({ repeatJobKey, attemptsMade }: BullJob<Data>): boolean {
  return repeatJobKey !== undefined && attemptsMade === 0;
}

function deliveryOf({ id = '', data, attemptsMade }: BullJob<Data>): Delivery {
  return { id, payload: data.payload, attempt: attemptsMade + 1, trace: data.trace ?? {} };
}
