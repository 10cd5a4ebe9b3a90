import type { Logger } from 'fw-runtime';
import type { Kysely } from 'kysely';
import type { Job } from '../job.ts';
import { importPeer } from '../import-peer.ts';
import { type JobState, type ListedJob, type NewJob, type RunDelivery, throwStoreError } from '../store.ts';
import type { Engine } from './bull-engine.ts';
import { BullStore } from './bull-store.ts';
import { Outbox } from './outbox.ts';
import { checkTables, cleanRegularly, deleteOldIds, once } from './once.ts';

/** BullMQ on PostgreSQL, in the schema `bullmq`. */
export async function postgresEngine(
  url: string,
  jobCount: number,
  lease: number,
  lost: (error: Error) => void,
): Promise<Engine> {
  const { createPostgresBackend, DelayedError, runMigrations, withBackend } = await importPeer(
    'bullmq',
    () => import('bullmq'),
  );
  const { default: pg } = await importPeer('pg', () => import('pg'));
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const pool = new pg.Pool({
    connectionString: url,
    // Each worker keeps a connection that listens.
    max: 10 + jobCount,
    connectionTimeoutMillis: 5000,
    options: '-c search_path=bullmq',
  });
  // Without listeners, a lost connection would end the process: the pool has one for idle clients only.
  pool.on('error', lost);
  // Each queue and each worker adds listeners.
  pool.setMaxListeners(0);
  pool.on('connect', (client) => client.on('error', lost));
  let wasReady = false;
  return {
    name: 'postgres',
    lease,
    lost: (error) => (wasReady ? lost(error) : undefined),
    fail: (error) => throwStoreError('postgres', url, error),
    DelayedError,
    createQueue: (name) => new Queue(name, { connection: pool as never }) as never,
    createWorker: (name, run, options) =>
      new Worker(name, run as never, { ...options, connection: pool } as never) as never,
    async ready() {
      const client = await pool.connect();
      try {
        // The tables of BullMQ.
        if (wasReady) await client.query('select 1');
        else await runMigrations(client);
      } finally {
        client.release();
      }
      wasReady = true;
    },
    dispose: () => pool.end(),
  };
}

/** BullMQ on PostgreSQL. The database of the app has the outbox and the ids of `once()`. */
export class PostgresStore extends BullStore {
  readonly #database: Kysely<never>;
  readonly #outbox: Outbox;
  readonly #lost: (error: Error) => void;

  constructor(engine: Engine, database: Kysely<never>, logger: Pick<Logger, 'error'>) {
    super(engine);
    this.#database = database;
    this.#lost = engine.lost;
    const enqueue = (job: Job, added: NewJob): Promise<string> => super.enqueue(job, added);
    this.#outbox = new Outbox(database, { enqueue, ready: () => super.ready(), lost: engine.lost, logger });
  }

  override async ready(): Promise<void> {
    await super.ready();
    await checkTables(this.#database, ['fw_jobs_outbox', 'fw_jobs_done']);
  }

  override enqueue(job: Job, added: NewJob, transaction?: unknown): Promise<string> {
    return transaction === undefined
      ? super.enqueue(job, added)
      : this.#outbox.add(job, added, transaction as Kysely<never>);
  }

  override async work(jobs: readonly Job[], run: RunDelivery): Promise<{ stop(): Promise<void> }> {
    const working = await super.work(jobs, run);
    const forwarding = this.#outbox.forward(jobs);
    const cleaning = cleanRegularly(async () => {
      await deleteOldIds(this.#database);
      await this.#outbox.deleteOld();
    }, this.#lost);
    return {
      stop: async () => {
        await Promise.all([forwarding.stop(), cleaning.stop()]);
        await working.stop();
      },
    };
  }

  override async list(job: Job, state: JobState, limit: number): Promise<ListedJob[]> {
    const found = await super.list(job, state, limit);
    return state === 'failed' ? [...found, ...(await this.#outbox.list(job, limit - found.length))] : found;
  }

  override async retry(job: Job, id: string): Promise<boolean> {
    return (await super.retry(job, id)) || this.#outbox.retry(job, id);
  }

  override async discard(job: Job, id: string): Promise<boolean> {
    return (await super.discard(job, id)) || this.#outbox.discard(job, id);
  }

  override once<T>(id: string, work: (transaction: never) => Promise<T>): Promise<T | undefined> {
    return once(this.#database, id, work);
  }
}
