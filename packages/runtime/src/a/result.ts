import type { PlacedMiddleware } from '../kernel/application/placed-middleware.ts';
import { MissingResponseError } from '../kernel/errors/coded-errors.ts';
import { type HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import { type CallNext, endNext } from './rest.ts';

/** Converts the result of a middleware that returned no new response (rules A1, M4). */
export function toResponse(
  result: unknown,
  next: CallNext,
  { middleware, composed, context }: PlacedMiddleware<HttpResponse>,
  request: ServerRequest,
  given: HttpResponse,
): HttpResponse {
  const { writes } = next;
  // Composed middleware calls the rest of the pipeline without `next`.
  const wasCalled = next.wasCalled || composed !== undefined;
  const { name } = middleware;
  const isUnchanged = result === given && !wasCalled && given.writes === writes;
  if (isUnchanged && given.status === 200 && given.content === null) {
    throw new MissingResponseError(name, request.method, request.originalPath, result, UNCHANGED);
  }
  if (result === undefined && !wasCalled && given.writes !== writes) return given;
  const response = toHttpResponse(result);
  if (response !== undefined) return response;
  endNext(next, middleware, context.errors, request, given);
  const advice = wasCalled ? FORGOTTEN_RETURN : result === undefined ? NOTHING_RETURNED : NO_RESPONSE;
  throw new MissingResponseError(name, request.method, request.originalPath, result, advice);
}

const UNCHANGED =
  'it is the response it was given, unchanged: response.withBody(text) returns a changed copy, so return that copy.';
const FORGOTTEN_RETURN = 'write "return next(request, response)".';
const NO_RESPONSE = 'return an HttpResponse, a Response, or what next() returns.';
const NOTHING_RETURNED =
  'return a response or "return next()". A callback that calls next() comes too late: await its result first.';
