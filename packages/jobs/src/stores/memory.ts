import type { Kysely } from 'kysely';
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
  readonly added: NewJob;
  readonly enqueuedAt: Date;
}

/** Jobs in memory, for tests: they run when `drain()` is called. */
export class MemoryStore implements JobStore {
  readonly #kept: Kept[] = [];
  readonly #failed: (Kept & { readonly error: unknown })[] = [];
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
    this.#kept.push({ job, added, enqueuedAt: new Date() });
    return added.id;
  }

  /** The payloads that wait. */
  payloads(job: Job): unknown[] {
    return this.#kept.filter((kept) => kept.job === job).map(({ added }) => added.payload);
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

  async #runToEnd({ job, added: { id, payload, trace } }: Kept, run: RunDelivery): Promise<unknown> {
    let last: unknown;
    for (let attempt = 1; attempt <= attemptsOf(job); attempt++) {
      try {
        const delivery: Delivery = { id, payload, attempt, trace };
        await run(job, delivery);
        return undefined;
      } catch (error) {
        last = error ?? new Error('A job was rejected without an error.');
      }
    }
    return last;
  }

  async work(): Promise<{ stop(): Promise<void> }> {
    return { stop: async () => {} };
  }

  async list(job: Job, state: JobState, limit: number): Promise<ListedJob[]> {
    const found = state === 'failed' ? this.#failed : state === 'waiting' ? this.#kept : [];
    return found
      .filter((kept) => kept.job === job)
      .slice(0, limit)
      .map(({ added: { id, payload }, enqueuedAt }) => ({
        id,
        name: job.definition.name,
        state,
        enqueuedAt,
        attempts: state === 'failed' ? attemptsOf(job) : 0,
        payload,
      }));
  }

  async retry(job: Job, id: string): Promise<boolean> {
    const index = this.#failed.findIndex((each) => each.job === job && each.added.id === id);
    const [found] = index === -1 ? [] : this.#failed.splice(index, 1);
    if (found === undefined) return false;
    this.#kept.push({ ...found, added: { ...found.added, key: undefined } });
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
    return (await import('./once.ts')).once(this.#database, id, work);
  }

  async dispose(): Promise<void> {}
}
