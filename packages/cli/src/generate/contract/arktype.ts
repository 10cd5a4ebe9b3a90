import { type Field, type FieldType, isSwitch } from './fields.ts';
import { inQuotes, printFields, printObject, printShortObject } from './print-object.ts';
import { type Purpose, type SchemaLibrary, STORED_TEXT } from './schema-library.ts';

const TYPES: Readonly<Record<FieldType, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number.integer',
  boolean: 'boolean',
  date: 'string.date.iso',
  datetime: 'string.date.iso',
  email: 'string.email',
  url: 'string.url',
  uuid: 'string.uuid',
};

/** Types that aren't in the language of strings. */
const CODE: Readonly<Record<Purpose, Partial<typeof TYPES>>> = {
  json: {},
  stored: {
    string: 'text',
    integer: "type('number.integer & number.safe')",
    number: 'type.number.atLeast(-Number.MAX_VALUE).atMost(Number.MAX_VALUE)',
    url: "type('string.url').and(text)",
  },
  text: {
    number: "type('string.numeric.parse')",
    integer: "type('string.integer.parse')",
    boolean: `type("'true' | 'false'").pipe((text) => text === 'true')`,
  },
};

function code(field: Field, purpose: Purpose): string {
  const { type, isList } = field;
  if (typeof type !== 'string' && 'fields' in type) {
    const object = printFields([DROPPED, ...type.fields.map(entryOf(purpose))], (entry) => entry);
    return isList ? `type(${object}).array()` : object;
  }
  const special = typeof type === 'string' ? CODE[purpose][type] : 'schema' in type ? type.schema : undefined;
  if (special !== undefined) return isList ? `${special}.array()` : special;
  const single = Array.isArray(type)
    ? type.map((value) => `'${value}'`).join(' | ')
    : TYPES[type as FieldType];
  if (!isList) return literal(single);
  return literal(Array.isArray(type) ? `(${single})[]` : `${single}[]`);
}

/** arktype keeps unknown keys otherwise. */
const DROPPED = ['+', "'delete'"] as const;

function entryOf(purpose: Purpose): (field: Field) => readonly [key: string, code: string] {
  return (field) => [keyOf(field), code(field, purpose)];
}

/** A string in quotes that don't occur in it. */
function literal(text: string): string {
  return text.includes("'") ? `"${text}"` : inQuotes(text);
}

function keyOf({ name, isOptional }: { readonly name: string; readonly isOptional: boolean }): string {
  return isOptional ? `${name}?` : name;
}

function objectOf(fields: readonly Field[], purpose: Purpose): string {
  return `type(${printObject([DROPPED, ...fields.map(entryOf(purpose))])})`;
}

export const arktype: SchemaLibrary = {
  packages: { arktype: '^2.2.9' },
  imported: { name: 'type', from: 'arktype' },
  body: (fields) => objectOf(fields, 'json'),
  storedBody: (fields) => objectOf(fields, 'stored'),
  storedText: `type(${STORED_TEXT})`,
  query: (fields) => objectOf(fields, 'text'),
  flags: (fields) => {
    const entries = fields.map(
      (field) => [keyOf(field), isSwitch(field) ? "'boolean = false'" : code(field, 'json')] as const,
    );
    return `type(${printObject(entries, '  ')})`;
  },
  params: (fields) => {
    const entries = fields.map(({ patterns: [first, ...others], ...field }) => {
      if (first === undefined) return [keyOf(field), "'string'"] as const;
      if (others.length === 0) return [keyOf(field), String(first)] as const;
      return [keyOf(field), `type(${first})${others.map((other) => `.and(${other})`).join('')}`] as const;
    });
    return `type(${printShortObject(entries)})`;
  },
  text: "type('string')",
  object: "type('object')",
};
