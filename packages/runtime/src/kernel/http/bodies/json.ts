import { InvalidArgumentError } from '../../errors/coded-errors.ts';
import { HeaderList, type HeadersInput } from '../header-list.ts';
import { HttpResponse } from '../http-response.ts';

const JSON_TYPE = HeaderList.of('Content-Type', 'application/json');

/**
 * A JSON response, `application/json`, with the data as `JSON.stringify` writes it.
 *
 * @example new JsonResponse({ id: 42 })
 */
export class JsonResponse extends HttpResponse {
  /**
   * Creates a JSON response. The data is serialized immediately.
   *
   * @param data any value that has a JSON form
   * @param status an integer from 200 to 599; 200 when absent
   * @param headers more headers; a Content-Type, such as `application/problem+json`, replaces the default
   * @throws {@link InvalidArgumentError} when the status or a header is malformed, or the data has no JSON form:
   *   circular data or a BigInt anywhere, undefined, a function or a symbol at the top. The message names the key.
   *   Errors of a getter or a `toJSON()` are thrown as they are.
   * @example return new JsonResponse({ id: 42 }, 201, { Location: '/posts/42' });
   */
  constructor(data: unknown, status = 200, headers?: HeadersInput) {
    super(toJson(data), status, HeaderList.from(headers, JSON_TYPE));
  }
}

/**
 * The data as `JSON.stringify` writes it.
 *
 * @param name of the data, for errors
 * @throws {@link InvalidArgumentError} that names the key when the data has no JSON form: undefined, a function or a
 *   symbol at the top, a BigInt or circular data anywhere, or data that is nested too deeply. Errors of a getter or a
 *   `toJSON()` are thrown as they are.
 */
export function toJson(data: unknown, name = 'data'): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(data) as string | undefined;
  } catch (cause) {
    throw explain(data, name, cause) ?? cause;
  }
  if (text === undefined) throw withoutJsonForm(name, data);
  return text;
}

function withoutJsonForm(
  path: string,
  value: unknown,
  hint = '',
  options?: ErrorOptions,
): InvalidArgumentError {
  return new InvalidArgumentError(path, 'a value with a JSON form', value, hint, options);
}

/** The error for data that `JSON.stringify` cannot write; undefined when a getter or a `toJSON()` has thrown. */
function explain(data: unknown, name: string, cause: unknown): InvalidArgumentError | undefined {
  const paths = new Map<unknown, string>();
  let [path, value, hint]: [string, unknown, string | undefined] = [name, data, undefined];
  // JSON.stringify calls this for each value before it writes the value, so the last call is for the value it cannot write.
  function visit(this: unknown, key: string, item: unknown): unknown {
    const outer = paths.get(this);
    path = outer === undefined ? name : outer + step(key, Array.isArray(this));
    value = item;
    hint = typeof item === 'bigint' ? ' It is a BigInt: write String() or Number() around it.' : undefined;
    if (typeof item !== 'object' || item === null) return item;
    const before = paths.get(item);
    // An object that is only in two places isn't circular.
    if (before !== undefined && /^[.[]/.test(path.slice(before.length)) && path.startsWith(before)) {
      hint = ` It is circular: it is ${before}.`;
    } else paths.set(item, path);
    return item;
  }
  try {
    JSON.stringify(data, visit);
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message)) {
      const deep = ' It is nested too deeply, or calls itself in a toJSON().';
      return withoutJsonForm(name, data, deep, { cause });
    }
  }
  return hint === undefined ? undefined : withoutJsonForm(path, value, hint, { cause });
}

function step(key: string, isIndex: boolean): string {
  if (isIndex) return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
