import { safely } from '../../errors/describe.ts';
import { HttpError } from '../../errors/http-error.ts';
import { TOKEN, trimBlanks } from '../header-list.ts';
import { malformed } from './multipart-parser.ts';

/** The headers of a part of a form. */
export interface PartHead {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('latin1');

const MAX_HEADERS = 100;
const TOKEN_TEXT = "[\\w!#$%&'*+.^`|~-]+";
const TYPE = new RegExp(`^${TOKEN_TEXT}/${TOKEN_TEXT}(?=[\\t ]*(?:;|$))`);
const BOUNDARY = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/;
// Clients such as curl and Go escape quotes and backslashes. Browsers write quotes as %22, and backslashes as they are.
const ESCAPED = parameter(String.raw`[^"\\]*(?:\\[^][^"\\]*)*`);
const AS_IS = parameter('[^"]*');
// Control characters, and characters that change the direction or the lines of text.
const HIDDEN = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;

/** Matches a parameter of a header with its ";". */
function parameter(quoted: string): RegExp {
  return new RegExp(`[\\t ]*;[\\t ]*(?:(${TOKEN_TEXT})=(?:"(${quoted})"|([^\\t ",;]*)))?`, 'y');
}

/**
 * The boundary in the Content-Type of a form.
 *
 * @throws {@link HttpError} 400 when the boundary is missing or malformed (RFC 2046 5.1.1)
 */
export function boundaryOf(type: string): string {
  const boundary = parametersOf(trimBlanks(type.replace(/^[^;]*/, '')))?.get('boundary');
  if (boundary !== undefined && BOUNDARY.test(boundary)) return boundary;
  throw new HttpError(400, 'The Content-Type of the form has no boundary, or a malformed one.');
}

/**
 * Parses the headers of a part (RFC 7578 4.2).
 *
 * @throws {@link HttpError} 400 when they are malformed
 */
export function parseHead(bytes: Uint8Array): PartHead {
  const headers = headersOf(fromUtf8(bytes) ?? latin1.decode(bytes));
  const disposition = headers.get('content-disposition') ?? '';
  const parameters = /^form-data[\t ]*(?:;|$)/i.test(disposition)
    ? parametersOf(disposition.slice('form-data'.length))
    : undefined;
  const name = parameters?.get('name');
  if (parameters === undefined || name === undefined) throw malformed('a part has no name');
  if (!/^(?:7bit|8bit|binary)$/i.test(headers.get('content-transfer-encoding') ?? 'binary')) {
    throw malformed('a part has a Content-Transfer-Encoding that is not "binary"');
  }
  const plain = parameters.get('filename');
  const filename = extendedValue(parameters.get('filename*')) ?? (plain && decoded(plain));
  if (filename === undefined && parameters.has('filename*')) throw malformed('a file name is malformed');
  const type = headers.get('content-type') ?? 'text/plain';
  return {
    name: decoded(name),
    filename: filename === undefined ? undefined : cleanName(filename),
    type: TYPE.exec(type)?.[0].toLowerCase() ?? 'application/octet-stream',
  };
}

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  if (text === '') return headers;
  // A line that begins with a blank continues the line before.
  const lines = text.replace(/\r\n(?=[\t ])/g, '').split('\r\n', MAX_HEADERS + 1);
  if (lines.length > MAX_HEADERS) throw malformed(`a part has more than ${MAX_HEADERS} headers`);
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const isRepeated = headers.has(name) && name.startsWith('content-');
    // oxlint-disable-next-line no-control-regex
    if (!TOKEN.test(name) || isRepeated || /[\0\r\n]/.test(line)) {
      throw malformed('a header of a part is malformed or repeated');
    }
    headers.set(name, trimBlanks(line.slice(colon + 1)));
  }
  return headers;
}

/** The parameters of a header by name; undefined when it is malformed. */
function parametersOf(text: string): Map<string, string> | undefined {
  return matchParameters(text, ESCAPED) ?? matchParameters(text, AS_IS);
}

function matchParameters(text: string, pattern: RegExp): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const [, name, quoted, token = ''] = match;
    if (name === undefined) continue;
    if (found.has(name.toLowerCase())) return undefined;
    const value = pattern === ESCAPED ? quoted?.replace(/\\(["\\])/g, '$1') : quoted;
    found.set(name.toLowerCase(), value ?? token);
  }
  return found;
}

/** A name as browsers encode it, or as .NET does (RFC 2047). */
function decoded(name: string): string {
  const [, base64] = /^=\?utf-8\?B\?([\w+/]+=*)\?=$/i.exec(name) ?? [];
  const bytes =
    base64 && safely(() => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)), undefined);
  return (bytes && fromUtf8(bytes)) ?? name.replace(/%(?:0A|0D|22)/gi, decodeURIComponent);
}

/** The value of a parameter such as `filename*` (RFC 8187), which .NET sends too; undefined when it is malformed. */
function extendedValue(text: string = ''): string | undefined {
  const [, value] = /^utf-8'[^']*'([^]*)$/i.exec(text) ?? [];
  return value && safely<string | undefined>(() => decodeURIComponent(value), undefined);
}

function fromUtf8(bytes: Uint8Array): string | undefined {
  return safely<string | undefined>(() => utf8.decode(bytes), undefined);
}

/** The name without folders, drive letters and hidden characters; "" when nothing else is left. */
function cleanName(name: string): string {
  const last =
    name
      .replace(HIDDEN, '')
      .split(/[/\\]|%2F|%5C/i)
      .at(-1) ?? '';
  return last.replace(/^(?:[a-z]:)+/i, '').replace(/^[. ]+$/, '');
}
