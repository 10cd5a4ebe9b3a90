import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Schema } from './definition.ts';
import { isJsonObject } from './json-schema.ts';

type Standard = Schema['~standard'];
type Result = StandardSchemaV1.Result<unknown>;
type Values = Readonly<Record<string, unknown>>;

/** The values of a query or a form by key; a repeated key has an array of its values. Keys such as `__proto__` are ordinary. */
export function valuesByKey<T>(pairs: Iterable<readonly [string, T]>): Record<string, T | T[]> {
  const values = new Map<string, T | T[]>();
  for (const [key, value] of pairs) {
    const known = values.get(key);
    if (known === undefined) values.set(key, value);
    else if (Array.isArray(known)) known.push(value);
    else values.set(key, [known, value]);
  }
  return Object.fromEntries(values);
}

/**
 * Validates a query or a form, in which a key that is sent once has no array: when the schema rejects such a value, its array
 * is validated once.
 */
export function acceptingSingleValues(standard: Standard): Standard {
  const validate = (values: unknown): Result | Promise<Result> =>
    after(standard.validate(values), (result) => {
      if (result.issues === undefined || !isJsonObject(values)) return result;
      const keys = rejectedKeys(values, result.issues);
      if (keys.length === 0) return result;
      const arrays = Object.fromEntries(keys.map((key) => [key, [values[key]]]));
      return after(standard.validate({ ...values, ...arrays }), (second) =>
        combine(result.issues, second, keys),
      );
    });
  return { ...standard, validate };
}

/** The second result, unless the schema also rejects an array: then the issue with the original value is reported. */
function combine(first: readonly StandardSchemaV1.Issue[], second: Result, keys: readonly string[]): Result {
  const rejected = new Set(Array.from(second.issues ?? [], keyOf));
  const accepted = keys.filter((key) => !rejected.has(key));
  if (accepted.length === keys.length) return second;
  return { issues: Array.from(first).filter((issue) => !accepted.includes(String(keyOf(issue)))) };
}

/** The keys whose single value was rejected as a whole. */
function rejectedKeys(values: Values, issues: readonly StandardSchemaV1.Issue[]): string[] {
  const keys = Array.from(issues, (issue) => (issue.path?.length === 1 ? String(keyOf(issue)) : ''));
  return [...new Set(keys)].filter((key) => Object.hasOwn(values, key) && !Array.isArray(values[key]));
}

/** The first key of the path of an issue; undefined for the whole value. */
export function keyOf({ path: [step] = [] }: StandardSchemaV1.Issue): PropertyKey | undefined {
  return typeof step === 'object' ? step.key : step;
}

function after(
  result: Result | Promise<Result>,
  use: (result: Result) => Result | Promise<Result>,
): Result | Promise<Result> {
  return result instanceof Promise ? result.then(use) : use(result);
}
