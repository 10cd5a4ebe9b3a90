import { type Field, type FieldType, isSwitch } from './fields.ts';
import { inQuotes, printFields, printObject, printShortObject } from './print-object.ts';
import type { SchemaLibrary } from './schema-library.ts';

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

/** Conversions from strings. */
const STRING_CONVERSIONS: Partial<typeof TYPES> = {
  number: 'string.numeric.parse',
  integer: 'string.integer.parse',
};

const BOOLEAN_FROM_STRING = `type("'true' | 'false'").pipe((text) => text === 'true')`;

function one(type: FieldType | readonly string[], isText: boolean): string {
  if (typeof type !== 'string') return type.map((value) => `'${value}'`).join(' | ');
  return (isText ? STRING_CONVERSIONS[type] : undefined) ?? TYPES[type];
}

function code(field: Field, isText: boolean): string {
  const { type, isList } = field;
  if (isText && type === 'boolean') return isList ? `${BOOLEAN_FROM_STRING}.array()` : BOOLEAN_FROM_STRING;
  if (typeof type !== 'string' && 'fields' in type) {
    const object = printFields(type.fields, (inner) => [keyOf(inner), code(inner, isText)]);
    return isList ? `type(${object}).array()` : object;
  }
  if (typeof type !== 'string' && 'schema' in type) return isList ? `${type.schema}.array()` : type.schema;
  const single = one(type, isText);
  if (!isList) return literal(single);
  return literal(typeof type === 'string' ? `${single}[]` : `(${single})[]`);
}

/** A string in quotes that don't occur in it. */
function literal(text: string): string {
  return text.includes("'") ? `"${text}"` : inQuotes(text);
}

function keyOf({ name, isOptional }: { readonly name: string; readonly isOptional: boolean }): string {
  return isOptional ? `${name}?` : name;
}

function objectOf(fields: readonly Field[], isText: boolean): string {
  return `type(${printObject(fields.map((field) => [keyOf(field), code(field, isText)]))})`;
}

export const arktype: SchemaLibrary = {
  packages: { arktype: '^2.2.9' },
  imported: { name: 'type', from: 'arktype' },
  body: (fields) => objectOf(fields, false),
  query: (fields) => objectOf(fields, true),
  flags: (fields) => {
    const entries = fields.map(
      (field) => [keyOf(field), isSwitch(field) ? "'boolean = false'" : code(field, false)] as const,
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
