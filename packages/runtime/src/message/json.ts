import { InvalidArgumentError } from '../error/coded-errors.ts';

/** What has no JSON form: the key path to it, the value, and what to do. */
interface Culprit {
  readonly path: string;
  readonly value: unknown;
  readonly hint: string;
}

/**
 * The data as `JSON.stringify` writes it.
 *
 * @param name of the data, for errors
 * @throws InvalidArgumentError that names the key when the data has no JSON form: undefined, a function or a symbol at the
 *   top, a BigInt or circular data anywhere. What a getter or a `toJSON()` throws is thrown as it is.
 */
export function toJson(data: unknown, name = 'data'): string {
  let cause: unknown;
  let culprit: Culprit | undefined = { path: name, value: data, hint: '' };
  try {
    const text = JSON.stringify(data) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
    culprit = findCulprit(data, name);
    if (culprit === undefined) throw error;
  }
  const { path, value, hint } = culprit;
  throw new InvalidArgumentError(
    path,
    'a value with a JSON form',
    value,
    hint,
    cause ? { cause } : undefined,
  );
}

/** What `JSON.stringify` has met first; undefined when that was an error of a getter or a `toJSON()`. */
function findCulprit(data: unknown, name: string): Culprit | undefined {
  try {
    return search(data, '', name, new Map());
  } catch {
    return undefined;
  }
}

/** @param above the objects in which the value stands, by what they are, with their paths */
function search(
  given: unknown,
  key: string,
  path: string,
  above: ReadonlyMap<unknown, string>,
): Culprit | undefined {
  const { toJSON } = (given ?? {}) as { toJSON?: unknown };
  const value: unknown = typeof toJSON === 'function' ? toJSON.call(given, key) : given;
  if (typeof value === 'bigint') {
    return { path, value, hint: ' It is a BigInt: write String() or Number() around it.' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const outer = above.get(value);
  if (outer !== undefined) return { path, value, hint: ` It is circular: it is ${outer}.` };
  const within = new Map(above).set(value, path);
  for (const [inner, item] of Object.entries(value)) {
    const culprit = search(item, inner, path + step(inner, Array.isArray(value)), within);
    if (culprit !== undefined) return culprit;
  }
  return undefined;
}

function step(key: string, isIndex: boolean): string {
  if (isIndex) return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
