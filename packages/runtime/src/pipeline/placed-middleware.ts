import type { LazyMiddleware } from './lazy-middleware.ts';
import type { Callable } from './kept-contract.ts';

/**
 * The method of middleware that is composed together with the pipeline that it is registered in, instead of being called with
 * its `next`: pipes and applications, routing and dispatch, and what needs the application's context.
 *
 * The symbol isn't registered: an application of another installed copy of the package is called as any middleware.
 */
export const COMPOSE: unique symbol = Symbol('compose');

/** Middleware that is composed with what comes after it. `Rest` is the variant's composed pipeline. */
export interface Composable<Rest, Context> {
  /** @param context of the application that it is registered in */
  [COMPOSE](rest: Rest, context: Context): Rest;
}

export function isComposable<Rest, Context>(middleware: unknown): middleware is Composable<Rest, Context> {
  return middleware !== null && middleware !== undefined && COMPOSE in Object(middleware);
}

/** A middleware in its place in a composed pipeline. It is bound to this place when it is resolved. */
export class PlacedMiddleware {
  /** Undefined until the middleware is resolved. */
  call: Callable | undefined;
  readonly lazy: LazyMiddleware;
  readonly #compose: (middleware: Composable<never, never>) => Callable;

  /** @param compose composes the middleware with what comes after it in this place, as a function with the arguments of middleware */
  constructor(lazy: LazyMiddleware, compose: (middleware: Composable<never, never>) => Callable) {
    this.lazy = lazy;
    this.#compose = compose;
    if (lazy.callable !== undefined) this.call = this.#bind(lazy.callable);
    else if (isComposable<never, never>(lazy.value)) this.call = compose(lazy.value);
  }

  /** Resolves the middleware and calls it; at once where that is possible. */
  invoke(...given: unknown[]): unknown {
    if (this.call !== undefined) return this.call(...(given as never[]));
    const resolved = this.lazy.resolve();
    const call = (callable: Callable): unknown => (this.call ??= this.#bind(callable))(...(given as never[]));
    return typeof resolved === 'function' ? call(resolved) : resolved.then(call);
  }

  #bind(callable: Callable): Callable {
    const { resolved } = this.lazy;
    return isComposable<never, never>(resolved) ? this.#compose(resolved) : callable;
  }
}
