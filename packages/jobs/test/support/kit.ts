import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeConfig } from 'fw-runtime';
import { ServiceManager } from 'fw-runtime/service-manager';
import { Jobs, type Job, jobsProvider, type JobsOptions, JobWorker } from 'fw-jobs';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import Sqlite from 'libsql';
import { Pool } from 'pg';
import { vi } from 'vitest';

/** A database with the tables of the migration of `fw add jobs`. */
export type Database = Kysely<Record<string, Record<string, unknown>>>;

/** A store to test, and how an app opens it. */
export interface Place {
  readonly options: Pick<JobsOptions, 'store' | 'url'>;
  /** Undefined if the app has no database. */
  openDatabase(): Database | undefined;
}

export function sqlitePlace(): Pick<Place, 'options'> & { openDatabase(): Database; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'fw-jobs-'));
  const openDatabase = (): Database => {
    const database = new Sqlite(join(folder, 'site.sqlite'));
    database.pragma('journal_mode = WAL');
    database.pragma('busy_timeout = 5000');
    return new Kysely({ dialect: new SqliteDialect({ database }) });
  };
  return { options: { store: 'sqlite' }, openDatabase, remove: () => rmSync(folder, { recursive: true }) };
}

export function postgresPlace(url: string): Place {
  const openDatabase = (): Database =>
    new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 5 }) }) });
  return { options: { store: 'postgres', url }, openDatabase };
}

export function redisPlace(url: string): Place {
  return { options: { store: 'redis', url }, openDatabase: () => undefined };
}

/** The services of an app with jobs. */
export interface App {
  readonly container: ServiceManager;
  readonly jobs: Jobs;
  readonly error: ReturnType<typeof vi.fn>;
  readonly warn: ReturnType<typeof vi.fn>;
  readonly database: Database | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** An app, created as in `config/container.ts`. */
export function createApp(
  place: Place,
  list: readonly Job[],
  options: Partial<JobsOptions> = {},
  services: Readonly<Record<string, unknown>> = {},
): App {
  const config = mergeConfig(jobsProvider, { jobs: { ...place.options, list, ...options } });
  const container = new ServiceManager(config.dependencies);
  const error = vi.fn();
  const warn = vi.fn();
  container.setService('config', config);
  container.setService('Logger', { info() {}, warn, error });
  for (const [id, service] of Object.entries(services)) container.setService(id, service);
  const database = place.openDatabase();
  if (database !== undefined) {
    container.setFactory('Database', () =>
      Object.assign(database, { [Symbol.asyncDispose]: () => database.destroy() }),
    );
  }
  return {
    container,
    jobs: container.get(Jobs),
    error,
    warn,
    database,
    start: () => container.start(),
    stop: () => container.dispose(),
  };
}

export { JobWorker };
