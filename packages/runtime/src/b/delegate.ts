import { type ApplicationContext, contextOf } from '../kernel/application/context.ts';
import { InvalidArgumentError } from '../kernel/errors/coded-errors.ts';
import type { HttpResponse } from '../kernel/http/http-response.ts';
import { ServerRequest } from '../kernel/http/server-request.ts';
import type { Delegate } from '../kernel/pipeline/middleware-b.ts';
import { COMPOSE, type Composable } from '../kernel/pipeline/lazy-middleware.ts';

/** Creates a delegate from a function. */
export function toDelegate(handle: Delegate['process']): Delegate {
  return Object.assign(handle, { process: handle });
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

/** Runs middleware that is composed for a delegate when its `process` is called directly: once for each delegate. */
export class ByHand {
  readonly #middleware: Composable<Delegate, ApplicationContext>;
  readonly #context: ApplicationContext;
  readonly #composed = new WeakMap<Delegate, Delegate>();

  /** @param context for a request that no application received */
  constructor(middleware: Composable<Delegate, ApplicationContext>, context: ApplicationContext) {
    this.#middleware = middleware;
    this.#context = context;
  }

  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    // A rejected request runs through the middleware of the outermost application only; see application/rejection.ts.
    if (request.source.rejection !== undefined) return delegate(request);
    let composed = this.#composed.get(delegate);
    if (composed === undefined) {
      composed = this.#middleware[COMPOSE](delegate, contextOf(request) ?? this.#context);
      this.#composed.set(delegate, composed);
    }
    return composed(request);
  }
}
