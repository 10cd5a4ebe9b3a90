/** The types of a field by their names, each with one line that explains it. */
export const FIELD_TYPES = {
  string: 'any text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  date: 'a date as a string, as in 2026-01-31',
  datetime: 'a time as a string, as in 2026-01-31T12:00:00Z',
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
} as const;

export type FieldType = keyof typeof FIELD_TYPES;

/** The type of a field: a known type, the strings that it accepts, nested fields, or a schema that `src/` exports. */
export type ValueType =
  | FieldType
  | readonly string[]
  | { readonly fields: readonly Field[] }
  | { readonly schema: string };

/** A field of a route's input. */
export interface Field {
  readonly name: string;
  readonly type: ValueType;
  readonly isList: boolean;
  readonly isOptional: boolean;
}

/** Reads fields that have been checked, as in `title:string, tags:string[], author:{name:string}, state:draft|published?`. */
export function fieldsIn(text: string | undefined): Field[] {
  return itemsOf(text ?? '').map((item) => {
    const [, name = '', whole = ''] = /^([^:{]*?)\s*:\s*(.*)$/s.exec(item) ?? [];
    const [, type = '', list, optional] = /^(.*?)\s*(\[\])?\s*(\?)?$/s.exec(whole) ?? [];
    return { name, type: typeOf(type), isList: list !== undefined, isOptional: optional !== undefined };
  });
}

function typeOf(text: string): ValueType {
  const inner = /^\{(.*)\}$/s.exec(text)?.[1];
  if (inner !== undefined) return { fields: fieldsIn(inner) };
  if (isFieldType(text)) return text;
  if (/^[A-Z]\w*$/.test(text)) return { schema: text };
  return text.split('|').map((value) => value.trim());
}

/** The parts of a string between commas that are outside of braces. */
function itemsOf(text: string): string[] {
  const items = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) items.push('');
    else items[items.length - 1] += character;
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/**
 * The reason why fields are invalid, in one sentence; undefined when they are valid.
 *
 * @param schemas the names of schemas that may be types
 */
export function validateFields(text: string, schemas: ReadonlySet<string> = new Set()): string | undefined {
  if (!hasBalancedBraces(text))
    return 'The braces of a nested object do not match: write it as in author:{name:string}.';
  const items = itemsOf(text);
  const without = items.find((item) => !item.includes(':'));
  if (without !== undefined) return `"${without}" has no type: write it as in ${without}:string.`;
  const fields = fieldsIn(text);
  for (const [index, { name, type }] of fields.entries()) {
    const wrong = wrongName(name) ?? wrongType(name, type, items[index] ?? '', schemas);
    if (wrong !== undefined) return wrong;
  }
  const twice = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) !== index);
  return twice === undefined ? undefined : `"${twice.name}" is named twice: name each field once.`;
}

function hasBalancedBraces(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    if (character === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

function wrongType(
  name: string,
  type: ValueType,
  item: string,
  schemas: ReadonlySet<string>,
): string | undefined {
  if (typeof type === 'string') return undefined;
  if ('schema' in type) return schemas.has(type.schema) ? undefined : wrongValues(name, [type.schema]);
  if (!('fields' in type)) return wrongValues(name, type);
  const inner = item.slice(item.indexOf('{') + 1, item.lastIndexOf('}'));
  const wrong = inner.trim() === '' ? 'it has no fields' : validateFields(inner, schemas);
  return wrong === undefined ? undefined : `${name}: ${wrong}`;
}

function wrongName(name: string): string | undefined {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) {
    return `"${name}" is not the name of a field: use letters, digits, "_" and "-", a letter first.`;
  }
  // A schema would find it in objects that were sent without it.
  return name in {} ? `"${name}" is something that every object has: choose another name.` : undefined;
}

function wrongValues(name: string, values: readonly string[]): string | undefined {
  const [only = ''] = values;
  const known = `${Object.keys(FIELD_TYPES).join(', ')}, strings as in draft|published, an object as in {name:string}, or the name of a schema that src/ exports; "[]" behind it for an array, "?" where it may be absent`;
  if (values.length === 1) return `${name}: there is no type "${only}": there are ${known}.`;
  const wrong = values.find((value) => !/^[\w.-]+$/.test(value) || isFieldType(value));
  if (wrong !== undefined) {
    return `${name}: "${wrong}" is not one of several strings, as in draft|published: use letters, digits, "_", "." and "-", and no type.`;
  }
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  return twice === undefined ? undefined : `${name}: "${twice}" is named twice.`;
}

function isFieldType(text: string): text is FieldType {
  return Object.hasOwn(FIELD_TYPES, text);
}

/**
 * The reason why fields can't be read from strings; undefined when they can.
 *
 * @param source where the strings are from, as in `a query`
 */
export function validateFlatFields(fields: readonly Field[], source: string): string | undefined {
  const nested = fields.find(({ type }) => typeof type !== 'string' && !Array.isArray(type));
  return (
    nested &&
    `${nested.name}: ${source} has no objects and schemas: name a type, as in ${nested.name}:string.`
  );
}

/** Whether a flag needs no value, and is false when it is absent. */
export function isSwitch({ type, isList, isOptional }: Field): boolean {
  return type === 'boolean' && !isList && !isOptional;
}

const METHODS_WITH_QUERY = new Set(['GET', 'HEAD', 'DELETE']);

/** The part of a request that contains a route's input, which depends on the method. */
export type InputPart = 'query' | 'body';

/** @returns undefined when some of the methods have their input in the query, and others in the body */
export function inputPartOf(methods: readonly string[] | undefined): InputPart | undefined {
  const [part, other] = new Set(
    (methods ?? ['GET', 'POST']).map((method) => (METHODS_WITH_QUERY.has(method) ? 'query' : 'body')),
  );
  return other === undefined ? part : undefined;
}

export const MIXED_PARTS =
  'GET, HEAD and DELETE have it in the query, and other methods in the body: generate a route for each of both.';
