import type { ErrorResponder } from '../application/errors/error-responder.ts';
import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
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
