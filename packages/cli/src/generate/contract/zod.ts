import { type Field, type FieldType, isSwitch } from './fields.ts';
import { inQuotes, printFields, printObject, printShortObject } from './print-object.ts';
import { type Purpose, type SchemaLibrary, STORED_TEXT } from './schema-library.ts';

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

const SPECIAL: Readonly<Record<Purpose, Partial<typeof TYPES>>> = {
  json: {},
  stored: { string: 'text', url: 'text.check(z.url())' },
  // Conversions from strings.
  text: {
    number: 'z.coerce.number()',
    integer: 'z.coerce.number().int()',
    boolean: 'z.stringbool()',
  },
};

function one({ type }: Field, purpose: Purpose): string {
  if (typeof type === 'string') return SPECIAL[purpose][type] ?? TYPES[type];
  if ('schema' in type) return type.schema;
  if ('fields' in type)
    return `z.object(${printFields(type.fields, (field) => [field.name, code(field, purpose)])})`;
  return `z.enum([${type.map(inQuotes).join(', ')}])`;
}

function code(field: Field, purpose: Purpose): string {
  const single = one(field, purpose);
  const all = field.isList ? `z.array(${single})` : single;
  return field.isOptional ? `${all}.optional()` : all;
}

function objectOf(fields: readonly Field[], purpose: Purpose): string {
  return `z.object(${printObject(fields.map((field) => [field.name, code(field, purpose)]))})`;
}

export const zod: SchemaLibrary = {
  packages: { zod: '^4.6.7' },
  imported: { name: 'z', from: 'zod' },
  body: (fields) => objectOf(fields, 'json'),
  storedBody: (fields) => objectOf(fields, 'stored'),
  storedText: `z.string().regex(${STORED_TEXT}, 'Must not contain U+0000 or a lone surrogate')`,
  query: (fields) => objectOf(fields, 'text'),
  flags: (fields) => {
    const entries = fields.map(
      (field) => [field.name, isSwitch(field) ? 'z.boolean().default(false)' : code(field, 'json')] as const,
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
