import { printKey } from '../../edit/code.ts';
import type { Field } from '../contract/fields.ts';
import { GENERATED_STYLE, inQuotes, printMember } from '../contract/print-object.ts';

/** A column of a table, and how its field is written and read. */
export interface Column {
  readonly name: string;
  /** The line of a migration that adds it. */
  readonly added: string;
  /** The line in the interface of the table. */
  readonly member: string;
  /** The entry of a row, from `fields`. */
  readonly written: string;
  /** The entry of an item, from `row`. */
  readonly read: string;
  readonly isJson: boolean;
}

/** A column as it is added to a table and to its interface. */
export type AddedColumn = Pick<Column, 'name' | 'added' | 'member' | 'isJson'>;

/** The primary key, a UUID. */
export const ID_COLUMN: AddedColumn = {
  name: 'id',
  added: ".addColumn('id', 'text', (column) => column.primaryKey())",
  member: 'readonly id: string',
  isJson: false,
};

/** The time of creation, by which the rows of a resource are ordered. */
export const CREATED_COLUMN: AddedColumn = {
  name: 'created_at',
  added: ".addColumn('created_at', 'text', (column) => column.notNull())",
  member: 'readonly created_at: string',
  isJson: false,
};

/** The names of the columns that fields can't have. */
export const OWN_COLUMNS: readonly string[] = [ID_COLUMN.name, CREATED_COLUMN.name];

/**
 * The column of a field, the same for SQLite and PostgreSQL: booleans are 0 and 1, because SQLite has no others, and arrays and
 * objects are JSON as text.
 *
 * @param isAdded whether the table exists, whose rows have no value for it
 * @param fieldsType the type of all fields, to which JSON columns refer; they list their type when it is absent
 */
export function columnOf(field: Field, isAdded = false, fieldsType?: string): Column {
  const { name } = field;
  const kind = kindOf(field);
  const isNullable = field.isOptional || isAdded;
  const key = printKey(name, GENERATED_STYLE);
  const [given, kept] = [printMember('fields', name), printMember('row', name)];
  const [write, read] = CONVERSIONS[kind];
  const written = kind === 'plain' ? `${given} ?? null` : `${given} === undefined ? null : ${write(given)}`;
  const value = read(kept);
  const type = kind === 'json' ? `JsonText<${jsonTypeOf(field, fieldsType)}>` : typeOf(field);
  const constraint = isNullable ? '' : ', (column) => column.notNull()';
  return {
    name,
    added: `.addColumn(${inQuotes(name)}, ${inQuotes(sqlTypeOf(field, kind))}${constraint})`,
    member: `readonly ${key}: ${kind === 'boolean' ? 'number' : type}${isNullable ? ' | null' : ''}`,
    written: `${key}: ${isNullable ? written : write(given)}`,
    read: isNullable ? `...(${kept} !== null && { ${key}: ${value} })` : `${key}: ${value}`,
    isJson: kind === 'json',
  };
}

type Kind = 'plain' | 'boolean' | 'json';

const CONVERSIONS: Readonly<
  Record<Kind, readonly [write: (code: string) => string, read: (code: string) => string]>
> = {
  plain: [(code) => code, (code) => code],
  boolean: [(code) => `Number(${code})`, (code) => `${code} === 1`],
  json: [(code) => `toJson(${code})`, (code) => `fromJson(${code})`],
};

function kindOf({ type, isList }: Field): Kind {
  if (isList || (typeof type !== 'string' && !Array.isArray(type))) return 'json';
  return type === 'boolean' ? 'boolean' : 'plain';
}

function sqlTypeOf({ type }: Field, kind: Kind): string {
  if (kind === 'boolean') return 'integer';
  if (kind === 'plain' && type === 'integer') return 'bigint';
  return kind === 'plain' && type === 'number' ? 'double precision' : 'text';
}

function jsonTypeOf(field: Field, fieldsType: string | undefined): string {
  if (fieldsType === undefined) return typeOf(field);
  const type = `${fieldsType}[${inQuotes(field.name)}]`;
  return field.isOptional ? `NonNullable<${type}>` : type;
}

/** The TypeScript type of a field. */
function typeOf({ type, isList }: Field): string {
  const single = singleTypeOf(type);
  if (!isList) return single;
  return single.includes(' | ') ? `(${single})[]` : `${single}[]`;
}

function singleTypeOf(type: Field['type']): string {
  if (typeof type !== 'string') {
    if ('schema' in type) return 'unknown';
    if (!('fields' in type)) return type.map(inQuotes).join(' | ');
    const members = type.fields.map((field) => {
      const key = printKey(field.name, GENERATED_STYLE);
      return field.isOptional ? `${key}?: ${typeOf(field)} | undefined` : `${key}: ${typeOf(field)}`;
    });
    return `{ ${members.join('; ')} }`;
  }
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'boolean' : 'string';
}
