import { safely } from '../describe.ts';
import { HeaderList, joinVary } from '../../http/header-list.ts';
import { HttpResponse } from '../../http/http-response.ts';
import type { ProblemFormat } from './accept.ts';
import { isForClient, isHttpError, statusOf } from './status-of.ts';

const COMMON = ['X-Content-Type-Options', 'nosniff', 'Vary', 'Accept'] as const;
const NO_OTHERS: Readonly<Record<string, string>> = {};
const HEADERS: Readonly<Record<ProblemFormat, HeaderList>> = {
  json: HeaderList.of('Content-Type', 'application/problem+json', ...COMMON),
  html: HeaderList.of(
    'Content-Type',
    'text/html; charset=utf-8',
    ...COMMON,
    'Content-Security-Policy',
    "default-src 'none'",
  ),
  text: HeaderList.of('Content-Type', 'text/plain; charset=utf-8', ...COMMON),
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
  const response = new HttpResponse(body, status, own);
  return error === undefined ? response : withHeaders(response, headersOf(error, status));
}

/**
 * A response that a renderer has made of an error, with the headers that the error asks for, such as `Allow` and
 * `Retry-After`, and that the renderer has not set itself. One that has another status than the error stays as it is.
 */
export function withHeadersOf(error: unknown, response: HttpResponse): HttpResponse {
  const { status } = response;
  return status === statusOf(error) ? withHeaders(response, headersOf(error, status)) : response;
}

function withHeaders(response: HttpResponse, headers: readonly [string, string][]): HttpResponse {
  let { headerList } = response;
  for (const [name, value] of headers) {
    try {
      if (name.toLowerCase() === 'vary') headerList = withVary(headerList, value);
      else if (!response.headerList.has(name)) headerList = headerList.with(name, value);
    } catch {
      // A malformed header is left out; the client gets the rest of the answer.
    }
  }
  return headerList === response.headerList ? response : response.withHeaders(headerList);
}

function headersOf(error: unknown, status: number): [string, string][] {
  if (!isHttpError(error) && (status >= 500 || !isForClient(error))) return [];
  return safely(() => Object.entries((error as { headers?: Record<string, string> }).headers ?? {}), []);
}

/** Headers whose `Vary` says these fields too. */
export function withVary(headers: HeaderList, fields: string): HeaderList {
  return headers.with('Vary', joinVary(headers.get('vary'), fields));
}
