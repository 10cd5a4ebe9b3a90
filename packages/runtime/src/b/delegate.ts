import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { isRequestSource } from '../http/request-source.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Delegate } from '../pipeline/middleware-b.ts';

const ERRORS: unique symbol = Symbol('errors');

/**
 * Makes a delegate of a function.
 *
 * @param errors of the application whose layers pass on by it
 */
export function toDelegate(
  handle: (request: ServerRequest) => HttpResponse | Promise<HttpResponse>,
  errors: ErrorResponder,
): Delegate {
  return Object.assign(handle, { process: handle, [ERRORS]: errors });
}

/** How the application answers errors whose layers pass on by a delegate; undefined for a delegate of somebody else's. */
export function errorsOf(delegate: Delegate & { [ERRORS]?: ErrorResponder }): ErrorResponder | undefined {
  return delegate[ERRORS];
}

/**
 * Makes sure that a delegate was called with a request (rule B1).
 *
 * @param cause what failed, where a middleware has run without a request
 * @throws InvalidArgumentError that says how a delegate is called
 */
export function checkRequest(passed: unknown, cause?: unknown): asserts passed is ServerRequest {
  if (isRequestSource((passed as Partial<ServerRequest> | undefined | null)?.source)) return;
  const hint = passed instanceof Error ? ' To fail, throw the error.' : '';
  const expected = 'a request: delegate(request)';
  throw new InvalidArgumentError('of delegate()', expected, passed, hint, { cause: cause ?? passed });
}
