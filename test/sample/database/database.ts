import { type Dialect, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import Sqlite from 'libsql';
import { Pool, types } from 'pg';
import { createTables } from './create-tables.ts';
import type { Tables } from './tables.ts';

const BIGINT = 20;

/** The database of the help desk: SQLite in memory, or PostgreSQL. Its first query creates the tables. */
export class Database extends Kysely<Tables> {
  static readonly inject = ['config'] as const;
  readonly isPostgres: boolean;

  constructor({ database: { url } }: { readonly database: { readonly url: string } }) {
    const isPostgres = url.startsWith('postgres:');
    super({ dialect: isPostgres ? postgres(url) : sqlite(url) });
    this.isPostgres = isPostgres;
  }
}

function sqlite(file: string): Dialect {
  return new SqliteDialect({
    database: async () => {
      const database = new Sqlite(file);
      database.pragma('foreign_keys = ON');
      await createTables(new Kysely({ dialect: new SqliteDialect({ database }) }));
      return database;
    },
  });
}

function postgres(connectionString: string): Dialect {
  const getTypeParser = (type: number, format?: 'text' | 'binary') =>
    type === BIGINT ? Number : types.getTypeParser(type, format);
  return new PostgresDialect({
    pool: async () => {
      const pool = new Pool({ connectionString, types: { getTypeParser } });
      await createTables(new Kysely({ dialect: new PostgresDialect({ pool }) }));
      return pool;
    },
  });
}
