import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config/check.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { ContainerNotRegisteredError } from '../error/coded-errors.ts';
import type { BaseApplicationOptions } from '../kernel/application-options.ts';
import type { Entry, EntryPlace } from '../pipeline/entry.ts';
import { OwnMiddleware } from '../pipeline/own-middleware.ts';
import { LazyMiddleware } from '../pipeline/resolve-middleware.ts';
import { RouteRegistry } from '../pipeline/route-registry.ts';
import { leaveApplication } from '../pipeline/scope.ts';
import type { PathParams } from '../router/path-params.ts';
import { TreeRouter } from '../router/tree-router.ts';
import type { Route } from '../router/route.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import { compose } from './compose.ts';
import { createDispatchMiddleware } from './dispatch-middleware.ts';
import type { Chain, ErrorMiddlewareValue, Middleware, MiddlewareValue, Next } from './middleware.ts';
import { MiddlewarePipe, type MiddlewarePipeOptions } from './middleware-pipe.ts';
import { createRoutingMiddleware } from './routing-middleware.ts';

export interface ApplicationOptions extends BaseApplicationOptions, MiddlewarePipeOptions {}

/**
 * A pipeline with routes, a router and a container. It is itself middleware: a sub-application of another.
 *
 * @example
 * const app = AppFactory.create();
 * app.get('/post/{id}', (request) => new TextResponse(`Post ${request.params.id}`));
 * app.pipeRoutingMiddleware().pipeDispatchMiddleware();
 * await app.run();
 */
export class Application extends MiddlewarePipe {
  readonly #routes: RouteRegistry;
  readonly #own: OwnMiddleware;
  readonly #routing: Middleware;

  constructor(options: ApplicationOptions = {}) {
    super(options);
    const router = options.router ?? new TreeRouter();
    this.#routes = new RouteRegistry(router);
    this.#routing = createRoutingMiddleware(router);
    this.#own = new OwnMiddleware(
      this.#routing,
      createDispatchMiddleware(
        (route) => this.toEntry(route.middleware, { error: false, route }),
        this.errors,
      ),
    );
  }

  /**
   * @param methods any method when absent
   * @throws InvalidArgumentError when an argument is not what it must be
   * @throws DuplicateRouteError when a route for the same requests exists, whatever options it may still get
   */
  route(route: Route): Route;
  route<const Path extends string>(
    path: Path,
    middleware: MiddlewareValue<PathParams<Path>>,
    methods?: readonly string[],
    name?: string,
  ): Route;
  route(path: string | Route, middleware?: unknown, methods?: readonly string[], name?: string): Route {
    return this.#routes.add(path, middleware, methods, name);
  }

  get<const Path extends string>(
    path: Path,
    middleware: MiddlewareValue<PathParams<Path>>,
    name?: string,
  ): Route {
    return this.#routes.add(path, middleware, ['GET'], name);
  }

  post<const Path extends string>(
    path: Path,
    middleware: MiddlewareValue<PathParams<Path>>,
    name?: string,
  ): Route {
    return this.#routes.add(path, middleware, ['POST'], name);
  }

  put<const Path extends string>(
    path: Path,
    middleware: MiddlewareValue<PathParams<Path>>,
    name?: string,
  ): Route {
    return this.#routes.add(path, middleware, ['PUT'], name);
  }

  patch<const Path extends string>(
    path: Path,
    middleware: MiddlewareValue<PathParams<Path>>,
    name?: string,
  ): Route {
    return this.#routes.add(path, middleware, ['PATCH'], name);
  }

  delete<const Path extends string>(
    path: Path,
    middleware: MiddlewareValue<PathParams<Path>>,
    name?: string,
  ): Route {
    return this.#routes.add(path, middleware, ['DELETE'], name);
  }

  any<const Path extends string>(
    path: Path,
    middleware: MiddlewareValue<PathParams<Path>>,
    name?: string,
  ): Route {
    return this.#routes.add(path, middleware, undefined, name);
  }

  /** In the order of their registration. */
  get routes(): readonly Route[] {
    return this.#routes.all;
  }

  /** Attaches routing; does nothing when it is attached already. */
  pipeRoutingMiddleware(): this {
    return this.attach(ROUTING_MIDDLEWARE);
  }

  /** Attaches the running of the matched route; does nothing when it is attached already. */
  pipeDispatchMiddleware(): this {
    return this.attach(DISPATCH_MIDDLEWARE);
  }

  /** @throws ContainerNotRegisteredError when there is none */
  getContainer(): ContainerInterface {
    if (this.container === undefined) throw new ContainerNotRegisteredError();
    return this.container;
  }

  /** @internal */
  get router(): RouterInterface {
    return this.#routes.router;
  }

  /** @internal */
  get isRouting(): boolean {
    return this.#own.isRouting;
  }

  /** @internal */
  get isDispatching(): boolean {
    return this.#own.isDispatching;
  }

  /** @internal */
  override checkRoutes(): void {
    this.router.checkRoutes?.();
  }

  protected override isRoutingLayer({ target }: Entry): boolean {
    return target instanceof LazyMiddleware && target.callable === this.#routing;
  }

  protected override translate(value: unknown): unknown {
    return this.#own.translate(value);
  }

  protected override toEntry(value: unknown, place?: EntryPlace): Entry | undefined {
    return this.#own.allOrNothing(() => super.toEntry(value, place));
  }

  /** Attaches error middleware, for everything or under a path prefix. */
  pipeErrorHandler(middleware: ErrorMiddlewareValue): this;
  pipeErrorHandler(path: string, middleware: ErrorMiddlewareValue): this;
  pipeErrorHandler(...given: [ErrorMiddlewareValue] | [string, ErrorMiddlewareValue]): this {
    return given.length === 1
      ? this.attach(given[0], { error: true })
      : this.attach(given[1], { path: given[0], error: true });
  }

  // What routing finds in here is not seen outside (SEMANTICS P6).
  protected override composeInside(outer: Next): Chain {
    return this.composeApplication(this.#leaving(outer));
  }

  protected override composePassing(entries: readonly Entry[], outer: Next): Chain {
    const leaving = this.#leaving(outer);
    return this.entering(compose(entries, leaving, this.errors), leaving);
  }

  #leaving(outer: Next): Chain {
    return {
      handle: (request, response) => outer(leaveApplication(request, this), response),
      fail: (error, request, response) => outer(leaveApplication(request, this), response, error),
    };
  }
}
