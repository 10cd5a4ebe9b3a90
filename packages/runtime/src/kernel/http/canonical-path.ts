import { HttpError } from '../errors/http-error.ts';

// Not 0 at the character codes of RFC 3986 pchar and "/": 2 at ";", which some readers cut off, else 1.
const ALLOWED = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/") {
  ALLOWED[character.charCodeAt(0)] = character === ';' ? 2 : 1;
}
const DOT_SEGMENT = /\/\.\.?(?:\/|$)/;
const EMPTY_OR_DOT_SEGMENT = /\/\/|\/\.\.?(?:\/|$)/;
// Other readers of a canonical path decode, merge or cut off these.
const AMBIGUOUS = /\/\/|;|%(?:2F|5C|00)/;
// Letters, digits, "-", "." and "_" that are escaped without need, and characters that no path may have.
const RESPELLED = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F)|[^!-~]|[\\"<>{}`]/i;
const DOT = 46;
const SLASH = 47;
const MALFORMED_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const ESCAPE_OR_FORBIDDEN = /%([0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g;

/**
 * The canonical form of a path, so that router, path prefixes and static files all see the same (rule P1, RFC 3986 6.2.2):
 * - escapes of characters that a segment may contain as they are (pchar) are decoded; other escapes become upper-case
 * - characters that a path can't contain are escaped as UTF-8
 * - dot segments are removed
 * - `%2F`, `%5C` and `%25` stay, and so do empty segments
 *
 * @param path without query; a leading "/" is added when it is missing
 * @throws {@link HttpError} 400 when an escape is malformed or not valid UTF-8
 */
export function canonicalPath(path: string): string {
  const absolute = path.charCodeAt(0) === SLASH ? path : `/${path}`;
  return isPlain(absolute) ? absolute : removeDotSegments(respell(absolute));
}

/** Whether every reader reads a path that starts with "/" alike: it is canonical, without "//" and ";". Nearly all paths are. */
export function isPlain(path: string): boolean {
  let isDoubtful = false;
  for (let index = 0; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (ALLOWED[code] !== 1) return false;
    if ((code === DOT || code === SLASH) && path.charCodeAt(index - 1) === SLASH) isDoubtful = true;
  }
  return !isDoubtful || !EMPTY_OR_DOT_SEGMENT.test(path);
}

/** How other programs may read the path of a request that isn't plain. */
export interface Spelling {
  readonly canonical: string;
  /** Whether others may read the canonical path as another one (rule P2). */
  readonly isAmbiguous: boolean;
  /** The path as received, if static text is compared with it (rule P1). */
  readonly received: string | undefined;
}

/**
 * Reads a path that isn't plain.
 *
 * @param isStrict whether code in front may have judged the path as received
 * @throws {@link HttpError} 400 when an escape is malformed, or the path isn't spelled as that code expects
 */
export function readPath(path: string, isStrict: boolean): Spelling {
  if (isStrict && (RESPELLED.test(path) || DOT_SEGMENT.test(path))) {
    throw new HttpError(400, `The path ${path} has an unusual spelling.`);
  }
  const canonical = canonicalPath(path);
  return { canonical, isAmbiguous: AMBIGUOUS.test(canonical), received: isStrict ? path : undefined };
}

/**
 * Decodes and escapes like `canonicalPath`, and keeps dot segments.
 *
 * @throws {@link HttpError} 400 when an escape is malformed or not valid UTF-8
 */
export function respell(path: string): string {
  if (MALFORMED_ESCAPE.test(path)) throw malformed(path);
  const spelled = path.replace(ESCAPE_OR_FORBIDDEN, (match, hex: string | undefined) => {
    if (hex === undefined) return encodeURIComponent(match.toWellFormed());
    const code = Number.parseInt(hex, 16);
    return (ALLOWED[code] ?? 0) > 0 && code !== SLASH ? String.fromCharCode(code) : match.toUpperCase();
  });
  try {
    decodeURIComponent(spelled);
  } catch (cause) {
    throw malformed(path, cause);
  }
  return spelled;
}

function removeDotSegments(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (segment === '..' && kept.length > 1) kept.pop();
  }
  // "/a/." and "/a/b/.." both mean the folder "/a/".
  if (/\/\.\.?$/.test(path)) kept.push('');
  return kept.join('/');
}

function malformed(path: string, cause?: unknown): HttpError {
  return new HttpError(400, `The path ${path} has a malformed percent-escape.`, { cause });
}
