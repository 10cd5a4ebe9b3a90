import { type ApplicationContext, contextOf } from './context.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import {
  type Composable,
  COMPOSE,
  isComposable,
  isThenable,
  type LazyMiddleware,
} from '../pipeline/lazy-middleware.ts';
import type { Callable } from '../pipeline/middleware-contract.ts';
import type { MiddlewareRun } from '../pipeline/observer.ts';

/**
 * A middleware in its place in a composed pipeline. It is bound to this place when it is resolved.
 *
 * `Rest` is the variant's composed pipeline.
 */
export class PlacedMiddleware<Rest> {
  /** Undefined until the middleware is resolved. */
  call: Callable | undefined;
  /** The middleware with the rest of the pipeline, for middleware that is composed with it; undefined for all other middleware. */
  composed: Rest | undefined;
  readonly entry: Entry;
  readonly middleware: LazyMiddleware;
  /** The rest of the pipeline. */
  readonly rest: Rest;
  readonly context: ApplicationContext;
  readonly #toCall: (composed: Rest) => Callable;

  /** @param toCall turns middleware that is composed with the rest of the pipeline into a function with the arguments of middleware */
  constructor(entry: Entry, rest: Rest, context: ApplicationContext, toCall: (composed: Rest) => Callable) {
    this.entry = entry;
    this.middleware = entry.target as LazyMiddleware;
    this.rest = rest;
    this.context = context;
    this.#toCall = toCall;
    const { callable, value } = this.middleware;
    if (callable !== undefined || isComposable(value)) this.call = this.#bind(callable, value);
  }

  /** The same middleware in front of another rest of the pipeline. */
  before(rest: Rest): PlacedMiddleware<Rest> {
    return new PlacedMiddleware(this.entry, rest, this.context, this.#toCall);
  }

  /** Resolves the middleware and calls it, synchronously if possible. */
  invoke(...given: unknown[]): unknown {
    if (this.call !== undefined) return this.call(...(given as never[]));
    const resolved = this.middleware.resolve();
    const call = (callable: Callable): unknown =>
      (this.call ??= this.#bind(callable, this.middleware.resolved))(...(given as never[]));
    return typeof resolved === 'function' ? call(resolved) : resolved.then(call);
  }

  #bind(callable: Callable | undefined, middleware: unknown): Callable {
    if (!isComposable<Rest, ApplicationContext>(middleware)) return callable as Callable;
    this.composed = middleware[COMPOSE](this.rest, this.context);
    return this.#toCall(this.composed);
  }
}

/**
 * Runs a middleware that is observed.
 *
 * @param toResponse converts the result
 * @param failed handles what the middleware throws
 */
export function runObserved(
  run: MiddlewareRun,
  invoke: () => unknown,
  toResponse: (result: unknown) => HttpResponse,
  failed: (error: unknown) => HttpResponse | Promise<HttpResponse>,
): HttpResponse | Promise<HttpResponse> {
  const leave = (result: unknown): HttpResponse => run.leave(toResponse(result));
  // Few calls for each middleware, so that a long pipeline doesn't exceed the stack.
  try {
    const result = run.run(invoke);
    return isThenable(result) ? Promise.resolve(result).then(leave).catch(failed) : leave(result);
  } catch (error) {
    return failed(error);
  }
}

/** The error of a middleware. Throwing null or undefined is an error too (rules A2, B4); for others, the call can be saved. */
export function thrownBy({ name }: { readonly name: string }, error: unknown): unknown {
  return error ?? new TypeError(`The middleware ${name} threw ${String(error)}.`);
}

/**
 * Composes middleware whose `process` is called by other middleware instead of by its pipeline: once for each rest.
 *
 * @param context for a request that no application received
 * @param toRest turns what the middleware was called with into the rest of a pipeline
 * @returns a function that returns the rest for a rejected request, which runs through the middleware of the outermost application
 *   only (see rejection.ts)
 */
export function composedByHand<Rest, Given extends object>(
  middleware: Composable<Rest, ApplicationContext>,
  context: ApplicationContext,
  toRest: (given: Given) => Rest,
): (request: ServerRequest, given: Given) => Rest {
  const known = new WeakMap<Given, Rest>();
  return (request, given) => {
    if (request.source.rejection !== undefined) return toRest(given);
    const composed = known.get(given) ?? middleware[COMPOSE](toRest(given), contextOf(request) ?? context);
    known.set(given, composed);
    return composed;
  };
}
