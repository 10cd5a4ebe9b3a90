import type { GivenClass, LooseInjectedClass, ServiceId } from '../container/container-interface.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { ContractOn, WithContract } from './middleware-contract.ts';

/** The result of middleware: a response, or a promise of one. A Web `Response` is converted to an `HttpResponse`. */
export type MiddlewareResult = HttpResponse | Response | Promise<HttpResponse | Response>;

/**
 * The rest of the pipeline as a function. Call it to pass the request on.
 *
 * @example const response = await delegate(request.with(User, user));
 */
export interface Delegate {
  /**
   * Calls the rest of the pipeline with a request, and returns its response. It throws what the rest of the pipeline
   * throws.
   */
  (request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  /** The same as calling the delegate. */
  process(request: ServerRequest): HttpResponse | Promise<HttpResponse>;
}

/** Responds at the end of the pipeline to requests that no middleware handles. */
export type DefaultDelegate = (request: ServerRequest) => MiddlewareResult;

/**
 * A middleware of variant B: it responds to the request, or calls `delegate`.
 *
 * @example const timing: Middleware = async (request, delegate) => (await delegate(request)).withHeader('X-Time', `${Date.now()}`);
 */
export type Middleware<Params extends object = Record<string, string>> = (
  request: ServerRequest<Params>,
  delegate: Delegate,
) => MiddlewareResult;

/** A middleware as an object, for example an instance of a class. */
export interface MiddlewareObject<Params extends object = Record<string, string>> {
  // `process` is a property because TypeScript checks the parameters of methods less strictly.
  /** Responds to the request, or calls the delegate. */
  readonly process: Middleware<Params>;
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
