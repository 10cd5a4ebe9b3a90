import type { GivenClass, LooseInjectedClass, ServiceId } from '../container/container-interface.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { ContractOn, WithContract } from './middleware-contract.ts';

/** The result of middleware: a response, or a promise of one. A Web `Response` is converted to an `HttpResponse`. */
export type MiddlewareResult = HttpResponse | Response | Promise<HttpResponse | Response>;

/** Calls the rest of the pipeline and returns its response. Each call of a middleware gets its own `next`. */
export interface Next {
  /** Calls the next middleware with the request and the response that this middleware was given. */
  (): HttpResponse | Promise<HttpResponse>;
  /** Calls the next error middleware with the request and the response that this middleware was given. */
  (error: Error): HttpResponse | Promise<HttpResponse>;
  /** Calls the next middleware; with an error other than null and undefined, the next error middleware. */
  (request: ServerRequest, response: HttpResponse, error?: unknown): HttpResponse | Promise<HttpResponse>;
}

/** A `next` of your own, for calling a pipeline by hand. */
export type NextFunction = (
  request: ServerRequest,
  response: HttpResponse,
  error?: unknown,
) => HttpResponse | Promise<HttpResponse>;

/** Responds at the end of the pipeline to requests and errors that no middleware handles. */
export type FinalHandlerFunction = (
  request: ServerRequest,
  response: HttpResponse,
  error?: unknown,
) => HttpResponse | Response | Promise<HttpResponse | Response>;

/**
 * A middleware of variant A: it responds to the request, or calls `next`.
 *
 * @example const timing: Middleware = async (request, response, next) => (await next()).withHeader('X-Time', `${Date.now()}`);
 */
export type Middleware<Params extends object = Record<string, string>> = (
  request: ServerRequest<Params>,
  response: HttpResponse,
  next: Next,
) => MiddlewareResult;

/**
 * A middleware that runs when earlier middleware fails. It may respond, call `next` with an error, or resume the
 * ordinary middleware.
 *
 * @example const sorry: ErrorMiddleware = (error, request, response, next) => new TextResponse('Sorry.', 500);
 */
export type ErrorMiddleware = (
  error: unknown,
  request: ServerRequest,
  response: HttpResponse,
  next: Next,
) => MiddlewareResult;

/** A middleware as an object, for example an instance of a class. */
export interface MiddlewareObject<Params extends object = Record<string, string>> {
  // `process` is a property because TypeScript checks the parameters of methods less strictly.
  /** Responds to the request, or calls `next`. */
  readonly process: Middleware<Params>;
}

/** An error middleware as an object, for example an instance of a class. */
export interface ErrorMiddlewareObject {
  /**
   * Responds to an error, calls `next` with an error, or resumes the ordinary middleware.
   *
   * @param error the error, which may be any value that was thrown
   * @param request the request
   * @param response the response that middleware has prepared
   * @param next the rest of the pipeline: `next(error)` calls the next error middleware, `next(request, response)` the
   *   next middleware
   * @returns the response
   */
  process(error: unknown, request: ServerRequest, response: HttpResponse, next: Next): MiddlewareResult;
}

/** A value that is middleware: a function, an object, a class, the name of a service, or an array of these. */
export type MiddlewareValue<Params extends object = Record<string, string>> =
  | Middleware<Params>
  | MiddlewareObject<Params>
  | ((new () => MiddlewareObject<Params>) & ContractOn<Params>)
  | string
  | symbol
  | readonly (MiddlewareValue<Params> | (LooseInjectedClass<AnyMiddleware<Params>> & ContractOn<Params>))[];

type AnyMiddleware<Params extends object> = Middleware<Params> | MiddlewareObject<Params>;

/** A class as middleware: the types of its constructor are compared with those of its static `inject`. */
export type MiddlewareClass<
  Ids extends readonly ServiceId[],
  Params extends object = Record<string, string>,
> = GivenClass<AnyMiddleware<Params>, Ids> & ContractOn<Params>;

/** Middleware in configuration, where neither the parameters nor the services of a class are compared. */
export type ConfiguredMiddleware =
  | MiddlewareValue
  | (new () => MiddlewareObject<never>)
  | LooseInjectedClass<AnyMiddleware<never>>
  | WithContract
  | readonly ConfiguredMiddleware[];

/** A value that is error middleware: a function, an object, a class, the name of a service, or an array of these. */
export type ErrorMiddlewareValue =
  | ErrorMiddleware
  | ErrorMiddlewareObject
  | (new () => ErrorMiddlewareObject)
  | string
  | symbol
  | readonly (ErrorMiddlewareValue | LooseInjectedClass<AnyErrorMiddleware>)[];

type AnyErrorMiddleware = ErrorMiddleware | ErrorMiddlewareObject;

/** Error middleware in configuration, where the services of a class are not compared. */
export type ConfiguredErrorMiddleware = ErrorMiddlewareValue | LooseInjectedClass<AnyErrorMiddleware>;

/** Like `MiddlewareClass`, for error middleware. */
export type ErrorMiddlewareClass<Ids extends readonly ServiceId[]> = GivenClass<AnyErrorMiddleware, Ids>;
