import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';

/** What a middleware answers: at once, or later. A Web `Response` is turned into an `HttpResponse`. */
export type MiddlewareResult = HttpResponse | Response | Promise<HttpResponse | Response>;

/** Passes the request on to the inner layers and gives their response. */
export interface Delegate {
  (request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  /** The same as calling it. */
  process(request: ServerRequest): HttpResponse | Promise<HttpResponse>;
}

/** A middleware of variant B: answers the request, or passes it on. */
export type Middleware<Params extends object = Record<string, string>> = (
  request: ServerRequest<Params>,
  delegate: Delegate,
) => MiddlewareResult;

/** A middleware as an object. */
export interface MiddlewareObject<Params extends object = Record<string, string>> {
  // A property, because the parameters of a method are not compared as strictly.
  readonly process: Middleware<Params>;
}

/** Whatever may stand as middleware: a callable, a class, the name of a service, or an array of these. */
export type MiddlewareValue<Params extends object = Record<string, string>> =
  | Middleware<Params>
  | MiddlewareObject<Params>
  | (new () => MiddlewareObject<Params>)
  | string
  | symbol
  | readonly MiddlewareValue<Params>[];

/** What may stand as middleware in configuration, where nothing says which parameters a class gets. */
export type ConfiguredMiddleware =
  | MiddlewareValue
  | (new () => MiddlewareObject<never>)
  | readonly ConfiguredMiddleware[];
