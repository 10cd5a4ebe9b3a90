import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { nextTime } from '../cron.ts';
import { readJson } from '../json.ts';
import { attemptsOf, concurrencyOf, delayAfter, type Job } from '../job.ts';
import {
  type Delivery,
  type JobState,
  type JobStore,
  KEPT,
  type ListedJob,
  type NewJob,
  type RunDelivery,
} from '../store.ts';
import { type Claim, Loop, type Outcome } from './loop.ts';
import { checkTables, cleanRegularly, deleteOldIds, once, onConnection } from './once.ts';
import { SqliteSchedules } from './sqlite-schedules.ts';

/** A row of the table `fw_jobs`. */
interface Row {
  readonly id: string;
  readonly name: string;
  readonly payload: string;
  readonly trace: string;
  readonly attempts: number;
  readonly crashes: number;
  readonly error: string | null;
}

type Listed = Pick<Row, 'id' | 'payload' | 'attempts' | 'error'> & { readonly created_at: number };

/**
 * Jobs in one table of the app's SQLite database, for one machine. A job that runs has a lease: its process renews it, and when it
 * doesn't, another one takes the job. A job that is done has no row.
 */
export class SqliteStore implements JobStore {
  readonly #database: Kysely<never>;
  readonly #schedules: SqliteSchedules;
  readonly #lease: number;
  readonly #lost: (error: Error) => void;
  readonly #loops = new Set<Loop>();

  constructor(database: Kysely<never>, lease: number, lost: (error: Error) => void) {
    this.#database = database;
    this.#schedules = new SqliteSchedules(database);
    this.#lease = lease;
    this.#lost = lost;
  }

  async ready(): Promise<void> {
    await checkTables(this.#database, ['fw_jobs', 'fw_jobs_done']);
  }

  async enqueue(job: Job, added: NewJob, transaction?: unknown): Promise<string> {
    const id =
      transaction === undefined
        ? await this.#onConnection('enqueue()', (connection) => this.#insert(job, added, connection))
        : await this.#insert(job, added, transaction as Kysely<never>);
    // In a transaction it isn't visible yet; the loop then finds it at its next look.
    for (const loop of this.#loops) loop.wake();
    return id;
  }

  async #insert(job: Job, added: NewJob, database: Kysely<never>): Promise<string> {
    const { id, payload, runAt, key = null, trace } = added;
    const { name } = job.definition;
    const now = Date.now();
    const { numAffectedRows } = await sql`
      insert into fw_jobs (id, name, payload, trace, run_at, job_key, created_at)
      values (${id}, ${name}, ${JSON.stringify(payload)}, ${JSON.stringify(trace)}, ${runAt ?? now}, ${key}, ${now})
      on conflict do nothing
    `.execute(database);
    if (numAffectedRows === 1n || key === null) return id;
    const { rows } = await sql<Row>`
      select id from fw_jobs where name = ${name} and job_key = ${key} and failed_at is null
    `.execute(database);
    return rows[0]?.id ?? id;
  }

  async work(jobs: readonly Job[], run: RunDelivery): Promise<{ stop(): Promise<void> }> {
    for (const job of jobs) await this.#schedules.schedule(job);
    const loops = jobs.map(
      (job) =>
        new Loop(concurrencyOf(job), {
          claim: (limit, own) => this.#claim(job, limit, own),
          run: (claim) => run(job, claim),
          settle: (claim, outcome) => this.#settle(job, claim, outcome),
          lost: this.#lost,
        }),
    );
    for (const loop of loops) this.#loops.add(loop);
    const renewing = setInterval(() => void this.#renew(loops).catch(this.#lost), this.#lease / 3);
    const cleaning = cleanRegularly(() => this.#clean(), this.#lost);
    return {
      stop: async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
        for (const loop of loops) this.#loops.delete(loop);
        clearInterval(renewing);
        await cleaning.stop();
      },
    };
  }

  /** Takes up to `limit` jobs that are due, and those whose process has died. */
  async #claim(job: Job, limit: number, own: readonly string[]): Promise<Claim[]> {
    const { name, schedule } = job.definition;
    const now = Date.now();
    // Before rows have a lease, which an error here would leave to expire.
    const next = schedule && nextTime(schedule, now);
    const isOwn = own.length === 0 ? sql`false` : sql`lease_token in (${sql.join(own)})`;
    const token = randomUUID();
    // A lease that ends later than any process would set it is from before the clock was put back.
    const rows = await this.#run<Row>(sql`
      update fw_jobs
      set lease_until = ${now + this.#lease}, lease_token = ${token}, crashes = crashes + (lease_token is not null)
      where id in (
        select id from fw_jobs
        where name = ${name} and failed_at is null and run_at <= ${now}
          and (lease_until is null or lease_until < ${now} or lease_until > ${now + this.#lease})
          and (lease_token is null or not ${isOwn})
        order by run_at limit ${limit}
      )
      returning id, name, payload, trace, attempts, crashes, error
    `);
    await this.#schedules.planAfter(job, rows.length > 0, next).catch(this.#lost);
    return rows.map((row) => Object.assign(deliveryOf(row), { crashes: row.crashes, token }));
  }

  /** Records the outcome of an attempt, unless the lease has been taken over. */
  async #settle(job: Job, { id, token, attempt }: Claim, outcome: Outcome): Promise<void> {
    if (outcome === 'done') {
      await this.#run(sql`delete from fw_jobs where id = ${id} and lease_token = ${token}`);
      return;
    }
    const { error, isLast = attempt >= attemptsOf(job) } = outcome;
    const now = Date.now();
    const change =
      error === undefined
        ? sql`lease_token = null`
        : sql`attempts = ${attempt}, error = ${error}, run_at = ${now + delayAfter(job, attempt)},
            failed_at = ${isLast ? now : null}, lease_token = null`;
    await this.#run(sql`
      update fw_jobs set ${change}, lease_until = null where id = ${id} and lease_token = ${token}
    `);
  }

  async #renew(loops: readonly Loop[]): Promise<void> {
    const tokens = loops.flatMap((loop) => loop.tokens);
    if (tokens.length === 0) return;
    await this.#run(sql`
      update fw_jobs set lease_until = ${Date.now() + this.#lease} where lease_token in (${sql.join(tokens)})
    `);
  }

  async #clean(): Promise<void> {
    await this.#run(sql`delete from fw_jobs where failed_at < ${Date.now() - KEPT}`);
    await deleteOldIds(this.#database);
  }

  async list({ definition: { name } }: Job, state: JobState, limit: number): Promise<ListedJob[]> {
    const query = sql<Listed>`
      select id, payload, attempts, error, created_at from fw_jobs
      where name = ${name} and ${stateIs(state)} order by created_at limit ${limit}
    `;
    const { rows } = await this.#onConnection('list()', (connection) => query.execute(connection));
    return rows.map(({ id, payload, attempts, error, created_at }) => ({
      id,
      name,
      state,
      enqueuedAt: new Date(created_at),
      attempts,
      payload: readJson(payload),
      ...(error !== null && { error }),
    }));
  }

  async retry({ definition: { name } }: Job, id: string): Promise<boolean> {
    return this.#changes(
      'retry()',
      sql`
      update fw_jobs set failed_at = null, attempts = 0, crashes = 0, run_at = ${Date.now()}, job_key = null
      where id = ${id} and name = ${name} and failed_at is not null
    `,
    );
  }

  async discard({ definition: { name } }: Job, id: string): Promise<boolean> {
    // The next run of a schedule belongs to the schedule.
    return this.#changes(
      'discard()',
      sql`
      delete from fw_jobs where id = ${id} and name = ${name} and lease_token is null
        and (attempts > 0 or failed_at is not null or id not like ${`${name}@%`})
    `,
    );
  }

  once<T>(id: string, work: (transaction: never) => Promise<T>): Promise<T | undefined> {
    return onConnection(this.#database, 'once()', (connection) => once(connection, id, work));
  }

  // The database belongs to the app.
  async dispose(): Promise<void> {}

  async #run<T>(query: RawBuilder<T> | RawBuilder<unknown>): Promise<T[]> {
    return (await query.execute(this.#database)).rows as T[];
  }

  async #changes(call: string, query: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows } = await this.#onConnection(call, (connection) => query.execute(connection));
    return numAffectedRows === 1n;
  }

  /** For calls of the app. The loops wait without a limit. */
  #onConnection<T>(call: string, work: (connection: Kysely<never>) => Promise<T>): Promise<T> {
    return onConnection(this.#database, call, work) as Promise<T>;
  }
}

function stateIs(state: JobState): RawBuilder<unknown> {
  const now = Date.now();
  if (state === 'failed') return sql`failed_at is not null`;
  if (state === 'active') return sql`failed_at is null and lease_token is not null`;
  const due = state === 'waiting' ? sql`run_at <= ${now}` : sql`run_at > ${now}`;
  return sql`failed_at is null and lease_token is null and ${due}`;
}

function deliveryOf({ id, payload, trace, attempts }: Row): Delivery {
  return {
    id,
    attempt: attempts + 1,
    // Read when the attempt begins, so that a row that is no JSON fails alone.
    get payload() {
      return JSON.parse(payload) as unknown;
    },
    get trace() {
      return JSON.parse(trace) as Delivery['trace'];
    },
  };
}
