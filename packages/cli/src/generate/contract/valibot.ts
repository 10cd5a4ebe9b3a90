import { type Field, type FieldType, isSwitch } from './fields.ts';
import { inQuotes, printFields, printObject, printShortObject } from './print-object.ts';
import type { SchemaLibrary } from './schema-library.ts';

const TYPES: Readonly<Record<FieldType, string>> = {
  string: 'v.string()',
  number: 'v.number()',
  integer: 'v.pipe(v.number(), v.integer())',
  boolean: 'v.boolean()',
  date: 'v.pipe(v.string(), v.isoDate())',
  datetime: 'v.pipe(v.string(), v.isoTimestamp())',
  email: 'v.pipe(v.string(), v.email())',
  url: 'v.pipe(v.string(), v.url())',
  uuid: 'v.pipe(v.string(), v.uuid())',
};

/** Conversions from strings. */
const STRING_CONVERSIONS: Partial<typeof TYPES> = {
  number: 'v.pipe(v.string(), v.toNumber())',
  integer: 'v.pipe(v.string(), v.toNumber(), v.integer())',
  boolean: "v.pipe(v.picklist(['true', 'false']), v.transform((text) => text === 'true'))",
};

function one({ type }: Field, isText: boolean): string {
  if (typeof type === 'string') return (isText ? STRING_CONVERSIONS[type] : undefined) ?? TYPES[type];
  if ('schema' in type) return type.schema;
  if ('fields' in type)
    return `v.object(${printFields(type.fields, (field) => [field.name, code(field, isText)])})`;
  return `v.picklist([${type.map(inQuotes).join(', ')}])`;
}

function code(field: Field, isText: boolean): string {
  const single = one(field, isText);
  const all = field.isList ? `v.array(${single})` : single;
  return field.isOptional ? `v.optional(${all})` : all;
}

function objectOf(fields: readonly Field[], isText: boolean): string {
  return `v.object(${printObject(fields.map((field) => [field.name, code(field, isText)]))})`;
}

export const valibot: SchemaLibrary = {
  packages: { valibot: '^1.5.0', '@valibot/to-json-schema': '^1.8.0' },
  imported: { name: '* as v', from: 'valibot' },
  body: (fields) => objectOf(fields, false),
  query: (fields) => objectOf(fields, true),
  flagImport: { name: 'toStandardJsonSchema', from: '@valibot/to-json-schema' },
  flags: (fields) => {
    const entries = fields.map(
      (field) =>
        [field.name, isSwitch(field) ? 'v.optional(v.boolean(), false)' : code(field, false)] as const,
    );
    return `toStandardJsonSchema(v.object(${printObject(entries, '  ')}))`;
  },
  params: (fields) => {
    const entries = fields.map(({ name, patterns, isOptional }) => {
      const checks = patterns.map((pattern) => `, v.regex(${pattern})`);
      const text = checks.length === 0 ? 'v.string()' : `v.pipe(v.string()${checks.join('')})`;
      return [name, isOptional ? `v.optional(${text})` : text] as const;
    });
    return `v.object(${printShortObject(entries)})`;
  },
  text: 'v.string()',
  object: 'v.looseObject({})',
};
