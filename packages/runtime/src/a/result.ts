import type { PlacedMiddleware } from '../kernel/application/placed-middleware.ts';
import { thrownBy } from '../kernel/application/placed-middleware.ts';
import { MissingResponseError } from '../kernel/errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import { isThenable } from '../kernel/pipeline/lazy-middleware.ts';
import { CHECKED, type CheckedPromise } from '../kernel/pipeline/responses.ts';
import { type CallNext, endNext, type Rest } from './rest.ts';

/** Makes sure that a middleware returned a response (rules A1, M4). */
export function checkResult(
  result: unknown,
  next: CallNext,
  placed: PlacedMiddleware<Rest>,
  request: ServerRequest,
  response: HttpResponse,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) return toResponse(result, next, placed, request, response);
  if (CHECKED in result) return result as CheckedPromise;
  return checkLater(Promise.resolve(result), next, placed, request, response);
}

// Each middleware costs one promise. A function of its own for the rare case saves 5 to 9 % of the time of an asynchronous
// pipeline.
function checkLater(
  result: Promise<unknown>,
  next: CallNext,
  placed: PlacedMiddleware<Rest>,
  request: ServerRequest,
  response: HttpResponse,
): Promise<HttpResponse> {
  const checked: CheckedPromise = result.then(
    (settled) =>
      settled instanceof HttpResponse && settled !== response
        ? settled
        : convertLate(settled, next, placed, request, response),
    (error) => placed.rest.fail(thrownBy(placed.middleware, error), request, response),
  );
  checked[CHECKED] = true;
  return checked;
}

function convertLate(
  settled: unknown,
  next: CallNext,
  placed: PlacedMiddleware<Rest>,
  request: ServerRequest,
  response: HttpResponse,
): HttpResponse | Promise<HttpResponse> {
  try {
    return toResponse(settled, next, placed, request, response);
  } catch (error) {
    return placed.rest.fail(thrownBy(placed.middleware, error), request, response);
  }
}

/** Converts the result of a middleware that returned no new response. */
export function toResponse(
  result: unknown,
  next: CallNext,
  { middleware, context }: PlacedMiddleware<Rest>,
  request: ServerRequest,
  given: HttpResponse,
): HttpResponse {
  const { wasCalled, writes } = next;
  const { name } = middleware;
  if (result === given && !wasCalled && given.writes === writes && isBlank(given)) {
    throw new MissingResponseError(name, request.method, request.originalPath, result, UNCHANGED);
  }
  if (result === undefined && !wasCalled && given.writes !== writes) return given;
  const response = toHttpResponse(result);
  if (response !== undefined) return response;
  endNext(next, middleware, context.errors, request, given);
  const advice = wasCalled ? FORGOTTEN_RETURN : result === undefined ? NOTHING_RETURNED : NO_RESPONSE;
  throw new MissingResponseError(name, request.method, request.originalPath, result, advice);
}

function isBlank({ status, content }: HttpResponse): boolean {
  return status === 200 && content === null;
}

const UNCHANGED =
  'it is the response it was given, unchanged: response.withBody(text) returns a changed copy, so return that copy.';
const FORGOTTEN_RETURN = 'write "return next(request, response)".';
const NO_RESPONSE = 'return an HttpResponse, a Response, or what next() returns.';
const NOTHING_RETURNED =
  'return a response or "return next()". A callback that calls next() comes too late: await its result first.';
