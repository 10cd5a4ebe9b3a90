import { HttpError } from '../errors/http-error.ts';

// 1 at the character codes of RFC 3986 pchar and "/", else 0.
const ALLOWED = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/") {
  ALLOWED[character.charCodeAt(0)] = 1;
}
const DOT_SEGMENT = /\/\.\.?(?:\/|$)/;
const DOT = 46;
const SLASH = 47;
const ESCAPE_OR_FORBIDDEN = /%([0-9A-Fa-f]{2})?|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g;

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
  return isCanonical(absolute) ? absolute : removeDotSegments(respell(absolute));
}

/** Whether a path that starts with "/" is canonical already; nearly all paths are. */
export function isCanonical(path: string): boolean {
  let mayHaveDotSegment = false;
  for (let index = 0; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (ALLOWED[code] !== 1) return false;
    if (code === DOT && path.charCodeAt(index - 1) === SLASH) mayHaveDotSegment = true;
  }
  return !mayHaveDotSegment || !DOT_SEGMENT.test(path);
}

/**
 * Decodes and escapes like `canonicalPath`, and keeps dot segments.
 *
 * @throws {@link HttpError} 400 when an escape is malformed or not valid UTF-8
 */
export function respell(path: string): string {
  const spelled = path.replace(ESCAPE_OR_FORBIDDEN, (match, hex: string | undefined) => {
    if (!match.startsWith('%')) return escape(match);
    if (hex === undefined) throw malformed(path);
    const code = Number.parseInt(hex, 16);
    return ALLOWED[code] === 1 && code !== SLASH ? String.fromCharCode(code) : match.toUpperCase();
  });
  try {
    decodeURIComponent(spelled);
  } catch (cause) {
    throw malformed(path, cause);
  }
  return spelled;
}

function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed());
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
