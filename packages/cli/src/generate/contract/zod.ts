import { type Field, type FieldType, isSwitch } from './fields.ts';
import { inQuotes, printFields, printObject, printShortObject } from './print-object.ts';
import type { SchemaLibrary } from './schema-library.ts';

const TYPES: Readonly<Record<FieldType, string>> = {
  string: 'z.string()',
  number: 'z.number()',
  integer: 'z.int()',
  boolean: 'z.boolean()',
  date: 'z.iso.date()',
  datetime: 'z.iso.datetime()',
  email: 'z.email()',
  url: 'z.url()',
  uuid: 'z.uuid()',
};

/** Conversions from strings. */
const STRING_CONVERSIONS: Partial<typeof TYPES> = {
  number: 'z.coerce.number()',
  integer: 'z.coerce.number().int()',
  boolean: 'z.stringbool()',
};

function one({ type }: Field, isText: boolean): string {
  if (typeof type === 'string') return (isText ? STRING_CONVERSIONS[type] : undefined) ?? TYPES[type];
  if ('schema' in type) return type.schema;
  if ('fields' in type)
    return `z.object(${printFields(type.fields, (field) => [field.name, code(field, isText)])})`;
  return `z.enum([${type.map(inQuotes).join(', ')}])`;
}

function code(field: Field, isText: boolean): string {
  const single = one(field, isText);
  const all = field.isList ? `z.array(${single})` : single;
  return field.isOptional ? `${all}.optional()` : all;
}

function objectOf(fields: readonly Field[], isText: boolean): string {
  return `z.object(${printObject(fields.map((field) => [field.name, code(field, isText)]))})`;
}

export const zod: SchemaLibrary = {
  packages: { zod: '^4.6.7' },
  imported: { name: 'z', from: 'zod' },
  body: (fields) => objectOf(fields, false),
  query: (fields) => objectOf(fields, true),
  flags: (fields) => {
    const entries = fields.map(
      (field) => [field.name, isSwitch(field) ? 'z.boolean().default(false)' : code(field, false)] as const,
    );
    return `z.object(${printObject(entries, '  ')})`;
  },
  params: (fields) => {
    const entries = fields.map(({ name, patterns, isOptional }) => {
      const text = `z.string()${patterns.map((pattern) => `.regex(${pattern})`).join('')}`;
      return [name, isOptional ? `${text}.optional()` : text] as const;
    });
    return `z.object(${printShortObject(entries)})`;
  },
  text: 'z.string()',
  object: 'z.looseObject({})',
};
