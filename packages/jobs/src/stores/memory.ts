import type { Kysely } from 'kysely';
import { errorOf } from '../error-of.ts';
import { attemptsOf, type Job } from '../job.ts';
import {
  type Delivery,
  hasNo,
  type JobState,
  type JobStore,
  type ListedJob,
  type NewJob,
  type RunDelivery,
} from '../store.ts';

/** A job in memory. */
interface Kept {
  readonly job: Job;
  readonly added: Omit<NewJob, 'payload'>;
  /** As JSON, so that no test and no handler changes it. */
  readonly payload: string;
  readonly enqueuedAt: Date;
}

/** Jobs in memory, for tests: they run when `drain()` is called. */
export class MemoryStore implements JobStore {
  readonly #kept: Kept[] = [];
  readonly #failed: (Kept & { readonly error: Error })[] = [];
  readonly #database: Kysely<never> | undefined;

  constructor(database: Kysely<never> | undefined) {
    this.#database = database;
  }

  async ready(): Promise<void> {}

  async enqueue(job: Job, added: NewJob): Promise<string> {
    const same = this.#kept.find(
      (kept) => kept.job === job && added.key !== undefined && kept.added.key === added.key,
    );
    if (same !== undefined) return same.added.id;
    this.#kept.push({ job, added, payload: JSON.stringify(added.payload), enqueuedAt: new Date() });
    return added.id;
  }

  /** The payloads that wait. */
  payloads(job: Job): unknown[] {
    return this.#kept.filter((kept) => kept.job === job).map(({ payload }) => JSON.parse(payload) as unknown);
  }

  /**
   * Runs all jobs, also those that are delayed and those that jobs enqueue, without the time between attempts.
   *
   * @throws the error of the first job whose last attempt failed, after the others have run
   */
  async drain(run: RunDelivery): Promise<void> {
    const before = this.#failed.length;
    for (let kept = this.#kept[0]; kept !== undefined; kept = this.#kept[0]) {
      const error = await this.#runToEnd(kept, run);
      if (error !== undefined) this.#failed.push({ ...kept, error });
      this.#kept.splice(this.#kept.indexOf(kept), 1);
    }
    const [first] = this.#failed.slice(before);
    if (first !== undefined) throw first.error;
  }

  async #runToEnd(
    { job, added: { id, trace }, payload }: Kept,
    run: RunDelivery,
  ): Promise<Error | undefined> {
    let last: Error | undefined;
    for (let attempt = 1; attempt <= attemptsOf(job); attempt++) {
      try {
        const delivery: Delivery = { id, payload: JSON.parse(payload), attempt, trace };
        await run(job, delivery);
        return undefined;
      } catch (error) {
        last = errorOf(error);
      }
    }
    return last;
  }

  async work(): Promise<{ stop(): Promise<void> }> {
    return { stop: async () => {} };
  }

  async list(job: Job, state: JobState, limit: number): Promise<ListedJob[]> {
    const found: readonly (Kept & { readonly error?: Error })[] =
      state === 'failed' ? this.#failed : state === 'waiting' ? this.#kept : [];
    return found
      .filter((kept) => kept.job === job)
      .slice(0, limit)
      .map(({ added: { id }, payload, enqueuedAt, error }) => ({
        id,
        name: job.definition.name,
        state,
        enqueuedAt,
        attempts: state === 'failed' ? attemptsOf(job) : 0,
        payload: JSON.parse(payload) as unknown,
        ...(error !== undefined && { error: error.message }),
      }));
  }

  async retry(job: Job, id: string): Promise<boolean> {
    const index = this.#failed.findIndex((each) => each.job === job && each.added.id === id);
    const [found] = index === -1 ? [] : this.#failed.splice(index, 1);
    if (found === undefined) return false;
    const { job: same, added, payload, enqueuedAt } = found;
    this.#kept.push({ job: same, added: { ...added, key: undefined }, payload, enqueuedAt });
    return true;
  }

  async discard(job: Job, id: string): Promise<boolean> {
    for (const list of [this.#kept, this.#failed]) {
      const index = list.findIndex((kept) => kept.job === job && kept.added.id === id);
      if (index !== -1) return list.splice(index, 1).length === 1;
    }
    return false;
  }

  async once<T>(id: string, work: (transaction: never) => Promise<T>): Promise<T | undefined> {
    if (this.#database === undefined)
      throw hasNo('transactions', 'memory', 'once() needs the service "Database"');
    const { once, onConnection } = await import('./once.ts');
    return onConnection(this.#database, 'once()', (connection) => once(connection, id, work));
  }

  async dispose(): Promise<void> {}
}
