import type { GivenClass, LooseInjectedClass, ServiceId } from '../container/container-interface.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { ContractOn, WithContract } from './contract.ts';

/** The result of middleware: a response, now or later. A Web `Response` is converted to an `HttpResponse`. */
export type MiddlewareResult = HttpResponse | Response | Promise<HttpResponse | Response>;

/** Passes the request on to the inner layers and gives their response. */
export interface Delegate {
  (request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  /** The same as calling it. */
  process(request: ServerRequest): HttpResponse | Promise<HttpResponse>;
}

/** Answers at the end of the pipeline what no middleware has answered. */
export type DefaultDelegate = (request: ServerRequest) => MiddlewareResult;

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
