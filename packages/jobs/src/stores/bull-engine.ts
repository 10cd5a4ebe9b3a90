import type { Job as BullJob, JobsOptions, Queue, Worker, WorkerOptions } from 'bullmq';
import { KEPT } from '../store.ts';

/** The data of a job in BullMQ. */
export interface BullData {
  readonly payload: unknown;
  readonly trace?: Readonly<Record<string, string>>;
}

/** The options of all jobs. */
export const RULES: Required<Pick<JobsOptions, 'backoff' | 'removeOnComplete' | 'removeOnFail'>> = {
  backoff: { type: 'custom' },
  // Jobs that are done are kept for a while, so that an id that is added again is known.
  removeOnComplete: { age: 3600, count: 1000 },
  removeOnFail: { age: KEPT / 1000 },
};

/** BullMQ on one database. */
export interface Engine {
  /** The name of the store, for messages. */
  readonly name: string;
  createQueue(name: string): Queue<BullData>;
  createWorker(
    name: string,
    run: (bull: BullJob<BullData>, token?: string) => Promise<void>,
    options: Partial<WorkerOptions>,
  ): Worker<BullData>;
  /** Thrown by a worker that has moved its job by itself. */
  readonly DelayedError: new () => Error;
  /** Logs that the connection is lost. */
  lost(error: Error): void;
  /** Throws the error of a command, with the name and the address of the store. */
  readonly fail: (error: unknown) => never;
  /** Connects. */
  ready(): Promise<void>;
  /** In milliseconds. */
  readonly lease: number;
  dispose(): Promise<void>;
}
