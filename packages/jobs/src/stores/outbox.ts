import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Job } from '../job.ts';
import type { NewJob } from '../store.ts';

// In ms: the time between two looks into an empty outbox.
const PAUSE = 250;
const BATCH = 100;

/** Jobs that were enqueued in a transaction of the app: rows, which are forwarded to the queue once they are committed. */
export class Outbox {
  readonly #database: Kysely<never>;
  readonly #enqueue: (job: Job, added: NewJob) => Promise<string>;

  constructor(database: Kysely<never>, enqueue: (job: Job, added: NewJob) => Promise<string>) {
    this.#database = database;
    this.#enqueue = enqueue;
  }

  async add(job: Job, added: NewJob, transaction: Kysely<never>): Promise<string> {
    const { id } = added;
    await sql`
      insert into fw_jobs_outbox (id, name, job, created_at)
      values (${id}, ${job.definition.name}, ${JSON.stringify(added)}, ${Date.now()})
    `.execute(transaction);
    return id;
  }

  /** Forwards rows of these jobs until it is stopped. */
  forward(jobs: readonly Job[], lost: (error: Error) => void): { stop(): Promise<void> } {
    const stop = new AbortController();
    const loop = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const count = await this.#forwardBatch(jobs).catch((error: unknown) => (lost(error as Error), 0));
        if (count < BATCH) await sleep(PAUSE, undefined, { signal: stop.signal }).catch(() => {});
      }
    };
    const ended = loop();
    return {
      stop() {
        stop.abort();
        return ended;
      },
    };
  }

  /** The rows are locked until they are in the queue. A crash in between forwards them again with the same ids. */
  #forwardBatch(jobs: readonly Job[]): Promise<number> {
    const byName = new Map(jobs.map((job) => [job.definition.name, job]));
    if (byName.size === 0) return Promise.resolve(0);
    return this.#database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: string; name: string; job: string }>`
        select id, name, job from fw_jobs_outbox where name in (${sql.join([...byName.keys()])})
        order by created_at limit ${BATCH} for update skip locked
      `.execute(transaction);
      if (rows.length === 0) return 0;
      await Promise.all(
        rows.map(({ name, job }) => this.#enqueue(byName.get(name) as Job, JSON.parse(job) as NewJob)),
      );
      await sql`delete from fw_jobs_outbox where id in (${sql.join(rows.map(({ id }) => id))})`.execute(
        transaction,
      );
      return rows.length;
    });
  }
}
