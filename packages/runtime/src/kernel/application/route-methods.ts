import type { PipelineEntryConfig, RouteConfig } from '../config.ts';
import type { ServiceId } from '../container/container-interface.ts';
import type * as a from '../pipeline/middleware-a.ts';
import type * as b from '../pipeline/middleware-b.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { WebSocketHooks } from '../http/web-socket-hooks.ts';
import type { PathParams } from '../router/path-params.ts';
import type { Route } from '../router/route.ts';

/** The types of middleware, by variant. */
export interface Variants<
  Params extends object = Record<string, string>,
  Ids extends readonly ServiceId[] = [],
> {
  readonly a: {
    readonly value: a.MiddlewareValue<Params>;
    /** A class: its constructor is compared with its static `inject`. */
    readonly class: a.MiddlewareClass<Ids, Params>;
    readonly configured: a.ConfiguredMiddleware;
    readonly entry:
      | (PipelineEntryConfig<a.ConfiguredMiddleware> & { readonly error?: false })
      | (PipelineEntryConfig<a.ConfiguredErrorMiddleware> & { readonly error: true });
    /** The response that earlier middleware has prepared. */
    readonly prepared: HttpResponse;
    /** The arguments of `process` after the request. */
    readonly given: [response: HttpResponse, next: a.NextFunction];
  };
  readonly b: {
    readonly value: b.MiddlewareValue<Params>;
    readonly class: b.MiddlewareClass<Ids, Params>;
    readonly configured: b.ConfiguredMiddleware;
    readonly entry: PipelineEntryConfig<b.ConfiguredMiddleware> & { readonly error?: never };
    readonly prepared: void;
    readonly given: [delegate: b.Delegate];
  };
}

export type Variant = keyof Variants;

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
  | Variants<PathParams<InGroup<Prefix, Path>>>[V]['value']
  | Variants<PathParams<InGroup<Prefix, Path>>, Ids>[V]['class'];

/** Registers middleware of a variant. `Self` is the application or pipe. */
interface PipeMiddleware<V extends Variant, Self> {
  /**
   * Registers middleware after the middleware registered so far, for every path.
   *
   * @throws {@link InvalidArgumentError} when no middleware is given
   * @example app.pipe(logging)
   */
  <const Ids extends readonly ServiceId[] = []>(
    middleware: Variants[V]['value'] | Variants<Record<string, string>, Ids>[V]['class'],
  ): Self;
  /**
   * Registers middleware after the middleware registered so far, under a path prefix.
   *
   * @param path the path prefix, such as `/admin`, which ignores case
   * @param middleware the middleware that runs for the path
   * @param more further middleware, in order
   * @throws {@link InvalidArgumentError} when the path isn't a string, or no middleware is given
   * @example app.pipe('/admin', Auth, 'RateLimit')
   */
  <const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: Variants[V]['value'] | Variants<Record<string, string>, Ids>[V]['class'],
    ...more: readonly Variants[V]['value'][]
  ): Self;
}

// The compiler explains only why the last overloads don't match, so those for ordinary middleware are both first and last.
interface PipeErrorMiddleware<Self>
  extends PipeMiddleware<'a', Self>, ErrorOverloads<Self>, PipeMiddleware<'a', Self> {}

type ErrorOverloads<Self> = {
  /** Registers a function with exactly four parameters, which is error middleware (rule A3), for every path. */
  (middleware: a.ErrorMiddleware): Self;
  /**
   * Registers a function with exactly four parameters, which is error middleware (rule A3), under a path prefix.
   *
   * @param path the path prefix, such as `/api`, which ignores case
   * @param middleware the error middleware
   */
  (path: string, middleware: a.ErrorMiddleware): Self;
};

/** The method `pipe` of an application or a pipe. */
export type PipeMethod<V extends Variant, Self> = {
  readonly a: PipeErrorMiddleware<Self>;
  readonly b: PipeMiddleware<'b', Self>;
}[V];

/** Options of a group, beside the prefix of its paths. */
export interface GroupOptions<Middleware = unknown> {
  /** The middleware that runs before the middleware of each route; none when absent. */
  readonly middleware?: Middleware;
  /** The prefix of the explicit route names, added unchanged, such as `'api.'`; none when absent. */
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
   * Registers a route for several methods.
   *
   * @param path the path, such as `/post/{id}`
   * @param middleware a function, an object, a class, the name of a service, or an array of these
   * @param methods the methods, in any case; any method when absent
   * @param name the name, for URLs; derived from the path and the methods when absent
   * @returns the route, for `setOptions`
   * @throws {@link InvalidArgumentError} when an argument is invalid
   * @throws {@link DuplicateRouteError} when a route for the same requests exists, regardless of options that are set
   *   later
   * @example app.route('/search', Search, ['GET', 'POST'], 'search');
   */
  route<const Path extends string, const Ids extends readonly ServiceId[] = []>(
    path: Path,
    middleware: RouteMiddleware<V, Path, Prefix, Ids>,
    methods?: readonly string[],
    name?: string,
  ): Route;
  /**
   * Registers a route for GET, and for HEAD when the path has no HEAD route. The arguments are the path, the
   * middleware, and optionally a name for URLs.
   *
   * @returns the route, for `setOptions`
   * @throws {@link InvalidArgumentError} when an argument is invalid
   * @throws {@link DuplicateRouteError} when a route for the same requests exists
   * @example app.get('/post/{id}', (request) => new TextResponse(`Post ${request.params.id}`), 'post');
   */
  readonly get: Register<V, Prefix>;
  /** Registers a route for HEAD, like `get`. Without a HEAD route, the GET route handles HEAD (rule R8). */
  readonly head: Register<V, Prefix>;
  /**
   * Registers a route for POST, like `get`.
   *
   * @example app.post('/posts', async (request) => new JsonResponse(await posts.add(await request.json()), 201));
   */
  readonly post: Register<V, Prefix>;
  /**
   * Registers a route for PUT, like `get`.
   *
   * @example app.put('/posts/{id}', [Auth, ReplacePost]);
   */
  readonly put: Register<V, Prefix>;
  /**
   * Registers a route for PATCH, like `get`.
   *
   * @example app.patch('/posts/{id}', ChangePost);
   */
  readonly patch: Register<V, Prefix>;
  /**
   * Registers a route for DELETE, like `get`.
   *
   * @example app.delete('/posts/{id}', DeletePost);
   */
  readonly delete: Register<V, Prefix>;
  /**
   * Registers a route for OPTIONS, like `get`. Without an OPTIONS route, the response lists the methods of the path
   * (rule R8).
   */
  readonly options: Register<V, Prefix>;
  /**
   * Registers a route for any method, like `get`. A route of the same path for one method is an error.
   *
   * @example app.any('/legacy/{rest:.*}', proxy({ upstream: 'http://127.0.0.1:3000' }));
   */
  readonly any: Register<V, Prefix>;
  /**
   * Registers a route for GET that opens a WebSocket (see `fw docs websockets`). Other requests get 426. WebSockets
   * need the package `crossws`.
   *
   * @param path the path, such as `/rooms/{room}`
   * @param hooks the functions that the socket calls, and the origins that may open it
   * @param name the name, for URLs; derived from the path when absent
   * @returns the route, for `setOptions`
   * @throws {@link InvalidArgumentError} when an argument is invalid
   * @throws {@link DuplicateRouteError} when a route for the same requests exists
   * @example app.upgrade('/echo', { message: (peer, message) => peer.send(message.text()) })
   */
  upgrade<const Path extends string>(
    path: Path,
    hooks: WebSocketHooks<PathParams<InGroup<Prefix, Path>>>,
    name?: string,
  ): Route;
  /**
   * Registers routes that share a path prefix, and optionally middleware and a name prefix. The path `/` means the
   * prefix itself.
   *
   * @param prefix the path prefix, which may have placeholders
   * @param register a function that receives an object that registers routes in the group
   * @param options middleware and a name prefix; none when absent
   * @returns the application or the group, for more calls
   * @throws {@link InvalidArgumentError} when an argument is invalid
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
   * @returns the application or the group, for more calls
   * @throws {@link InvalidArgumentError} when a route is invalid
   * @throws {@link DuplicateRouteError} when two routes handle the same requests
   * @example app.add(articles)
   */
  add(routes: readonly RouteConfig<Variants[V]['configured']>[]): this;
}
