import type { ContainerInterface } from '../container/container-interface.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { Origin } from '../pipeline/origin.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import type { ApplicationDescription, ExplainedRoute, Explanation } from './description.ts';
import type { NamedMiddleware } from './inspection.ts';
import type { MiddlewareValue as MiddlewareValueOfA } from '../pipeline/middleware-a.ts';
import type { MiddlewareValue as MiddlewareValueOfB } from '../pipeline/middleware-b.ts';
import type { PathParams } from '../router/path-params.ts';
import type { Route } from '../router/route.ts';

/** What may stand as middleware, by variant. */
export interface MiddlewareValues<Params extends object = Record<string, string>> {
  readonly a: MiddlewareValueOfA<Params>;
  readonly b: MiddlewareValueOfB<Params>;
}

export type Variant = keyof MiddlewareValues;

/** The methods that register routes. */
export interface RouteMethods<V extends Variant> {
  /**
   * @param methods any method when absent
   * @throws InvalidArgumentError when an argument is not what it must be
   * @throws DuplicateRouteError when a route for the same requests exists, whatever options it may still get
   */
  route(route: Route): Route;
  route<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    methods?: readonly string[],
    name?: string,
  ): Route;
  get<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    name?: string,
  ): Route;
  /** Without such a route, a GET route answers HEAD (rule R8). */
  head<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    name?: string,
  ): Route;
  post<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    name?: string,
  ): Route;
  put<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    name?: string,
  ): Route;
  patch<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    name?: string,
  ): Route;
  delete<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    name?: string,
  ): Route;
  /** Without such a route, OPTIONS is answered with what the path allows (rule R8). */
  options<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    name?: string,
  ): Route;
  /** For any method. */
  any<const Path extends string>(
    path: Path,
    middleware: MiddlewareValues<PathParams<Path>>[V],
    name?: string,
  ): Route;
}

/** What an application has beyond the pipe of its variant. */
export interface Routed<V extends Variant> extends RouteMethods<V> {
  /** In the order of their registration. */
  readonly routes: readonly Route[];
  /** Attaches routing; does nothing when it is attached already. */
  pipeRoutingMiddleware(): this;
  /** Attaches the running of the matched route; does nothing when it is attached already. */
  pipeDispatchMiddleware(): this;
  /** @throws ContainerNotRegisteredError when there is none */
  getContainer(): ContainerInterface;
  /**
   * The application as plain data: its pipeline as a tree, its routes and those of the applications in it. Services that
   * stand as middleware are made, since one may be a pipeline; those that are asynchronous are not looked into.
   *
   * @throws DuplicateRouteError as the first request would
   */
  describe(): ApplicationDescription;
  /**
   * What a request would meet, found by what serves requests: each layer of the pipeline, the route that answers, and
   * those that nearly do. No middleware is run; services that stand as middleware are made, since one may be a pipeline.
   *
   * @param path as a client would send it, such as `/post/42`; a query is left aside
   * @throws HttpError 400 when the path has a malformed escape, DuplicateRouteError as the first request would
   */
  explain(method: string, path: string): Explanation;
  /** @internal Those of `explain`, for a request that came; makes no services. */
  closeRoutes(method: string, path: string): readonly ExplainedRoute[];
  /** @internal See inspection.ts. */
  middleware(): readonly NamedMiddleware[];
  /** @internal */
  readonly router: RouterInterface;
  /** @internal */
  addRoute(route: Route, origin: Origin | undefined): Route;
  /** @internal */
  originOf(route: Route): Origin | undefined;
  /** @internal */
  entryOf(route: Route): Entry | undefined;
}
