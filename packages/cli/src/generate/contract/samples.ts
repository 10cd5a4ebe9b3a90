import { type Code, type CodeMap, Reference } from '../../edit/code.ts';
import type { Field, FieldType } from './fields.ts';

/** Valid and invalid values of a field. */
const SAMPLE_VALUES: Readonly<
  Record<FieldType, readonly [good: string | number | boolean, bad: string | number]>
> = {
  string: ['text', 7],
  number: [1.5, 'seven'],
  integer: [7, 'seven'],
  boolean: [true, 'maybe'],
  date: ['2026-01-31', 'never'],
  datetime: ['2026-01-31T12:00:00Z', 'never'],
  email: ['ada@example.com', 'nobody'],
  url: ['https://example.com/', 'nowhere'],
  uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e', 'none'],
};

/** Valid input of a schema, and the same with one error. */
export interface Samples {
  readonly good: CodeMap;
  /** The invalid value and its field; undefined when every value is valid. */
  readonly bad: { readonly name: string; readonly value: Code } | undefined;
}

/** Samples for a body, which is sent as JSON. */
export function bodySamples(fields: readonly Field[]): Samples {
  const field =
    fields.find(({ type, isList }) => type === 'string' && !isList) ??
    fields.find(({ type }) => typeof type === 'string' || !('schema' in type)) ??
    fields[0];
  return {
    good: goodValues(fields),
    bad: field && { name: field.name, value: field.isList ? 'no list' : badOf(field) },
  };
}

function goodValues(fields: readonly Field[]): CodeMap {
  return Object.fromEntries(fields.map((each) => [each.name, listed(each, goodOf(each))]));
}

/** Samples for a query, in which all values are strings, and a repeated string is an array. */
export function querySamples(fields: readonly Field[]): Samples {
  const good = fields.map((field) => [field.name, listed(field, String(goodOf(field)))] as const);
  const single = fields.filter(({ isList }) => !isList);
  const field = single.find(({ type }) => type !== 'string') ?? single[0];
  if (field === undefined) return { good: Object.fromEntries(good), bad: undefined };
  const value = field.type === 'string' ? ['one', 'two'] : badOf(field);
  return { good: Object.fromEntries(good), bad: { name: field.name, value } };
}

function listed<Value>({ isList }: Field, value: Value): Value | readonly Value[] {
  return isList ? [value] : value;
}

function goodOf({ type }: Field): Code {
  if (typeof type === 'string') return SAMPLE_VALUES[type][0];
  if ('schema' in type) return new Reference(`sampleOf(${type.schema})`);
  return 'fields' in type ? goodValues(type.fields) : (type[0] ?? '');
}

function badOf({ type }: Field): Code {
  if (typeof type === 'string') return SAMPLE_VALUES[type][1];
  // The key is missing in the JSON then.
  if ('schema' in type) return new Reference('undefined');
  return 'fields' in type ? 'no object' : type.join(' or ');
}
