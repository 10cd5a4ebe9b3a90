import { HttpError } from '../error/http-error.ts';

// Everything but RFC 3986 pchar and "/", or a dot segment. A path without either is canonical as it stands.
const NOT_CANONICAL = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/]|\/\.\.?(?:\/|$)/;
const NOT_SPELLED = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/]/;
const UNRESERVED = /[A-Za-z0-9\-._~]/;
const ESCAPE_OR_FORBIDDEN = /%([0-9A-Fa-f]{2})?|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g;

/**
 * The one spelling of a path that router, path prefixes and static files all see (SEMANTICS P1, RFC 3986 6.2.2):
 * escapes of unreserved characters are decoded, other escapes are upper-case, characters that may not stand in a
 * path are escaped as UTF-8, dot segments are removed. `%2F`, `%5C` and `%25` stay; nothing is collapsed.
 *
 * @param path the path of a request target, without query; a leading "/" is added when it lacks
 * @throws HttpError 400 when an escape is malformed or does not spell UTF-8
 */
export function canonicalPath(path: string): string {
  const absolute = path.charCodeAt(0) === 47 ? path : `/${path}`;
  return isCanonical(absolute) ? absolute : removeDotSegments(respell(absolute));
}

/** Whether a path that starts with "/" is canonical as it stands, as nearly all are. */
export function isCanonical(path: string): boolean {
  return !NOT_CANONICAL.test(path);
}

/**
 * Decodes and escapes as `canonicalPath` does, and leaves dot segments where they are.
 *
 * @throws HttpError 400 when an escape is malformed or does not spell UTF-8
 */
export function respell(path: string): string {
  if (!NOT_SPELLED.test(path)) return path;
  const spelled = path.replace(ESCAPE_OR_FORBIDDEN, (match, hex: string | undefined) => {
    if (!match.startsWith('%')) return escape(match);
    if (hex === undefined) throw malformed(path);
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : match.toUpperCase();
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
  const segments = path.split('/');
  const kept: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === '..') {
      if (kept.length > 1) kept.pop();
      if (last) kept.push('');
    } else if (segment !== '.') kept.push(segment);
    else if (last) kept.push('');
  }
  return kept.join('/') || '/';
}

function malformed(path: string, cause?: unknown): HttpError {
  return new HttpError(400, `The path ${path} has a malformed percent-escape.`, { cause });
}
