import { HeaderList } from '../../message/header-list.ts';
import { HttpResponse } from '../../message/http-response.ts';
import type { ProblemFormat } from './accept.ts';
import { isForClient, isHttpError, statusOf } from './status-of.ts';

const COMMON = { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept' };
const NO_OTHERS: Readonly<Record<string, string>> = {};
const HEADERS: Readonly<Record<ProblemFormat, HeaderList>> = {
  json: HeaderList.from({ 'Content-Type': 'application/problem+json', ...COMMON }),
  html: HeaderList.from({
    'Content-Type': 'text/html; charset=utf-8',
    ...COMMON,
    'Content-Security-Policy': "default-src 'none'",
  }),
  text: HeaderList.from({ 'Content-Type': 'text/plain; charset=utf-8', ...COMMON }),
};

/**
 * A response with the headers that an error made for the client asks for; those that belong to the format cannot be changed by it.
 *
 * @param headers beside or in place of those of the format
 */
export function problemResponse(
  error: unknown,
  status: number,
  format: ProblemFormat,
  body: string,
  headers: Readonly<Record<string, string>> = NO_OTHERS,
): HttpResponse {
  let own = HEADERS[format];
  for (const name in headers) own = own.with(name, headers[name] as string);
  // A 404 without an error, the most frequent of all.
  if (error === undefined) return new HttpResponse(body, status, own);
  let all = own;
  for (const [name, value] of headersOf(error, status)) {
    try {
      if (name.toLowerCase() === 'vary') all = withVary(all, value);
      else if (!own.has(name)) all = all.with(name, value);
    } catch {
      // A malformed header is left out; the client gets the rest of the answer.
    }
  }
  return new HttpResponse(body, status, all);
}

/**
 * A response that a renderer has made of an error, with the headers that the error asks for, such as `Allow` and
 * `Retry-After`, and that the renderer has not set itself. One that has another status than the error stays as it is.
 */
export function withHeadersOf(error: unknown, response: HttpResponse): HttpResponse {
  if (response.status !== statusOf(error)) return response;
  let all = response;
  for (const [name, value] of headersOf(error, response.status)) {
    try {
      if (!response.headerList.has(name)) all = all.withHeader(name, value);
    } catch {
      // A malformed header is left out; the client gets the rest of the answer.
    }
  }
  return all;
}

function headersOf(error: unknown, status: number): [string, string][] {
  try {
    const isShown = isHttpError(error) || (status < 500 && isForClient(error));
    return isShown ? Object.entries((error as { headers?: Record<string, string> }).headers ?? {}) : [];
  } catch {
    // Somebody's getter throws.
    return [];
  }
}

/** Headers whose `Vary` says these fields too. */
export function withVary(headers: HeaderList, fields: string): HeaderList {
  const names = new Map<string, string>();
  for (const part of `${headers.get('vary') ?? ''},${fields}`.split(',')) {
    const name = part.trim();
    if (name !== '') names.set(name.toLowerCase(), name);
  }
  return headers.with('Vary', [...names.values()].join(', '));
}
