import { type Kysely, sql } from 'kysely';
import { KEPT } from '../store.ts';

// In ms: the time between two deletions of old rows.
const CLEANING = 3_600_000;

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

/** Deletes the ids that `once()` has kept long enough. */
export async function deleteOldIds(database: Kysely<never>): Promise<void> {
  await sql`delete from fw_jobs_done where done_at < ${Date.now() - KEPT}`.execute(database);
}

/** Deletes old rows at once and every hour. */
export function cleanRegularly(
  clean: () => Promise<void>,
  lost: (error: Error) => void,
): { stop(): Promise<void> } {
  let cleaning = clean().catch(lost);
  const timer = setInterval(() => (cleaning = clean().catch(lost)), CLEANING);
  return {
    stop() {
      clearInterval(timer);
      return cleaning;
    },
  };
}
