import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom as postgresRows } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteRows } from 'kysely/helpers/sqlite';

/** The text of a JSON column. */
export type JsonText<T> = string & { readonly __json?: T };

export function toJson<T>(value: T): JsonText<T> {
  return JSON.stringify(value);
}

export function fromJson<T>(text: JsonText<T>): T {
  return JSON.parse(text) as T;
}

/** The rows of a subquery as a JSON column. */
export function jsonRows<Row>(
  { isPostgres }: { readonly isPostgres: boolean },
  // oxlint-disable-next-line typescript/no-explicit-any -- a subquery of any tables
  rows: SelectQueryBuilder<any, any, Row>,
): RawBuilder<JsonText<Row[]>> {
  return isPostgres
    ? sql<JsonText<Row[]>>`${postgresRows(rows)}::text`
    : sql<JsonText<Row[]>>`${sqliteRows(rows)}`;
}
