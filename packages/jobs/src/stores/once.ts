import { type Kysely, sql } from 'kysely';

/** Runs work in a transaction that also stores the id, so that the work is committed once. */
export async function once<T>(
  database: Kysely<never>,
  id: string,
  work: (transaction: never) => Promise<T>,
): Promise<T | undefined> {
  return database.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      insert into fw_jobs_done (id, done_at) values (${id}, ${Date.now()}) on conflict (id) do nothing
    `.execute(transaction);
    return numAffectedRows === 1n ? work(transaction as never) : undefined;
  });
}
