import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';

/** The response that earlier middleware has prepared in variant A; nothing in variant B. */
export type MaybePrepared = HttpResponse | void;

/**
 * The rest of a pipeline: `handle` runs its middleware. `fail` runs its error middleware in variant A, and throws in variant B.
 */
export interface Rest<Prepared extends MaybePrepared> {
  readonly handle: (request: ServerRequest, prepared: Prepared) => HttpResponse | Promise<HttpResponse>;
  readonly fail: (
    error: unknown,
    request: ServerRequest,
    prepared: Prepared,
  ) => HttpResponse | Promise<HttpResponse>;
}

/** The same rest of a pipeline, for a changed request. */
export function changing<Prepared extends MaybePrepared>(
  { handle, fail }: Rest<Prepared>,
  change: (request: ServerRequest) => ServerRequest,
): Rest<Prepared> {
  return {
    handle: (request, prepared) => handle(change(request), prepared),
    fail: (error, request, prepared) => fail(error, change(request), prepared),
  };
}

/**
 * The method of middleware that is composed together with its pipeline instead of being called with `next`: pipes,
 * applications, routing, dispatch, and middleware that needs the application's context.
 */
export const COMPOSE: unique symbol = Symbol('compose');

/** Middleware that is composed with the rest of the pipeline. */
export interface Composable<Prepared extends MaybePrepared, Context> {
  /** @param context the context of the application that the middleware is registered in */
  [COMPOSE](rest: Rest<Prepared>, context: Context): Rest<Prepared>;
}

export function isComposable<Prepared extends MaybePrepared, Context>(
  middleware: unknown,
): middleware is Composable<Prepared, Context> {
  return middleware !== null && middleware !== undefined && COMPOSE in Object(middleware);
}
