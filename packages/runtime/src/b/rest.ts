import { InvalidArgumentError } from '../kernel/errors/coded-errors.ts';
import { ServerRequest } from '../kernel/http/server-request.ts';
import type { Delegate } from '../kernel/pipeline/middleware-b.ts';
import type { Rest as PipelineRest } from '../kernel/pipeline/rest.ts';

/** The rest of a pipeline of variant B: `handle` runs its middleware, `fail` throws. */
export type Rest = PipelineRest<void>;

/** The rest of the pipeline that a delegate runs. */
export function toRest(delegate: Rest['handle']): Rest {
  return { handle: delegate, fail };
}

/** The delegate that runs the rest of a pipeline. */
export function toDelegate({ handle }: Rest): Delegate {
  return 'process' in handle ? (handle as Delegate) : Object.assign(handle, { process: handle });
}

/** Throws the error of a middleware, or an error that explains the wrong argument of its delegate call (rules B1, B4). */
function fail(error: unknown, request: unknown): never {
  const isExplained = request instanceof ServerRequest || error instanceof InvalidArgumentError;
  if (!isExplained) checkRequest(request, error);
  throw error;
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
