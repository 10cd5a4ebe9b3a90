import { randomBytes } from 'node:crypto';
import { type ContainerInterface, InvalidArgumentError, type Logger } from 'fw-runtime';
import type { Kysely } from 'kysely';
import { DELAY, isDelay, type Job } from './job.ts';
import type { ReadJobsOptions } from './options.ts';
import { JOB_STATES, type JobState, type JobStore, type ListedJob, type RunDelivery } from './store.ts';
import { openStore } from './stores/open-store.ts';
import { runnerOf } from './runner.ts';
import { currentTrace } from './trace.ts';
import { isText, jsonOf } from './json.ts';
import { parsePayload } from './payload.ts';

// Unique ids, shorter than UUIDs, which take a tenth of the time of enqueue(): the process, and a number in it.
const PROCESS = `j${randomBytes(8).toString('base64url')}`;
let count = 0;
const nextId = (): string => PROCESS + (++count).toString(36);

// In characters: an index of PostgreSQL takes 2,704 bytes.
const MAX_KEY = 500;

/** The options of one job. */
export interface EnqueueOptions {
  /** In milliseconds, an integer of at most ten years: how long the job waits; 0 when absent. */
  readonly delay?: number;
  /** At most 500 characters. While a job of this kind with the same key waits or runs, no other is enqueued. Any number when absent. */
  readonly key?: string;
  /** A transaction of Kysely: the job is enqueued if it is committed. Stores: `postgres`, `sqlite`. */
  readonly transaction?: object;
}

/**
 * Enqueues jobs, and manages those in the store.
 *
 * @example
 * const id = await jobs.enqueue(SendWelcome, { userId: '7' });
 */
export class Jobs {
  readonly #options: ReadJobsOptions;
  readonly #names: ReadonlySet<string>;
  readonly #container: ContainerInterface;
  readonly #logger: Pick<Logger, 'error' | 'warn'>;
  readonly #database: Kysely<never> | Promise<Kysely<never>> | undefined;
  #opened: Promise<JobStore> | undefined;

  /** @internal */
  constructor(
    options: ReadJobsOptions,
    container: ContainerInterface,
    logger: Pick<Logger, 'error' | 'warn'>,
    database: Kysely<never> | Promise<Kysely<never>> | undefined,
  ) {
    this.#options = options;
    this.#names = new Set(options.list.map(({ definition }) => definition.name));
    this.#container = container;
    this.#logger = logger;
    this.#database = database;
  }

  /**
   * Enqueues a job.
   *
   * @param job the kind of job
   * @param payload the payload, before its schema changes it; it must be JSON, and at most 1 MiB. The job gets a copy, which is
   *   what the schema checks: a `Date` is a string in it.
   * @param options a delay, a unique key, a transaction
   * @returns the id of the job; with a key that is taken, the id of the job that has it
   * @throws {@link InvalidArgumentError} when the job isn't listed, the schema rejects the payload, or it is no JSON
   * @throws {@link JobStoreError} when the store has no such option, or doesn't respond
   */
  async enqueue<Input>(job: Job<Input>, payload: Input, options: EnqueueOptions = {}): Promise<string> {
    const { delay, key, transaction } = options;
    must(delay === undefined || isDelay(delay), 'delay of enqueue()', DELAY, delay);
    const isKey = key === undefined || (isText(key) && key !== '' && key.length <= MAX_KEY);
    must(isKey, 'key of enqueue()', `a string of 1 to ${MAX_KEY} characters without U+0000`, key);
    const isTransaction =
      transaction === undefined ||
      (transaction as { isTransaction?: unknown } | null)?.isTransaction === true;
    must(
      isTransaction || this.#options.store === 'redis',
      'transaction of enqueue()',
      'a transaction of Kysely',
      transaction,
    );
    const any = job as Job;
    const name = any?.definition?.name;
    must(this.#names.has(name), 'job of enqueue()', 'a job that is listed in config/jobs.ts', name);
    const text = jsonOf(name, payload);
    await parsePayload(any, JSON.parse(text));
    const store = await this.open();
    const added = {
      id: nextId(),
      payload: JSON.parse(text) as unknown,
      runAt: delay === undefined ? undefined : Date.now() + delay,
      key,
      trace: currentTrace(),
    };
    return store.enqueue(any, added, transaction);
  }

  /**
   * Lists jobs of a state.
   *
   * @param state `failed` for the dead letters
   * @param limit at most this number of jobs of each kind
   * @throws {@link InvalidArgumentError} for another state, or a limit that isn't an integer of at least 1
   */
  async list(state: JobState, limit: number): Promise<ListedJob[]> {
    must(JOB_STATES.includes(state), 'state of list()', `one of ${JOB_STATES.join(', ')}`, state);
    must(
      Number.isInteger(limit) && limit > 0 && limit < 2 ** 31,
      'limit of list()',
      'an integer of at least 1',
      limit,
    );
    const store = await this.open();
    return (await Promise.all(this.#options.list.map((job) => store.list(job, state, limit)))).flat();
  }

  /**
   * Runs a dead letter again, as if it had never been tried. Its unique key, which another job may have now, is not kept.
   *
   * @returns false when no dead letter has this id
   */
  retry(id: string): Promise<boolean> {
    return this.#ofAny(id, (store, job) => store.retry(job, id));
  }

  /**
   * Deletes a job.
   *
   * @returns false when no job has this id, it is running, or it is the next run of a schedule
   */
  discard(id: string): Promise<boolean> {
    return this.#ofAny(id, (store, job) => store.discard(job, id));
  }

  /**
   * Checks that the store responds, for `health`: `checks: { jobs: 'Jobs' }`.
   *
   * @throws {@link JobStoreError} when it doesn't
   */
  async check(): Promise<void> {
    await (await this.open()).ready();
  }

  /** @internal */
  open(): Promise<JobStore> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      // The next call tries again.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /**
   * Checks the payloads of the schedules. Otherwise, each run of a schedule with an invalid payload is a dead letter.
   *
   * @internal
   * @throws {@link InvalidArgumentError} that names the job, and says why its schema rejects the payload
   */
  async checkSchedules(): Promise<void> {
    for (const job of this.#options.list) {
      const { name, schedule } = job.definition;
      if (schedule === undefined) continue;
      const payload = JSON.parse(jsonOf(name, schedule.payload ?? {})) as unknown;
      await parsePayload(job, payload, 'schedule.payload');
    }
  }

  /** @internal */
  runner(store: JobStore, signal: AbortSignal): RunDelivery {
    return runnerOf(this.#container, store, this.#logger, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.dispose();
  }

  async #open(): Promise<JobStore> {
    return openStore(this.#options, await this.#database, this.#logger);
  }

  async #ofAny(id: string, work: (store: JobStore, job: Job) => Promise<boolean>): Promise<boolean> {
    // No job has another id, and PostgreSQL rejects U+0000.
    if (!isText(id) || id.length > MAX_KEY) return false;
    const store = await this.open();
    for (const job of this.#options.list) if (await work(store, job)) return true;
    return false;
  }
}

function must(isRight: boolean, argument: string, expected: string, given: unknown): void {
  if (!isRight) throw new InvalidArgumentError(argument, expected, given);
}
