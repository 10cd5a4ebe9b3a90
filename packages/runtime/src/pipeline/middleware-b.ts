import type { GivenClass, LooseInjectedClass, ServiceId } from '../container/container-interface.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { ContractOn, WithContract } from './contract.ts';

/** The result of middleware: a response, now or later. A Web `Response` is converted to an `HttpResponse`. */
export type MiddlewareResult = HttpResponse | Response | Promise<HttpResponse | Response>;

/** Calls the rest of the pipeline and returns its response. */
export interface Delegate {
  (request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  /** The same as calling the delegate. */
  process(request: ServerRequest): HttpResponse | Promise<HttpResponse>;
}

/** Responds at the end of the pipeline to requests that no middleware handles. */
export type DefaultDelegate = (request: ServerRequest) => MiddlewareResult;

/** A middleware of variant B: responds to the request, or calls `delegate`. */
export type Middleware<Params extends object = Record<string, string>> = (
  request: ServerRequest<Params>,
  delegate: Delegate,
) => MiddlewareResult;

/** A middleware as an object. */
export interface MiddlewareObject<Params extends object = Record<string, string>> {
  // `process` is a property because TypeScript checks the parameters of methods less strictly.
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
