import type { RouteConfig } from '../config/config.ts';
import type { ServiceId } from '../container/container-interface.ts';
import type * as a from '../pipeline/middleware-a.ts';
import type * as b from '../pipeline/middleware-b.ts';
import type { WebSocketHooks } from '../http/web-socket-hooks.ts';
import type { PathParams } from '../router/path-params.ts';
import type { Route } from '../router/route.ts';

/** The values that are middleware, by variant. */
export interface MiddlewareValues<Params extends object = Record<string, string>> {
  readonly a: a.MiddlewareValue<Params>;
  readonly b: b.MiddlewareValue<Params>;
}

/** The values that are middleware in configuration, by variant. */
export interface ConfiguredValues {
  readonly a: a.ConfiguredMiddleware;
  readonly b: b.ConfiguredMiddleware;
}

/** A class as middleware, by variant: its constructor is compared with its static `inject`. */
export interface MiddlewareClasses<
  Ids extends readonly ServiceId[],
  Params extends object = Record<string, string>,
> {
  readonly a: a.MiddlewareClass<Ids, Params>;
  readonly b: b.MiddlewareClass<Ids, Params>;
}

export type Variant = keyof MiddlewareValues;

/** The prefix of a group, followed by a path. */
export type InGroup<Prefix extends string, Path extends string> = string extends Prefix | Path
  ? string
  : `${Prefix}${Path}`;

/** The middleware of a path, which may be in a group: its request has the parameters of both. */
export type RouteMiddleware<
  V extends Variant,
  Path extends string,
  Prefix extends string = '',
  Ids extends readonly ServiceId[] = [],
> =
  | MiddlewareValues<PathParams<InGroup<Prefix, Path>>>[V]
  | MiddlewareClasses<Ids, PathParams<InGroup<Prefix, Path>>>[V];

/** Options of a group, beside the prefix of its paths. */
export interface GroupOptions<Middleware = unknown> {
  /** Runs before the middleware of each route. */
  readonly middleware?: Middleware;
  /** Prefix of the explicit route names, added unchanged, such as `'api.'`. */
  readonly name?: string;
}

/** Registers a route for one method. */
export type Register<V extends Variant, Prefix extends string> = <
  const Path extends string,
  const Ids extends readonly ServiceId[] = [],
>(
  path: Path,
  middleware: RouteMiddleware<V, Path, Prefix, Ids>,
  name?: string,
) => Route;

/** The methods that register routes, of an application and of a group. */
export interface RouteMethods<V extends Variant, Prefix extends string = ''> {
  /**
   * @param methods any method when absent
   * @throws InvalidArgumentError when an argument is invalid
   * @throws DuplicateRouteError when a route for the same requests exists, regardless of options that are set later
   */
  route<const Path extends string, const Ids extends readonly ServiceId[] = []>(
    path: Path,
    middleware: RouteMiddleware<V, Path, Prefix, Ids>,
    methods?: readonly string[],
    name?: string,
  ): Route;
  readonly get: Register<V, Prefix>;
  /** Without a HEAD route, the GET route handles HEAD (rule R8). */
  readonly head: Register<V, Prefix>;
  readonly post: Register<V, Prefix>;
  readonly put: Register<V, Prefix>;
  readonly patch: Register<V, Prefix>;
  readonly delete: Register<V, Prefix>;
  /** Without an OPTIONS route, the response lists the methods of the path (rule R8). */
  readonly options: Register<V, Prefix>;
  /** Registers a route for any method. */
  readonly any: Register<V, Prefix>;
  /**
   * Registers a route for GET that opens a WebSocket (see `fw docs websockets`). Other requests get 426.
   *
   * @example app.upgrade('/echo', { message: (peer, message) => peer.send(message.text()) })
   */
  upgrade<const Path extends string>(
    path: Path,
    hooks: WebSocketHooks<PathParams<InGroup<Prefix, Path>>>,
    name?: string,
  ): Route;
  /**
   * Registers routes that share a path prefix, and optionally middleware and a name prefix. The path `/` means the prefix
   * itself.
   *
   * @param register receives an object that registers routes in the group
   * @throws InvalidArgumentError when an argument is invalid
   * @example app.group('/api', (api) => api.get('/posts', ListPosts), { middleware: [Cors, 'Auth'], name: 'api.' })
   */
  group<const Inner extends string, const Ids extends readonly ServiceId[] = []>(
    prefix: Inner,
    register: (group: RouteMethods<V, InGroup<Prefix, Inner>>) => void,
    options?: GroupOptions<RouteMiddleware<V, Inner, Prefix, Ids>>,
  ): this;
  /**
   * Registers the routes of a resource, or an array of routes as in the configuration.
   *
   * @throws InvalidArgumentError when a route is invalid
   * @throws DuplicateRouteError when two routes handle the same requests
   * @example app.add(articles)
   */
  add(routes: readonly RouteConfig<ConfiguredValues[V]>[]): this;
}
