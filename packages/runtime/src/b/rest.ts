import { InvalidArgumentError } from '../kernel/errors/coded-errors.ts';
import { ServerRequest } from '../kernel/http/server-request.ts';
import type { Delegate } from '../kernel/pipeline/middleware-b.ts';

/** The rest of a pipeline. */
export type Rest = Delegate;

/** Creates the rest of a pipeline from a function. */
export function toDelegate(handle: Delegate['process']): Rest {
  return Object.assign(handle, { process: handle });
}

/** The rest of the pipeline that a delegate calls: the delegate. */
export function toRest(delegate: Delegate): Rest {
  return delegate;
}

/** The same rest of a pipeline, for a changed request. */
export function changing(rest: Rest, change: (request: ServerRequest) => ServerRequest): Rest {
  return toDelegate((request) => rest(change(request)));
}

/**
 * Makes sure that a delegate was called with a request (rule B1).
 *
 * @param cause the error of a middleware that was called without a request
 * @throws {@link InvalidArgumentError} that says how a delegate is called
 */
export function checkRequest(passed: unknown, cause?: unknown): asserts passed is ServerRequest {
  if (passed instanceof ServerRequest) return;
  const hint = passed instanceof Error ? ' To fail, throw the error.' : '';
  const expected = 'a request: delegate(request)';
  throw new InvalidArgumentError('of delegate()', expected, passed, hint, { cause: cause ?? passed });
}
