import { type Kysely, sql } from 'kysely';
import { JobStoreError, KEPT } from '../store.ts';

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

// In ms: how long a call may wait for the only connection of SQLite.
const PATIENCE = 5000;

/**
 * Works on the only connection of SQLite. Without a limit, a call within a transaction of the app would wait for that transaction,
 * which waits for the call.
 *
 * @param call the name of the call, for the error
 * @throws {@link JobStoreError} that says what to pass, after 5 s
 */
export function onConnection<T>(
  database: Kysely<never>,
  call: string,
  work: (connection: Kysely<never>) => Promise<T>,
): Promise<T | undefined> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      const message = `${call} has waited ${PATIENCE / 1000} s for a transaction of this process`;
      const hint =
        'If the call is within this transaction, pass it: { transaction }. In once(), use its own.';
      reject(new JobStoreError(`${message}. ${hint}`));
    }, PATIENCE);
  });
  const done = database.connection().execute(async (connection) => {
    clearTimeout(timer);
    // Its caller has got an error by now.
    return isLate ? undefined : work(connection);
  });
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** @throws {@link JobStoreError} that says what to do when a table is missing */
export async function checkTables(database: Kysely<never>, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    try {
      await sql`select 1 from ${sql.table(table)} limit 1`.execute(database);
    } catch (error) {
      const reason = (error as Error).message;
      throw new JobStoreError(
        `The table "${table}" of the jobs can't be read. Run the migrations: node fw db migrate. (${reason})`,
      );
    }
  }
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
