import { HttpResponse } from '../message/http-response.ts';
import { isHttpError } from './status-of.ts';

/** A response with the headers that an HttpError asks for; those that say what the body is cannot be changed by it. */
export function problemResponse(
  error: unknown,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  let response = new HttpResponse(body, status);
  for (const [name, value] of headersOf(error)) {
    try {
      response = response.withHeader(name, value);
    } catch {
      // A malformed header is left out; the client gets the rest of the answer.
    }
  }
  const own = { ...headers, 'X-Content-Type-Options': 'nosniff' };
  return Object.entries(own).reduce((answer, [name, value]) => answer.withHeader(name, value), response);
}

function headersOf(error: unknown): [string, string][] {
  try {
    return isHttpError(error) ? Object.entries(error.headers) : [];
  } catch {
    // Somebody's getter throws.
    return [];
  }
}
