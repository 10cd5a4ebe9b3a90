import { listOf } from '../engine/generator.ts';

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

/** A field of a route's input. */
export interface Field {
  readonly name: string;
  /** Its type, or the strings that it accepts. */
  readonly type: FieldType | readonly string[];
  readonly isList: boolean;
  readonly isOptional: boolean;
}

/** Reads fields that have been checked, as in `title:string, tags:string[], state:draft|published?`. */
export function fieldsIn(text: string | undefined): Field[] {
  return listOf(text).map((item) => {
    const [, name = '', type = '', list, optional] =
      /^([^:]*?)\s*:\s*(.*?)\s*(\[\])?\s*(\?)?$/.exec(item) ?? [];
    return {
      name,
      type: isFieldType(type) ? type : type.split('|').map((value) => value.trim()),
      isList: list !== undefined,
      isOptional: optional !== undefined,
    };
  });
}

/** The reason why fields are invalid, in one sentence; undefined when they are valid. */
export function validateFields(text: string): string | undefined {
  const items = listOf(text);
  const without = items.find((item) => !item.includes(':'));
  if (without !== undefined) return `"${without}" has no type: write it as in ${without}:string.`;
  const fields = fieldsIn(text);
  for (const { name, type } of fields) {
    const wrong = wrongName(name) ?? (typeof type === 'string' ? undefined : wrongValues(name, type));
    if (wrong !== undefined) return wrong;
  }
  const twice = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) !== index);
  return twice === undefined ? undefined : `"${twice.name}" is named twice: name each field once.`;
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
  const taken = `${Object.keys(FIELD_TYPES).join(', ')}, or strings as in draft|published; "[]" behind it for an array, "?" where it may be absent`;
  if (values.length === 1) return `${name}: there is no type "${only}": there are ${taken}.`;
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
