import { type Field, type FieldType, isSwitch } from './fields.ts';
import { inQuotes, printFields, printObject, printShortObject } from './print-object.ts';
import { type Purpose, type SchemaLibrary, STORED_TEXT } from './schema-library.ts';

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

const SPECIAL: Readonly<Record<Purpose, Partial<typeof TYPES>>> = {
  json: {},
  stored: {
    string: 'text',
    integer: 'v.pipe(v.number(), v.safeInteger())',
    // Not v.finite(), which has no JSON Schema.
    number: 'v.pipe(v.number(), v.minValue(-Number.MAX_VALUE), v.maxValue(Number.MAX_VALUE))',
    url: 'v.pipe(text, v.url())',
  },
  // Conversions from strings.
  text: {
    number: 'v.pipe(v.string(), v.toNumber())',
    integer: 'v.pipe(v.string(), v.toNumber(), v.safeInteger())',
    boolean: "v.pipe(v.picklist(['true', 'false']), v.transform((text) => text === 'true'))",
  },
};

function one({ type }: Field, purpose: Purpose): string {
  if (typeof type === 'string') return SPECIAL[purpose][type] ?? TYPES[type];
  if ('schema' in type) return type.schema;
  if ('fields' in type)
    return `v.object(${printFields(type.fields, (field) => [field.name, code(field, purpose)])})`;
  return `v.picklist([${type.map(inQuotes).join(', ')}])`;
}

function code(field: Field, purpose: Purpose): string {
  const single = one(field, purpose);
  const all = field.isList ? `v.array(${single})` : single;
  return field.isOptional ? `v.optional(${all})` : all;
}

function objectOf(fields: readonly Field[], purpose: Purpose): string {
  return `v.object(${printObject(fields.map((field) => [field.name, code(field, purpose)]))})`;
}

export const valibot: SchemaLibrary = {
  packages: { valibot: '^1.5.0', '@valibot/to-json-schema': '^1.8.0' },
  imported: { name: '* as v', from: 'valibot' },
  body: (fields) => objectOf(fields, 'json'),
  storedBody: (fields) => objectOf(fields, 'stored'),
  storedText: `v.pipe(v.string(), v.regex(${STORED_TEXT}, 'Must not contain U+0000 or a lone surrogate'))`,
  query: (fields) => objectOf(fields, 'text'),
  flagImport: { name: 'toStandardJsonSchema', from: '@valibot/to-json-schema' },
  flags: (fields) => {
    const entries = fields.map(
      (field) =>
        [field.name, isSwitch(field) ? 'v.optional(v.boolean(), false)' : code(field, 'json')] as const,
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
