import { Call, type Code, printProperty, Reference } from '../../edit/code.ts';
import { MAX_LINE_WIDTH } from '../../edit/text-style.ts';
import { GENERATED_STYLE, inQuotes } from '../contract/print-object.ts';
import { type HeaderEntry, MASK } from './header-lines.ts';

const REQUEST_START_LENGTH = '  const response = await app.request('.length;

/** The request that a test sends. */
export interface SentRequest {
  readonly method: string;
  /** The path and the query. */
  readonly path: string;
  readonly headers: readonly HeaderEntry[];
  readonly body: string;
}

/** The arguments of `app.request` for the request. */
export function requestCode({ method, path, headers, body }: SentRequest): string {
  // A path that begins with two slashes would be read as a host.
  const url = inQuotes(path.startsWith('//') ? `http://localhost${path}` : path);
  const json = jsonCode(body);
  const isTyped = json === undefined || headers.some(([name]) => name.toLowerCase() === 'content-type');
  const all = isTyped ? headers : [...headers, ['Content-Type', 'application/json'] as const];
  const init: Readonly<Record<string, Code>> = {
    ...(method !== 'GET' && { method }),
    ...(all.length > 0 && { headers: Object.fromEntries(all) }),
    ...(body !== '' && { body: json ?? body }),
  };
  const properties = (indentation: string): string[] =>
    Object.entries(init).map(([key, value]) => printProperty(key, value, GENERATED_STYLE, indentation));
  const line = properties('').join(', ');
  if (line === '') return url;
  const isShort = REQUEST_START_LENGTH + url.length + line.length + '{  }, );'.length <= MAX_LINE_WIDTH;
  if (isShort && !line.includes('\n')) return `${url}, { ${line} }`;
  return `${url}, {\n    ${properties('    ').join(',\n    ')},\n  }`;
}

/** `JSON.stringify(…)` of an object or an array, if that results in the identical text. */
function jsonCode(body: string): Code | undefined {
  if (!/^[{[]/.test(body) || body.includes('"__proto__"')) return undefined;
  try {
    const value = JSON.parse(body) as unknown;
    if (JSON.stringify(value) === body) return new Call('JSON.stringify', codeOf(value));
  } catch {
    // The body is not JSON.
  }
  return undefined;
}

function codeOf(value: unknown): Code {
  if (value === null) return new Reference('null');
  if (Array.isArray(value)) return value.map(codeOf);
  if (typeof value !== 'object') return value as string | number | boolean;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, codeOf(inner)]));
}

/** Notes about the masked secrets of a request, and the headers that can be sent without them. */
export function withoutSecrets(request: SentRequest): {
  readonly headers: readonly HeaderEntry[];
  readonly notes: readonly string[];
  /** Whether secrets must be filled in by hand first. */
  readonly isIncomplete: boolean;
} {
  const headers = request.headers.filter((header) => !isSecretCookie(header));
  const hidden = [
    ...headers.filter(([, value]) => value.includes(MASK)).map(([name]) => name),
    ...(request.path.includes(MASK) ? ['the query'] : []),
    ...(request.body.includes(MASK) ? ['the body'] : []),
  ];
  const notes = [
    ...(headers.length < request.headers.length
      ? ['Cookies are secret and were left out. If the response depends on them, send them in the test.']
      : []),
    ...(hidden.length > 0
      ? [`Secrets were not recorded: replace ${MASK} in ${hidden.join(' and ')}, then remove ".skip".`]
      : []),
  ];
  return { headers, notes, isIncomplete: hidden.length > 0 };
}

function isSecretCookie([name, value]: HeaderEntry): boolean {
  return name.toLowerCase() === 'cookie' && value.includes(MASK);
}
