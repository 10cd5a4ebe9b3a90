import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config.ts';
import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { ContainerNotRegisteredError, InvalidArgumentError } from '../errors/coded-errors.ts';
import { describe as describeValue } from '../errors/describe.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Platform } from '../http/platform.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { ServerRequestInit } from '../http/web-source.ts';
import { type BuiltInRole, type Entry, rolesIn } from '../pipeline/entry.ts';
import { changing, COMPOSE, type Rest } from '../pipeline/rest.ts';
import { enterApplication, isExact, leaveApplication, unlikePrefix } from '../pipeline/scope.ts';
import { Route } from '../router/route.ts';
import type { Url } from '../router/route-names.ts';
import { TreeRouter } from '../router/tree-router.ts';
import { composedByHand } from './compose.ts';
import type { ApplicationContext } from './context.ts';
import type { ApplicationNode, PipelineNode } from './middleware-of.ts';
import type { RoutedOptions } from './options.ts';
import type { Pipe } from './pipe.ts';
import { listen } from './pipe-handler.ts';
import type { RequestHandler, RunningServer, RunOptions } from './request-handler.ts';
import type { PipeMethod, RouteMiddleware, Variant, Variants } from './route-methods.ts';
import { RouteRegistrar } from './route-registrar.ts';
import { RouteTable } from './route-table.ts';
import { createDispatch, createRouting } from './routing.ts';
import { urlIn } from './urls.ts';

/** An application of either variant. */
export type AnyApplication = BaseApplication<Variant, Pipe<Variant>>;

/** The application of both variants: a pipe, routes with their router, a container and a context. */
export abstract class BaseApplication<V extends Variant, P extends Pipe<V>> extends RouteRegistrar<V> {
  /**
   * Generates URLs for the named routes of the application and of the applications inside it, with their prefixes. It
   * works without its object. For the named routes of outer applications, use `urlFor(request)`.
   *
   * @throws {@link UriGenerationError} when no route has the name, or a parameter is missing or invalid
   * @example app.url('post', { id: 42 }, { query: { page: 2 } })
   */
  readonly url: Url = urlIn([{ owner: this, prefix: '' }]);
  /** @internal */
  readonly variant: V;
  /** @internal */
  readonly routing: RouteTable;
  /** @internal */
  readonly builtIns: ApplicationNode['builtIns'];
  /** @internal */
  named: PipelineNode['named'];
  /**
   * Registers middleware after the middleware registered so far, for every path or under a path prefix.
   *
   * @throws {@link InvalidArgumentError} when no middleware is given, or the path isn't a path prefix
   * @example app.pipe(logging).pipe('/admin', Auth, 'RateLimit')
   */
  readonly pipe: PipeMethod<V, this> = ((...given: readonly unknown[]) => {
    (this.pipeline.pipe as (...given: readonly unknown[]) => unknown)(...given);
    return this;
  }) as PipeMethod<V, this>;
  protected readonly pipeline: P;
  readonly #byHand: ReturnType<typeof composedByHand>;
  #isWarned = false;

  /** Creates the parts that both variants have, from the part that differs: the pipe. */
  constructor(
    variant: V,
    { router = new TreeRouter() }: RoutedOptions,
    createPipe: (owner: ApplicationNode) => P,
  ) {
    super();
    this.variant = variant;
    this.pipeline = createPipe(this);
    this.routing = new RouteTable(router, this.pipeline);
    const { convention } = this.pipeline;
    this.builtIns = {
      routing: createRouting(this.routing, convention),
      dispatch: createDispatch(this.routing, convention),
    };
    // Platforms call `fetch` without its object.
    this.fetch = this.fetch.bind(this) as typeof this.fetch;
    this.#byHand = composedByHand(this, this.context, convention);
  }

  /**
   * Registers a route that you created.
   *
   * @throws {@link DuplicateRouteError} when a route for the same requests exists
   * @example app.route(new Route('/ping', Ping, ['GET'], 'ping'));
   */
  override route(route: Route): Route;
  /**
   * Registers a route for several methods.
   *
   * @param path the path, such as `/post/{id}`
   * @param middleware a function, an object, a class, the name of a service, or an array of these
   * @param methods the methods, in any case; any method when absent
   * @param name the name, for URLs; derived from the path and the methods when absent
   * @returns the route, for `setOptions`
   * @throws {@link InvalidArgumentError} when an argument has the wrong type
   * @throws {@link DuplicateRouteError} when a route for the same requests exists
   * @example app.route('/search', Search, ['GET', 'POST'], 'search');
   */
  override route<const Path extends string, const Ids extends readonly ServiceId[] = []>(
    path: Path,
    middleware: RouteMiddleware<V, Path, '', Ids>,
    methods?: readonly string[],
    name?: string,
  ): Route;
  override route(
    path: string | Route,
    middleware?: unknown,
    methods?: readonly string[],
    name?: string,
  ): Route {
    if (!(path instanceof Route)) return this.register(path, middleware, methods, name);
    if (middleware === undefined) return this.routing.add(path);
    throw new InvalidArgumentError(
      'middleware',
      'absent when the path is a Route',
      describeValue(middleware),
    );
  }

  /** @internal */
  override register(path: string, middleware: unknown, methods?: readonly string[], name?: string): Route {
    return this.routing.add(new Route(path, middleware, methods, name));
  }

  /** The routes of this application, in the order of their registration. */
  get routes(): readonly Route[] {
    return this.routing.list;
  }

  /**
   * Registers routing, which finds the route of a request. Middleware after it sees the route and its parameters. It
   * does nothing when routing is registered already.
   */
  pipeRoutingMiddleware(): this {
    return this.attach(ROUTING_MIDDLEWARE);
  }

  /**
   * Registers dispatch, which calls the middleware of the matched route. It does nothing when dispatch is registered
   * already.
   */
  pipeDispatchMiddleware(): this {
    return this.attach(DISPATCH_MIDDLEWARE);
  }

  /**
   * Returns the container of the application. `AppFactory.create()` creates one when you pass none.
   *
   * @throws {@link ContainerNotRegisteredError} when the application has no container
   */
  getContainer(): ContainerInterface {
    if (this.container === undefined) throw new ContainerNotRegisteredError();
    return this.container;
  }

  /**
   * Handles a request inside another pipeline.
   *
   * @param request the request
   * @param given the other arguments of middleware; the rest of the pipeline is called with requests that this application doesn't
   *   handle
   * @returns the response of this application, or of the rest of the pipeline
   */
  process(request: ServerRequest, ...given: Variants[V]['given']): HttpResponse | Promise<HttpResponse> {
    return this.#byHand(request, ...given);
  }

  /**
   * Handles a request that was created by hand, or by middleware for a request that it handles. Errors become
   * responses. The body keeps the size limit of the application that first received it.
   *
   * @example const response = await app.handle(new ServerRequest('/ping'));
   */
  handle(request: ServerRequest): Promise<HttpResponse> {
    return this.pipeline.handle(request);
  }

  /**
   * Sends a request through the application without a server, for tests.
   *
   * @param input a path, a URL or a Web `Request`
   * @param init the method, headers, body and further options; a GET without headers when absent
   * @returns the response; errors become responses, too
   * @example await (await app.request('/ping')).json()
   */
  request(input: string | URL | Request, init?: ServerRequestInit): Promise<Response> {
    return this.pipeline.request(input, init);
  }

  /**
   * Handles a Web `Request`: the entry point for Workers, Lambda, Bun and Deno. You can call it without its object.
   *
   * @param request the request that the runtime received
   * @param platform the value of `request.platform`; undefined when absent
   * @returns the response; errors become responses, too
   * @example Bun.serve({ fetch: app.fetch });
   */
  fetch(request: Request, platform?: Platform): Promise<Response>;
  /**
   * Handles a Web `Request` with the signature that Workers call; `request.platform` is `{ env, ctx }`.
   *
   * @param request the request that the runtime received
   * @param env the bindings of the Worker
   * @param ctx the execution context
   * @returns the response; errors become responses, too
   */
  fetch(request: Request, env: unknown, ctx: unknown): Promise<Response>;
  fetch(request: Request, ...given: [Platform?]): Promise<Response> {
    return this.pipeline.fetch(request, ...given);
  }

  /**
   * Starts a server, and serves until SIGTERM, SIGINT or `close()` (rules S1, S4). While `fw` inspects the application,
   * nothing listens.
   *
   * @param options the address, workers, TLS and signals; the environment and the configuration when absent
   * @returns a promise that resolves when the server listens
   * @throws {@link UnsupportedRuntimeError} on runtimes without a server, such as Workers
   * @throws {@link UnresolvedMiddlewareError} with `server.eager`, when a service or class cannot be created
   * @throws {@link DuplicateRouteError} when two routes handle the same requests
   * @example const server = await app.run({ port: 3000 });
   */
  run(options?: RunOptions): Promise<RunningServer> {
    this.warnOfUnreachable();
    return listen(this, this.context, options);
  }

  /** @internal */
  get container(): ContainerInterface | undefined {
    return this.pipeline.container;
  }

  /** @internal */
  get context(): ApplicationContext {
    return this.pipeline.context;
  }

  /** @internal */
  get entries(): readonly Entry[] {
    return this.pipeline.entries;
  }

  /** @internal */
  get fieldLimit(): number {
    return this.pipeline.fieldLimit;
  }

  /** @internal Handles the requests that a server receives. */
  get requestHandler(): RequestHandler {
    return this.pipeline.requestHandler;
  }

  /** @internal Route matches inside this application aren't visible outside it (rule P6). */
  [COMPOSE](rest: Rest<Variants[V]['prepared']>, outer: ApplicationContext): Rest<Variants[V]['prepared']> {
    const { pipeline } = this;
    const leaving = changing(rest, (request) => leaveApplication(request, this));
    const context = this.context.inside(outer);
    const inner = pipeline.recomposing(() => pipeline.composeApplication(leaving, context, this));
    return {
      handle: (request, prepared) => {
        try {
          if (isExact(request)) return inner().handle(enterApplication(request, this, prepared), prepared);
          if (pipeline.hasMiddleware) throw unlikePrefix();
          return rest.handle(request, prepared);
        } catch (error) {
          return rest.fail(error, request, prepared);
        }
      },
      fail: rest.fail,
    };
  }

  /** @internal */
  attach(...given: Parameters<Pipe<V>['attach']>): this {
    this.pipeline.attach(...given);
    return this;
  }

  /** @internal Warns once when the application has routes that no request can reach. */
  warnOfUnreachable(): void {
    const { length } = this.routes;
    const missing = BUILT_IN_ROLES.filter((role) => !rolesIn(this.entries).includes(role));
    if (this.#isWarned || length === 0 || missing.length === 0) return;
    this.#isWarned = true;
    const constants = missing.map((role) => `${role.toUpperCase()}_MIDDLEWARE`).join(' and ');
    const calls = missing.map((role) => `pipe${role === 'routing' ? 'Routing' : 'Dispatch'}Middleware()`);
    this.context.errors.warn(
      `The ${length === 1 ? 'route' : `${length} routes`} cannot be reached: add ${constants} to ` +
        `middleware_pipeline, or call ${calls.join(' and ')}.`,
    );
  }
}

const BUILT_IN_ROLES: readonly BuiltInRole[] = ['routing', 'dispatch'];
