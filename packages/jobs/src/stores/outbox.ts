import type { Logger } from 'fw-runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { errorOf } from '../error-of.ts';
import type { Job } from '../job.ts';
import { isText, jsonOf, readJson } from '../json.ts';
import { KEPT, type ListedJob, type NewJob } from '../store.ts';

// In ms: the time between two looks into an empty outbox.
const PAUSE = 250;
const BATCH = 100;
// How often a queue that responds may reject a row.
const MAX_REJECTIONS = 3;

/** A row of the table `fw_jobs_outbox`. */
interface Row {
  readonly id: string;
  readonly name: string;
  /** A {@link NewJob} as JSON; of a dead letter, {@link Rejected}. */
  readonly job: string;
  readonly created_at: number | string;
}

/** A row that the queue rejects. */
interface Rejected {
  readonly job: string;
  readonly error: string;
}

/** The queue that the rows are forwarded to. */
interface Queue {
  enqueue(job: Job, added: NewJob): Promise<string>;
  ready(): Promise<void>;
  lost(error: Error): void;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * Jobs that were enqueued in a transaction of the app: rows, which are forwarded to the queue once they are committed. A row that the
 * queue rejects becomes a dead letter, which stays in the table under another name.
 */
export class Outbox {
  readonly #database: Kysely<never>;
  readonly #queue: Queue;
  /** By the id of the row. */
  readonly #rejections = new Map<string, number>();

  constructor(database: Kysely<never>, queue: Queue) {
    this.#database = database;
    this.#queue = queue;
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
  forward(jobs: readonly Job[]): { stop(): Promise<void> } {
    const stop = new AbortController();
    const nothing = (error: Error): number => {
      this.#queue.lost(error);
      return 0;
    };
    const loop = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const count = await this.#forwardBatch(jobs).catch(nothing);
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
  async #forwardBatch(jobs: readonly Job[]): Promise<number> {
    const byName = new Map(jobs.map((job) => [job.definition.name, job]));
    if (byName.size === 0) return 0;
    return this.#database.transaction().execute(async (transaction) => {
      const { rows } = await sql<Row>`
        select id, name, job from fw_jobs_outbox where name in (${sql.join([...byName.keys()])})
        order by created_at limit ${BATCH} for update skip locked
      `.execute(transaction);
      const done: string[] = [];
      const rejected: (readonly [Row, Error])[] = [];
      await Promise.all(
        rows.map((row) =>
          this.#forward(byName.get(row.name) as Job, row).then(
            () => done.push(row.id),
            (error: unknown) => rejected.push([row, errorOf(error)]),
          ),
        ),
      );
      // Each row is on its own: what is in the queue is deleted, although others were rejected.
      if (done.length > 0)
        await sql`delete from fw_jobs_outbox where id in (${sql.join(done)})`.execute(transaction);
      for (const [row, error] of rejected) await this.#reject(row, error, transaction);
      return done.length;
    });
  }

  async #forward(job: Job, { id, job: text }: Row): Promise<void> {
    const added = readNewJob(job, id, text);
    await this.#queue.enqueue(job, added);
    this.#rejections.delete(id);
  }

  /** Puts a row aside, unless the queue may take it later. */
  async #reject({ id, name, job }: Row, error: Error, transaction: Kysely<never>): Promise<void> {
    const count = (this.#rejections.get(id) ?? 0) + 1;
    if (!(error instanceof InvalidRow)) {
      const isThere = await this.#queue.ready().then(
        () => true,
        () => false,
      );
      if (!isThere) return this.#queue.lost(error);
      this.#rejections.set(id, count);
      if (count < MAX_REJECTIONS) return;
    }
    this.#rejections.delete(id);
    const rejected: Rejected = { job, error: error.message };
    await sql`
      update fw_jobs_outbox set name = ${asideName(name)}, job = ${JSON.stringify(rejected)} where id = ${id}
    `.execute(transaction);
    const message = `The job "${name}" of a transaction can't be enqueued; it is a dead letter now.`;
    this.#queue.logger.error({ err: error, job: name, id }, message);
  }

  /** The dead letters of a job. */
  async list({ definition: { name } }: Job, limit: number): Promise<ListedJob[]> {
    const { rows } = await sql<Row>`
      select id, job, created_at from fw_jobs_outbox where name = ${asideName(name)} order by created_at limit ${limit}
    `.execute(this.#database);
    return rows.map(({ id, job, created_at }) => {
      const { job: text, error } = JSON.parse(job) as Rejected;
      const added = readJson(text) as Partial<NewJob> | null;
      const payload = typeof added === 'object' ? added?.payload : added;
      return {
        id,
        name,
        state: 'failed',
        enqueuedAt: new Date(Number(created_at)),
        attempts: 0,
        payload,
        error,
      };
    });
  }

  async retry({ definition: { name } }: Job, id: string): Promise<boolean> {
    const { rows } = await sql<Row>`
      select job from fw_jobs_outbox where id = ${id} and name = ${asideName(name)}
    `.execute(this.#database);
    if (rows[0] === undefined) return false;
    const { job } = JSON.parse(rows[0].job) as Rejected;
    const { numAffectedRows } = await sql`
      update fw_jobs_outbox set name = ${name}, job = ${job} where id = ${id} and name = ${asideName(name)}
    `.execute(this.#database);
    return numAffectedRows === 1n;
  }

  async discard({ definition: { name } }: Job, id: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      delete from fw_jobs_outbox where id = ${id} and name = ${asideName(name)}
    `.execute(this.#database);
    return numAffectedRows === 1n;
  }

  /** Deletes the dead letters that were kept long enough. */
  async deleteOld(): Promise<void> {
    await sql`
      delete from fw_jobs_outbox where name like ${asideName('%')} and created_at < ${Date.now() - KEPT}
    `.execute(this.#database);
  }
}

/** A row that no queue will ever take. */
class InvalidRow extends Error {}

/** The name of the dead letters of a job, which no job can have. */
function asideName(name: string): string {
  return `rejected:${name}`;
}

/** @throws {@link InvalidRow} for a row that `add()` of this version doesn't write */
function readNewJob({ definition: { name } }: Job, id: string, text: string): NewJob {
  try {
    const { payload, runAt, key, trace = {} } = JSON.parse(text) as NewJob;
    if (!(key === undefined || isText(key))) throw new Error('Its key is no text.');
    if (!(runAt === undefined || Number.isSafeInteger(runAt))) throw new Error('Its time is no integer.');
    return { id, payload: JSON.parse(jsonOf(name, payload)), runAt, key, trace };
  } catch (error) {
    throw new InvalidRow(errorOf(error).message);
  }
}
