import { UsageError } from '#command-line/errors';
import { printKey } from '../../edit/code.ts';
import type { Project } from '../../project/project.ts';
import type { Field } from '../contract/fields.ts';
import { GENERATED_STYLE, inQuotes, printMember } from '../contract/print-object.ts';
import type { Change } from '../engine/change.ts';
import { kebabCase } from '../engine/names.ts';
import { type AddedColumn, columnOf, CREATED_COLUMN, ID_COLUMN, OWN_COLUMNS } from './columns.ts';
import { createMigration, migrationNamed } from './migration-file.ts';
import { addTable, interfaceOf, tableName, TABLES_FILE, tablesIn } from './tables.ts';

type Tables = ReturnType<typeof tablesIn>;
type Params = Readonly<Record<string, string>>;

interface StoredResource {
  /** The name of the resource, as in `blog-posts`. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** The type of the fields that clients send, and its module. */
  readonly fieldsType: { readonly name: string; readonly from: string };
  /** The path of the collection. */
  readonly path: string;
  /** The placeholders in the path. */
  readonly placeholders: readonly { readonly name: string; readonly optional: boolean }[];
  /** The parameters of the paths that the test requests. */
  readonly samples: readonly Params[];
}

/** The table of a resource, its migration, and the values that the templates of its repository and its test need. */
export async function storeResource(
  project: Project,
  change: Change,
  resource: StoredResource,
): Promise<{ values: object; notes: readonly string[] }> {
  const { name, fields, fieldsType, placeholders, samples } = resource;
  const table = tableName(name);
  const tables = tablesIn(change.read(TABLES_FILE) ?? '');
  const migration = `create-${name}`;
  rejectNames(resource);
  if (tables.has(table) && migrationNamed(project, migration) === undefined) {
    throw new UsageError(`${TABLES_FILE} has a table "${table}" already: choose another --path.`);
  }
  const scopes = placeholders.map(({ name: param }) => ({
    param,
    table: parentTable(resource, param, tables),
  }));
  const columns = fields.map((field) => columnOf(field, false, fieldsType.name));
  const all = [ID_COLUMN, ...scopes.map(parentColumn), ...columns, CREATED_COLUMN];
  const notes = await createMigration(project, change, migration, {
    table,
    creates: true,
    added: all.map(({ added }) => added),
    index: [...placeholders.map(({ name }) => name), CREATED_COLUMN.name, ID_COLUMN.name],
  });
  const json = columns.some(({ isJson }) => isJson);
  addTable(change, table, all, json ? [{ ...fieldsType, isType: true }] : []);
  const parent = scopes.at(-1);
  const parentRows = rowsOf(scopes, tables, samples);
  const values = {
    database: true,
    table,
    tableType: interfaceOf(table),
    alias: project.alias,
    columns,
    json,
    scoped: parent?.table !== undefined,
    parentTable: parent?.table,
    parentWhere: whereOf(scopes, tables),
    parentRows,
    parentJson: parentRows.some(({ rows }) => rows.some((row) => row.includes('toJson('))),
  };
  return { values, notes };
}

interface Scope {
  readonly param: string;
  /** The table of the parent; undefined without one. */
  readonly table: string | undefined;
}

function rejectNames({ fields, placeholders }: StoredResource): void {
  const taken = new Set([...OWN_COLUMNS, ...placeholders.map(({ name }) => name)]);
  const field = fields.find(({ name }) => taken.has(name));
  if (field !== undefined) {
    throw new UsageError(`--fields: "${field.name}" is a column that every table has: choose another name.`);
  }
  const optional = placeholders.find((placeholder) => placeholder.optional);
  if (optional !== undefined) {
    throw new UsageError(
      `--path: {${optional.name}} is optional, but the database needs it for the parent: make it required.`,
    );
  }
}

/** The table of the segment before a placeholder, such as `posts` in /posts/{post}/comments. */
function parentTable({ path }: StoredResource, param: string, tables: Tables): string | undefined {
  const segments = path.split('/');
  const index = segments.findIndex((segment) => segment === `{${param}}` || segment.startsWith(`{${param}:`));
  const table = tableName(kebabCase(segments[index - 1] ?? ''));
  return tables.get(table)?.has('id') === true ? table : undefined;
}

function parentColumn({ param, table }: Scope): AddedColumn {
  const reference = table === undefined ? '' : `.references('${table}.id').onDelete('cascade')`;
  return {
    name: param,
    added: `.addColumn(${inQuotes(param)}, 'text', (column) => column.notNull()${reference})`,
    member: `readonly ${printKey(param, GENERATED_STYLE)}: string`,
    isJson: false,
  };
}

/** The columns by which a parent is found: its id, and those of its own parents. */
function whereOf(scopes: readonly Scope[], tables: Tables): string {
  const parent = scopes.at(-1);
  const columns = tables.get(parent?.table ?? '');
  const outer = scopes.slice(0, -1).filter(({ param }) => columns?.has(param) === true);
  return [
    `id: ${printMember('parent', parent?.param ?? '')}`,
    ...outer.map(({ param }) => `${printKey(param, GENERATED_STYLE)}: ${printMember('parent', param)}`),
  ].join(', ');
}

/** The rows of the parents that the test inserts, outer ones first. */
function rowsOf(
  scopes: readonly Scope[],
  tables: Tables,
  samples: readonly Params[],
): { readonly table: string; readonly rows: readonly string[] }[] {
  return scopes.flatMap(({ param, table }) => {
    const columns = tables.get(table ?? '');
    if (table === undefined || columns === undefined) return [];
    const distinct = samples.filter(
      (params, index) => samples.findIndex((each) => each[param] === params[param]) === index,
    );
    const rows = distinct.map((params) => {
      const entries = Array.from(columns, ([name, type]) => {
        const value = name === 'id' ? params[param] : params[name];
        return `${printKey(name, GENERATED_STYLE)}: ${value === undefined ? sampleOf(name, type) : inQuotes(value)}`;
      });
      return `{ ${entries.join(', ')} }`;
    });
    return [{ table, rows }];
  });
}

/** The code of a value for a column. */
function sampleOf(name: string, type: string): string {
  if (name === CREATED_COLUMN.name) return inQuotes('2026-01-31T12:00:00.000Z');
  if (/\bnull$/.test(type)) return 'null';
  if (type === 'number') return '1';
  if (type.startsWith('JsonText<')) return 'toJson([] as never)';
  return /^'(?:[^'\\]|\\.)*'/.exec(type)?.[0] ?? inQuotes('text');
}
