import { InvalidArgumentError } from '../../errors/coded-errors.ts';

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
 *   top, a BigInt or circular data anywhere, or data that is nested too deeply. What a getter or a `toJSON()` throws is thrown as it is.
 */
export function toJson(data: unknown, name = 'data'): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(data) as string | undefined;
  } catch (error) {
    const culprit = isOverflow(error) ? tooDeep(data, name) : findCulprit(data, name);
    throw culprit === undefined ? error : withoutJsonForm(culprit, { cause: error });
  }
  if (text === undefined) throw withoutJsonForm({ path: name, value: data, hint: '' });
  return text;
}

function withoutJsonForm({ path, value, hint }: Culprit, options?: ErrorOptions): InvalidArgumentError {
  return new InvalidArgumentError(path, 'a value with a JSON form', value, hint, options);
}

function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

function tooDeep(value: unknown, path: string): Culprit {
  return { path, value, hint: ' It is nested too deeply, or calls itself in a toJSON().' };
}

/** What `JSON.stringify` has met first; undefined when that was an error of a getter or a `toJSON()`. */
function findCulprit(data: unknown, name: string): Culprit | undefined {
  try {
    return search(data, '', name, new Map());
  } catch (error) {
    return isOverflow(error) ? tooDeep(data, name) : undefined;
  }
}

/** @param above the objects in which the value stands, by what they are, with their paths */
function search(given: unknown, key: string, path: string, above: Map<unknown, string>): Culprit | undefined {
  const { toJSON } = (given ?? {}) as { toJSON?: unknown };
  const value: unknown = typeof toJSON === 'function' ? toJSON.call(given, key) : given;
  if (typeof value === 'bigint') {
    return { path, value, hint: ' It is a BigInt: write String() or Number() around it.' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const outer = above.get(value);
  if (outer !== undefined) return { path, value, hint: ` It is circular: it is ${outer}.` };
  above.set(value, path);
  for (const [inner, item] of Object.entries(value)) {
    const culprit = search(item, inner, path + step(inner, Array.isArray(value)), above);
    if (culprit !== undefined) return culprit;
  }
  above.delete(value);
  return undefined;
}

function step(key: string, isIndex: boolean): string {
  if (isIndex) return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
