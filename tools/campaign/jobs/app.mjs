// The app of the campaign on jobs, created as in `config/container.ts`.
import { appendFileSync } from 'node:fs';
import { job, jobsProvider } from 'fw-jobs';
import { ServiceManager } from 'fw-runtime/service-manager';
import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import Sqlite from 'libsql';
import { Pool } from 'pg';
import { createJobTables } from '../../../packages/jobs/test/support/tables.mjs';

const { STORE, STORE_URL, DONE } = process.env;

export const Work = job({
  name: 'work',
  attempts: 20,
  concurrency: 20,
  backoff: { delay: 50, max: 1000 },
}).handle(async ({ payload, attempt, once }) => {
  if (payload.fails && attempt === 1) throw new Error('as planned');
  if (payload.takes > 0) await new Promise((resolve) => setTimeout(resolve, payload.takes));
  // A unit in the database: committed once.
  if (STORE !== 'redis') {
    await once((transaction) =>
      sql`insert into effects (unit) values (${payload.unit})`.execute(transaction),
    );
  }
  // A unit in another system: at least once.
  appendFileSync(DONE, `${payload.unit}\n`);
});

export function openDatabase(url = STORE_URL) {
  if (STORE === 'redis') return undefined;
  if (STORE === 'postgres') {
    const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
    // Without listeners, a lost connection would end the process: the pool listens for errors of idle clients
    // only.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return new Kysely({ dialect: new PostgresDialect({ pool }) });
  }
  const database = new Sqlite(url);
  database.pragma('journal_mode = WAL');
  database.pragma('busy_timeout = 5000');
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}

export async function createTables(database) {
  await createJobTables(database, STORE === 'postgres');
  await sql`create table effects (unit text not null)`.execute(database);
}

export function createContainer(url = STORE_URL) {
  const container = new ServiceManager(jobsProvider.dependencies);
  const jobs = {
    store: STORE,
    list: [Work],
    lease: Number(process.env.LEASE ?? 3000),
    workers: process.env.JOBS_WORKERS !== 'false',
    ...(STORE !== 'sqlite' && { url }),
  };
  container.setService('config', {
    jobs,
    server: { shutdown_timeout: Number(process.env.SHUTDOWN_TIMEOUT ?? 4000) },
  });
  // Errors are expected: jobs fail on purpose, and stores go down.
  container.setService('Logger', { info() {}, warn() {}, error() {} });
  if (STORE !== 'redis') {
    container.setFactory('Database', () => {
      const database = openDatabase(url);
      return Object.assign(database, { [Symbol.asyncDispose]: () => database.destroy() });
    });
  }
  return container;
}
