import { type PlacedMiddleware, thrownBy } from '../kernel/application/placed-middleware.ts';
import { InvalidArgumentError, MissingResponseError } from '../kernel/errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import { ServerRequest } from '../kernel/http/server-request.ts';
import { isThenable } from '../kernel/pipeline/lazy-middleware.ts';
import { CHECKED, type CheckedPromise } from '../kernel/pipeline/responses.ts';
import { checkRequest, type Rest } from './rest.ts';

/** Makes sure that a middleware returned a response (rules B1, M4). */
export function checkResult(
  result: unknown,
  placed: PlacedMiddleware<Rest>,
  request: ServerRequest,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) return toResponse(result, placed, request);
  if (CHECKED in result) return result as CheckedPromise;
  return checkLater(Promise.resolve(result), placed, request);
}

// Each middleware costs one promise. A function of its own for the rare case saves 5 to 9 % of the time of an asynchronous
// pipeline.
function checkLater(
  result: Promise<unknown>,
  placed: PlacedMiddleware<Rest>,
  request: ServerRequest,
): Promise<HttpResponse> {
  const checked: CheckedPromise = result.then(
    (settled) => (settled instanceof HttpResponse ? settled : convertLate(settled, checked, placed, request)),
    (error) => failLate(error, checked, placed, request),
  );
  checked[CHECKED] = true;
  return checked;
}

function convertLate(
  settled: unknown,
  checked: Promise<HttpResponse>,
  placed: PlacedMiddleware<Rest>,
  request: ServerRequest,
): HttpResponse {
  try {
    return toResponse(settled, placed, request);
  } catch (error) {
    return failLate(error, checked, placed, request);
  }
}

function failLate(
  error: unknown,
  checked: Promise<HttpResponse>,
  { middleware }: PlacedMiddleware<Rest>,
  request: ServerRequest,
): never {
  droppable(checked);
  throw failureOf(error, middleware, request);
}

/** The error of a middleware, or an error that explains the wrong argument of its delegate call (rules B1, B4). */
export function failureOf(error: unknown, middleware: { readonly name: string }, request: unknown): unknown {
  const isExplained = request instanceof ServerRequest || error instanceof InvalidArgumentError;
  if (!isExplained) checkRequest(request, error);
  return error ?? thrownBy(middleware, error);
}

// Middleware may drop the promise of its delegate; the process must not end when that promise is rejected.
export function droppable<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Converts the result of a middleware that returned no `HttpResponse`. */
export function toResponse(
  result: unknown,
  { middleware: { name } }: PlacedMiddleware<Rest>,
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
