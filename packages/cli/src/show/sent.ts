import { text } from 'node:stream/consumers';
import type { Arguments } from '#command-line/arguments';
import { messageOf, UsageError } from '#command-line/errors';

type Values = Arguments['values'];

const BODY_FLAGS = ['json', 'form', 'data'] as const;

/** Whether a body is sent; `--json` without a value sends none. */
export function hasBody(values: Values): boolean {
  return given(values).length > 0;
}

/**
 * The body to send, with its type.
 *
 * @param host whose standard input is read for "-"
 * @throws UsageError when several bodies are given, when JSON or a form field is malformed, or when the method can't
 *   have a body
 */
export async function sentBody(
  values: Values,
  method: string,
  host: Pick<NodeJS.Process, 'stdin'>,
): Promise<{ readonly content: string; readonly type: string } | undefined> {
  const [kind, other] = given(values);
  if (kind === undefined) return undefined;
  if (other !== undefined)
    throw new UsageError(`--${kind} and --${other} exclude each other: pass one of them.`);
  if (method === 'GET' || method === 'HEAD') {
    throw new UsageError(`A ${method} request has no body: leave --${kind} out, or use another method.`);
  }
  const [first = '', second] = textsOf(values, kind);
  if (kind === 'form') return { content: form(values), type: 'application/x-www-form-urlencoded' };
  if (second !== undefined) throw new UsageError(`--${kind} was passed twice: pass it once.`);
  const content = first === '-' ? await text(host.stdin) : first;
  if (kind === 'data') return { content, type: 'text/plain; charset=utf-8' };
  try {
    JSON.parse(content);
  } catch (error) {
    throw new UsageError(
      `The value of --json is not valid JSON (${messageOf(error)}): quote it, as in --json '{"title":"Hello"}'.`,
    );
  }
  return { content, type: 'application/json' };
}

/**
 * The headers to send.
 *
 * @throws UsageError when a header has no name
 */
export function sentHeaders(values: Values, type: string | undefined): [name: string, value: string][] {
  const headers = (values['header'] ?? []).map((line): [string, string] => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined || /[\r\n\0]/.test(value)) {
      throw new UsageError(`"${line}" is not a header: write --header 'Accept: application/json'.`);
    }
    return [name, value];
  });
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return type === undefined || isTyped ? headers : [['Content-Type', type], ...headers];
}

/**
 * The time limit in milliseconds; undefined when it isn't given.
 *
 * @throws UsageError when it isn't a time
 */
export function timeoutOf(values: Values): number | undefined {
  const seconds = values['max-time']?.at(-1);
  if (seconds === undefined) return undefined;
  if (!(Number(seconds) > 0 && Number(seconds) <= 86_400)) {
    throw new UsageError(`--max-time is a number of seconds up to a day, not "${seconds}".`);
  }
  return Number(seconds) * 1000;
}

function given(values: Values): (typeof BODY_FLAGS)[number][] {
  return BODY_FLAGS.filter((kind) => textsOf(values, kind).length > 0);
}

function textsOf(values: Values, kind: (typeof BODY_FLAGS)[number]): readonly string[] {
  const texts = values[kind] ?? [];
  return kind === 'json' ? texts.filter((each) => each !== '') : texts;
}

function form(values: Values): string {
  const fields = textsOf(values, 'form').map((field): [string, string] => {
    const end = field.indexOf('=');
    if (end < 1) throw new UsageError(`"${field}" is not a form field: write --form name=value.`);
    return [field.slice(0, end), field.slice(end + 1)];
  });
  return new URLSearchParams(fields).toString();
}
