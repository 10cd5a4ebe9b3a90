import type { Job as BullJob, JobsOptions as BullOptions, Queue, Worker, WorkerOptions } from 'bullmq';
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

  ready(): Promise<void> {
    return this.#engine.ready();
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
    // One literal, because spreading RULES would take a sixth of the time of the whole call.
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
    const queue = this.#queues.get(name) ?? (await this.#openQueue(name));
    const added = await queue.add(name, data, options);
    return added.id ?? id;
  }

  async work(jobs: readonly Job[], run: RunDelivery): Promise<{ stop(): Promise<void> }> {
    await Promise.all(jobs.map((job) => this.#schedule(job)));
    const workers = jobs.map((job) => this.#worker(job, run));
    return {
      stop: async () => {
        await Promise.all(workers.map((worker) => worker.close()));
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
      concurrency: concurrencyOf(job),
      lockDuration: lease,
      stalledInterval: lease,
      maxStalledCount: MAX_CRASHES,
      settings: { backoffStrategy: (attempts) => delayAfter(job, attempts) },
    });
    return worker.on('error', (error) => this.#engine.lost(error));
  }

  async #schedule(job: Job): Promise<void> {
    const { name, schedule } = job.definition;
    const queue = await this.#queue(name);
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
    const found = await (await this.#queue(name)).getJobs([state], 0, limit - 1);
    return found.map(({ id = '', attemptsMade, data, failedReason }) => ({
      id,
      name,
      state,
      attempts: attemptsMade,
      payload: data.payload,
      ...(failedReason !== undefined && { error: failedReason }),
    }));
  }

  async retry({ definition: { name } }: Job, id: string): Promise<boolean> {
    const found = await (await this.#queue(name)).getJob(id);
    if (found === undefined || !(await found.isFailed())) return false;
    await found.retry('failed', { resetAttemptsMade: true });
    return true;
  }

  async discard({ definition: { name } }: Job, id: string): Promise<boolean> {
    const found = await (await this.#queue(name)).getJob(id);
    if (found === undefined || (await found.isActive())) return false;
    await found.remove();
    return true;
  }

  once<T>(_id: string, _work: (transaction: never) => Promise<T>): Promise<T | undefined> {
    return Promise.reject(hasNo('transactions', this.#engine.name, 'once() needs "postgres" or "sqlite"'));
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
    await this.#engine.dispose();
  }

  #queue(name: string): Queue<Data> | Promise<Queue<Data>> {
    return this.#queues.get(name) ?? this.#openQueue(name);
  }

  /** A queue that didn't get a connection when it was created never works, so the next call creates another one. */
  #openQueue(name: string): Promise<Queue<Data>> {
    const known = this.#opening.get(name);
    if (known !== undefined) return known;
    const queue = this.#engine.createQueue(name).on('error', (error) => this.#engine.lost(error));
    const opening = queue
      .waitUntilReady()
      .then(
        () => {
          this.#queues.set(name, queue);
          return queue;
        },
        (error: unknown) => {
          queue.close().catch(() => {});
          throw error;
        },
      )
      .finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }
}

function deliveryOf({ id = '', data, attemptsMade }: BullJob<Data>): Delivery {
  return { id, payload: data.payload, attempt: attemptsMade + 1, trace: data.trace ?? {} };
}
