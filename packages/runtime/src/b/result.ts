import type { PlacedMiddleware } from '../kernel/application/placed-middleware.ts';
import { MissingResponseError } from '../kernel/errors/coded-errors.ts';
import { type HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';

/** Converts the result of a middleware that returned no new response (rules B1, M4). */
export function toResponse(
  result: unknown,
  _delegate: unknown,
  { middleware: { name } }: PlacedMiddleware<void>,
  request: ServerRequest,
): HttpResponse {
  const response = toHttpResponse(result);
  if (response !== undefined) return response;
  const advice = result === undefined ? NOTHING_RETURNED : undefined;
  throw new MissingResponseError(name, request.method, request.originalPath, result, advice);
}

const NOTHING_RETURNED =
  'return a response or "return delegate(request)". ' +
  'A callback that calls the delegate comes too late: await its result first.';
