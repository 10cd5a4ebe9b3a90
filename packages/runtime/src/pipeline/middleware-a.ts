import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';

/** What a middleware answers: at once, or later; nothing means the response that it was given. */
export type MiddlewareResult = HttpResponse | Response | void | Promise<HttpResponse | Response | void>;

/**
 * Passes request and response on to the next middleware, or, with an error other than null and undefined, to the next
 * error middleware; gives the response that comes of it.
 */
export type Next = (
  request: ServerRequest,
  response: HttpResponse,
  error?: unknown,
) => HttpResponse | Promise<HttpResponse>;

/** A middleware of variant A: answers the request, or passes it on. */
export type Middleware<Params extends object = Record<string, string>> = (
  request: ServerRequest<Params>,
  response: HttpResponse,
  next: Next,
) => MiddlewareResult;

/** Runs when something above it failed; may answer, pass an error on, or resume the ordinary middleware. */
export type ErrorMiddleware = (
  error: unknown,
  request: ServerRequest,
  response: HttpResponse,
  next: Next,
) => MiddlewareResult;

/** A middleware as an object. */
export interface MiddlewareObject<Params extends object = Record<string, string>> {
  // A property, because the parameters of a method are not compared as strictly.
  readonly process: Middleware<Params>;
}

/** An error middleware as an object. */
export interface ErrorMiddlewareObject {
  process(error: unknown, request: ServerRequest, response: HttpResponse, next: Next): MiddlewareResult;
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

/** Whatever may stand as error middleware. */
export type ErrorMiddlewareValue =
  | ErrorMiddleware
  | ErrorMiddlewareObject
  | (new () => ErrorMiddlewareObject)
  | string
  | symbol
  | readonly ErrorMiddlewareValue[];
