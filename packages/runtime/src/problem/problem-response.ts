import { HeaderList } from '../message/header-list.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ProblemFormat } from './accept.ts';
import { isHttpError } from './status-of.ts';

const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' };
const HEADERS: Readonly<Record<ProblemFormat, HeaderList>> = {
  json: HeaderList.from({ 'Content-Type': 'application/problem+json', ...NOSNIFF }),
  html: HeaderList.from({
    'Content-Type': 'text/html; charset=utf-8',
    ...NOSNIFF,
    'Content-Security-Policy': "default-src 'none'",
  }),
  text: HeaderList.from({ 'Content-Type': 'text/plain; charset=utf-8', ...NOSNIFF }),
};

/**
 * A response with the headers that an HttpError asks for; those that belong to the format cannot be changed by it.
 *
 * @param headers beside or in place of those of the format
 */
export function problemResponse(
  error: unknown,
  status: number,
  format: ProblemFormat,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  let own = HEADERS[format];
  for (const name in headers) own = own.with(name, headers[name] as string);
  let all = own;
  for (const [name, value] of headersOf(error)) {
    try {
      if (!own.has(name)) all = all.with(name, value);
    } catch {
      // A malformed header is left out; the client gets the rest of the answer.
    }
  }
  return new HttpResponse(body, status, all);
}

function headersOf(error: unknown): [string, string][] {
  try {
    return isHttpError(error) ? Object.entries(error.headers) : [];
  } catch {
    // Somebody's getter throws.
    return [];
  }
}
