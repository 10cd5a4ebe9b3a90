import { sql } from 'kysely';

/** Creates the tables that the migration of `fw add jobs` creates, for tests and the campaign. */
export async function createJobTables(database, isPostgres) {
  if (isPostgres) {
    await sql`create table fw_jobs_outbox (id text primary key, name text not null, job text not null, created_at bigint not null)`.execute(
      database,
    );
  } else {
    await sql`
      create table fw_jobs (
        id text primary key, name text not null, payload text not null, trace text not null, run_at integer not null, job_key text,
        attempts integer not null default 0, crashes integer not null default 0, lease_until integer, lease_token text,
        failed_at integer, error text, created_at integer not null
      )`.execute(database);
    await sql`create unique index fw_jobs_key on fw_jobs (name, job_key) where failed_at is null`.execute(
      database,
    );
    await sql`create index fw_jobs_due on fw_jobs (name, run_at) where failed_at is null`.execute(database);
  }
  await sql`create table fw_jobs_done (id text primary key, done_at bigint not null)`.execute(database);
}
