import { lateWarnings } from '#development/late-middleware';
import { DefaultRouter } from '#default-router';
import { tracing } from '#tracing';
import type { RouterInterface } from '../router/router-interface.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config/pipeline-constants.ts';
import {
  ContainerNotRegisteredError,
  DuplicateRouteError,
  InvalidArgumentError,
} from '../errors/coded-errors.ts';
import { describe as describeValue } from '../errors/describe.ts';
import { callOrigin } from '#development/call-sites';
import type { Entry, EntryPlace, OwnLayer } from '../pipeline/entry.ts';
import type { Origin } from '../pipeline/origin.ts';
import type { RouteRequest } from '../pipeline/route-request.ts';
import { Route } from '../router/route.ts';
import type { Url } from '../router/route-names.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import { currentInspection } from './inspection.ts';
import { OWN_ROLES, OwnLayers } from './own-layers.ts';
import type { Pipe, PipeOptions } from './pipe.ts';
import { withRouteMethods } from './registering.ts';
import type { Routed, Variant } from './route-methods.ts';
import { urlIn } from './urls.ts';

/** What an application is built from, in both variants. */
export interface RoutedOptions extends PipeOptions {
  /** A `TreeRouter` when absent. */
  readonly router?: RouterInterface | undefined;
}

/** The routing and the dispatching of a variant. */
export interface RoutingOf {
  createRouting(router: RouterInterface, routeRequest: RouteRequest, errors: ErrorResponder): unknown;
  createDispatch(toEntry: (route: Route) => Entry | undefined, errors: ErrorResponder): unknown;
}

/**
 * Makes the pipe of a variant one that has routes, a router and a container.
 *
 * @param variant whose types the methods have
 */
export function withRoutes<V extends Variant, P extends Pipe<V>, Options extends RoutedOptions>(
  variant: V,
  VariantPipe: new (options: Options) => P,
  { createRouting, createDispatch }: RoutingOf,
): new (options: Options) => P & Routed<V> {
  // The methods below need nothing of the variant's own pipe.
  const Base = withRouteMethods(
    VariantPipe as unknown as abstract new (options: RoutedOptions) => Pipe<Variant>,
  );

  abstract class RoutedPipe extends Base implements Routed<Variant> {
    readonly variant: Variant = variant;
    readonly router: RouterInterface;
    readonly url: Url;
    readonly #routes: Route[] = [];
    readonly #origins = new Map<Route, Origin>();
    readonly #entries = new Map<Route, Entry | undefined>();
    readonly #own: OwnLayers;
    #isWarned = false;

    constructor(options: RoutedOptions) {
      super(options);
      this.router = options.router ?? new DefaultRouter();
      this.url = urlIn([{ owner: this, prefix: '' }]);
      this.#own = new OwnLayers({
        routing: tracing.routing((route) => createRouting(this.router, route, this.errors)),
        dispatch: createDispatch((route) => this.entryOf(route), this.errors),
      });
    }

    override route(
      path: string | Route,
      middleware?: unknown,
      methods?: readonly string[],
      name?: string,
    ): Route {
      if (path instanceof Route && middleware !== undefined) {
        throw new InvalidArgumentError('middleware', 'left out beside a Route', describeValue(middleware));
      }
      const route = path instanceof Route ? path : new Route(path, middleware, methods, name);
      return this.addRoute(route, this.recordsOrigins ? callOrigin() : undefined);
    }

    get routes(): readonly Route[] {
      return this.#routes;
    }

    addRoute(route: Route, origin: Origin | undefined): Route {
      try {
        this.router.addRoute(route);
      } catch (error) {
        const inspection = currentInspection();
        if (inspection === undefined || !(error instanceof DuplicateRouteError)) throw error;
        inspection.addFault(error);
        return route;
      }
      this.#routes.push(route);
      if (origin !== undefined) this.#origins.set(route, origin);
      return route;
    }

    originOf(route: Route): Origin | undefined {
      return this.#origins.get(route);
    }

    entryOf(route: Route): Entry | undefined {
      if (!this.#entries.has(route)) {
        this.#entries.set(route, this.toEntry(route.middleware, { error: false, route }));
      }
      return this.#entries.get(route);
    }

    pipeRoutingMiddleware(): this {
      return this.attach(ROUTING_MIDDLEWARE);
    }

    pipeDispatchMiddleware(): this {
      return this.attach(DISPATCH_MIDDLEWARE);
    }

    getContainer(): ContainerInterface {
      if (this.container === undefined) throw new ContainerNotRegisteredError();
      return this.container;
    }

    override checkRoutes(): void {
      this.router.checkRoutes?.();
    }

    protected override warnOfLate(): void {
      for (const warning of lateWarnings(this as never)) this.errors.warn(warning);
    }

    override checkReachable(): void {
      const missing = OWN_ROLES.filter((role) => !this.#own.has(role));
      const count = this.#routes.length;
      if (count === 0 || missing.length === 0 || this.#isWarned) return;
      this.#isWarned = true;
      const constants = missing.map((role) => `${role.toUpperCase()}_MIDDLEWARE`).join(' and ');
      const calls = missing.map((role) => `pipe${role === 'routing' ? 'Routing' : 'Dispatch'}Middleware()`);
      this.errors.warn(
        `The ${count === 1 ? 'route' : `${count} routes`} cannot be reached: add ${constants} to middleware_pipeline, ` +
          `or call ${calls.join(' and ')}.`,
      );
    }

    protected override ownLayer(value: unknown): OwnLayer | undefined {
      return this.#own.take(value);
    }

    override toEntry(value: unknown, place?: EntryPlace): Entry | undefined {
      return this.#own.allOrNothing(() => super.toEntry(value, place));
    }
  }

  return RoutedPipe as unknown as new (options: Options) => P & Routed<V>;
}
