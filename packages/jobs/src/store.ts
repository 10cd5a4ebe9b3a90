import { FwError, parseSecretUrl } from 'fw-runtime';
import type { Job } from './job.ts';

/** The store lacks an option, or doesn't respond. */
export class JobStoreError extends FwError {
  static override readonly name: string = 'JobStoreError';

  /**
   * Creates the error.
   *
   * @param message one sentence that names the store and what to do
   * @param options the error of the store as `cause`; none when absent
   */
  constructor(message: string, options?: ErrorOptions) {
    super('FW_JOB_STORE', message, options);
  }
}

/** A job to be enqueued, as JSON. */
export interface NewJob {
  readonly id: string;
  readonly payload: unknown;
  /** In milliseconds since 1970: the earliest time to run. */
  readonly runAt: number | undefined;
  /** The unique key; undefined without one. */
  readonly key: string | undefined;
  /** The headers of the trace that enqueued it. */
  readonly trace: Readonly<Record<string, string>>;
}

/** One attempt at a job. */
export interface Delivery {
  readonly id: string;
  /** As it was enqueued: a copy, which a handler may change. */
  readonly payload: unknown;
  readonly attempt: number;
  readonly trace: Readonly<Record<string, string>>;
}

/**
 * Runs one attempt. A rejection is a failed attempt.
 *
 * @returns `released` when the process shuts down, and the job must run again without an attempt being counted
 */
export type RunDelivery = (job: Job, delivery: Delivery) => Promise<'done' | 'released'>;

/** The state of a job in a store. A job that is done is not listed. */
export type JobState = (typeof JOB_STATES)[number];

/** All states; commands list the first one unless another is passed. */
export const JOB_STATES = ['failed', 'waiting', 'delayed', 'active'] as const;

/** A job in a store. */
export interface ListedJob {
  /** The id that `enqueue` returned. */
  readonly id: string;
  /** The name of the kind of job. */
  readonly name: string;
  /** The state that was listed. */
  readonly state: JobState;
  /** When the job was added to the store. */
  readonly enqueuedAt: Date;
  /** The attempts that have failed. */
  readonly attempts: number;
  /** The payload as it was enqueued. */
  readonly payload: unknown;
  /** The message of the last error; absent when no attempt has failed. */
  readonly error?: string;
}

/** A place that keeps jobs. Each method rejects when the store doesn't respond. */
export interface JobStore {
  /** Connects, so that a dead store and a missing table are noticed at the start. */
  ready(): Promise<void>;
  /** @returns the id: that of the job with the same key, if there is one */
  enqueue(job: Job, added: NewJob, transaction?: unknown): Promise<string>;
  /** Runs jobs until `stop()`, which resolves when none of them is running any more. */
  work(jobs: readonly Job[], run: RunDelivery): Promise<{ stop(): Promise<void> }>;
  list(job: Job, state: JobState, limit: number): Promise<ListedJob[]>;
  /** @returns false when there is no dead letter with this id */
  retry(job: Job, id: string): Promise<boolean>;
  /** @returns false when there is no job with this id, or it is running */
  discard(job: Job, id: string): Promise<boolean>;
  once<T>(id: string, work: (transaction: never) => Promise<T>): Promise<T | undefined>;
  dispose(): Promise<void>;
}

/** In milliseconds: how long a job belongs to a process that gives no sign of life. */
export const LEASE = 30_000;
/** How often the process of a job may crash before the job is a dead letter. */
export const MAX_CRASHES = 25;
/** In milliseconds: how long dead letters and the ids of `once()` are kept. */
export const KEPT: number = 30 * 24 * 3_600_000;

/** The id of the run of a schedule at a time. Other ids have no `@`. */
export function runId({ definition: { name } }: Job, time: number): string {
  return `${name}@${time}`;
}

/** The URL of a store, which may contain a password; undefined when it is invalid. */
export function readUrl(store: 'redis' | 'postgres', url: string | undefined): URL | undefined {
  return parseSecretUrl(url, { redis: ['redis', 'rediss'], postgres: ['postgres', 'postgresql'] }[store]);
}

/** @throws {@link JobStoreError} that names the store. It has no `cause`, so that a command prints one line. */
export function throwStoreError(store: 'redis' | 'postgres', url: string, error: unknown): never {
  if (error instanceof JobStoreError) throw error;
  const reason = error instanceof Error ? error.message || (error as { code?: string }).code : error;
  // The URL may contain a password.
  throw new JobStoreError(`The job store "${store}" at ${readUrl(store, url)?.host} failed: ${reason}`);
}

export function hasNo(feature: string, store: string, instead: string): JobStoreError {
  return new JobStoreError(`The store "${store}" has no ${feature}: ${instead}.`);
}
