import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Schema } from './definition.ts';

type Standard = Schema['~standard'];
type Result = StandardSchemaV1.Result<unknown>;
type Values = Readonly<Record<string, unknown>>;

/** Two suffice, unless a schema judges one key by another. */
const MOST_TRIES = 3;

/**
 * Of a query or a form, where a key that came once is no list: takes its value as a list of one where the schema does so, and not
 * as it came. What fits as it came is validated once.
 */
export function takingListsOfOne(standard: Standard): Standard {
  const validate = (values: unknown): Result | Promise<Result> =>
    after(standard.validate(values), (result) =>
      result.issues === undefined || !isMap(values)
        ? result
        : withLists(standard, values, refusedKeys(values, result.issues), result, MOST_TRIES),
    );
  return { ...standard, validate };
}

/**
 * @param first what came of the values as they are
 * @param tries how often the whole is validated again at most; after that, what does not fit is told as it came
 */
function withLists(
  standard: Standard,
  values: Values,
  keys: readonly string[],
  first: Result,
  tries: number,
): Result | Promise<Result> {
  if (keys.length === 0 || tries === 0) return first;
  const lists = Object.fromEntries(keys.map((key) => [key, [values[key]]]));
  return after(standard.validate({ ...values, ...lists }), ({ issues = [], ...rest }) => {
    // A value that is refused as a list, too, is told as it came.
    const refused = new Set(Array.from(issues, ({ path }) => keyAt(path, 0)));
    const taken = keys.filter((key) => !refused.has(key));
    if (taken.length < keys.length) return withLists(standard, values, taken, first, tries - 1);
    return issues.length === 0 ? (rest as Result) : { issues };
  });
}

/** Those whose values are refused as a whole, and are no lists. */
function refusedKeys(values: Values, issues: readonly StandardSchemaV1.Issue[]): string[] {
  const keys = issues.flatMap(({ path }) => (path?.length === 1 ? [String(keyAt(path, 0))] : []));
  return [...new Set(keys)].filter((key) => Object.hasOwn(values, key) && !Array.isArray(values[key]));
}

function keyAt(path: StandardSchemaV1.Issue['path'], index: number): PropertyKey | undefined {
  const step = path?.[index];
  return typeof step === 'object' ? step.key : step;
}

function isMap(values: unknown): values is Values {
  return typeof values === 'object' && values !== null;
}

function after(
  result: Result | Promise<Result>,
  use: (result: Result) => Result | Promise<Result>,
): Result | Promise<Result> {
  return result instanceof Promise ? result.then(use) : use(result);
}
