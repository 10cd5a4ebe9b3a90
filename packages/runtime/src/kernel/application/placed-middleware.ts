import type { ApplicationContext } from './context.ts';
import type { RequestHandler } from './request-handler.ts';
import { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { isThenable, type LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { Callable } from '../pipeline/middleware-contract.ts';
import { CHECKED, type CheckedPromise } from '../pipeline/responses.ts';
import type { RouteResult } from '../router/router-interface.ts';
import { COMPOSE, isComposable, type MaybePrepared, type Rest } from '../pipeline/rest.ts';

/**
 * How a variant calls middleware. `next` is the last argument of middleware: `next` in variant A, the delegate in variant B.
 */
export interface CallingConvention<Prepared extends MaybePrepared> {
  /** Calls a middleware with the rest of the pipeline, and checks its result. */
  plain(placed: PlacedMiddleware<Prepared>): Rest<Prepared>['handle'];
  /** Variant A: the same for error middleware. Variant B has no error middleware. */
  failing?(placed: PlacedMiddleware<Prepared>): Rest<Prepared>['fail'];
  nextOf(rest: Rest<Prepared>, request: ServerRequest, prepared: Prepared): unknown;
  /** The arguments of a call of middleware. */
  argumentsOf(request: ServerRequest, prepared: Prepared, next: unknown): readonly unknown[];
  /** The inverse, without the request: what a middleware was called with, and the response that was prepared. */
  given(...given: readonly unknown[]): readonly [next: object, prepared: Prepared];
  /** The rest of the pipeline that a `next` of `given` runs. */
  toRest(next: object): Rest<Prepared>;
  /** Responds when a path has no route for the method; to HEAD and OPTIONS with 200 (rules A6, B3, R8). */
  methodFailure(
    result: RouteResult,
    request: ServerRequest,
    prepared: Prepared,
    rest: Rest<Prepared>,
    context: ApplicationContext,
  ): HttpResponse | Promise<HttpResponse>;
  /** The function that starts a composed pipeline. */
  start(handle: Rest<Prepared>['handle']): RequestHandler['respond'];
  /** A function with the arguments of middleware that runs a composed pipeline. */
  toCall(composed: Rest<Prepared>): Callable;
  /**
   * Converts the result of a middleware that returned no new `HttpResponse`.
   *
   * @throws {@link MissingResponseError} when the result isn't a response
   */
  toResponse(
    result: unknown,
    next: unknown,
    placed: PlacedMiddleware<Prepared>,
    request: ServerRequest,
    prepared: Prepared,
  ): HttpResponse;
}

/** A middleware in its place in a composed pipeline. It is bound to this place when it is resolved. */
export class PlacedMiddleware<Prepared extends MaybePrepared> {
  /** Undefined until the middleware is resolved. */
  call: Callable | undefined;
  /** The middleware with the rest of the pipeline, for middleware that is composed with it; undefined for all other middleware. */
  composed: Rest<Prepared> | undefined;
  readonly entry: Entry;
  readonly middleware: LazyMiddleware;
  /** The rest of the pipeline. */
  readonly rest: Rest<Prepared>;
  readonly context: ApplicationContext;
  readonly convention: CallingConvention<Prepared>;

  constructor(
    entry: Entry,
    rest: Rest<Prepared>,
    context: ApplicationContext,
    convention: CallingConvention<Prepared>,
  ) {
    this.entry = entry;
    this.middleware = entry.target as LazyMiddleware;
    this.rest = rest;
    this.context = context;
    this.convention = convention;
    const { callable, value } = this.middleware;
    if (callable !== undefined || isComposable(value)) this.call = this.#bind(callable, value);
  }

  /** The same middleware in front of another rest of the pipeline. */
  before(rest: Rest<Prepared>): PlacedMiddleware<Prepared> {
    return new PlacedMiddleware(this.entry, rest, this.context, this.convention);
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
    if (!isComposable<Prepared, ApplicationContext>(middleware)) return callable as Callable;
    this.composed = middleware[COMPOSE](this.rest, this.context);
    return this.convention.toCall(this.composed);
  }
}

/** The error of a middleware. Throwing null or undefined is an error too (rules A2, B4); for others, the call can be saved. */
export function thrownBy({ name }: { readonly name: string }, error: unknown): unknown {
  return error ?? new TypeError(`The middleware ${name} threw ${String(error)}.`);
}

/** Makes sure that a middleware returned a response (rules A1, B1, M4). */
export function checkResult<Prepared extends MaybePrepared>(
  result: unknown,
  next: unknown,
  placed: PlacedMiddleware<Prepared>,
  request: ServerRequest,
  prepared: Prepared,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) return placed.convention.toResponse(result, next, placed, request, prepared);
  if (CHECKED in result) return result as CheckedPromise;
  return checkLater(Promise.resolve(result), next, placed, request, prepared);
}

// Each middleware costs one promise. A function of its own for the rare case saves 5 to 9 % of the time of an asynchronous
// pipeline.
function checkLater<Prepared extends MaybePrepared>(
  result: Promise<unknown>,
  next: unknown,
  placed: PlacedMiddleware<Prepared>,
  request: ServerRequest,
  prepared: Prepared,
): Promise<HttpResponse> {
  const checked: CheckedPromise = result.then(
    (settled) =>
      settled instanceof HttpResponse && settled !== prepared
        ? settled
        : convertLate(settled, checked, next, placed, request, prepared),
    (error) => failLate(error, checked, placed, request, prepared),
  );
  checked[CHECKED] = true;
  return checked;
}

function convertLate<Prepared extends MaybePrepared>(
  settled: unknown,
  checked: CheckedPromise,
  next: unknown,
  placed: PlacedMiddleware<Prepared>,
  request: ServerRequest,
  prepared: Prepared,
): HttpResponse | Promise<HttpResponse> {
  try {
    return placed.convention.toResponse(settled, next, placed, request, prepared);
  } catch (error) {
    return failLate(error, checked, placed, request, prepared);
  }
}

function failLate<Prepared extends MaybePrepared>(
  error: unknown,
  checked: CheckedPromise,
  { rest, middleware }: PlacedMiddleware<Prepared>,
  request: ServerRequest,
  prepared: Prepared,
): HttpResponse | Promise<HttpResponse> {
  // Middleware may drop the promise of `next`; the process must not end when that promise is rejected.
  checked.catch(() => {});
  return rest.fail(error ?? thrownBy(middleware, error), request, prepared);
}
