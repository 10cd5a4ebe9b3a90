import type { ApplicationContext } from './context.ts';
import type { RoutesOfNode } from './middleware-of.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { noteClasses } from '../container/inject.ts';
import { DuplicateRouteError } from '../errors/coded-errors.ts';
import type { Origin } from '../errors/describe.ts';
import type { BuiltInMiddleware, BuiltInRole, Entry } from '../pipeline/entry.ts';
import type { Route } from '../router/route.ts';
import type { RouterInterface } from '../router/router-interface.ts';

/** The routes of an application, in its router and in the order of their registration. */
export class Routes implements RoutesOfNode {
  readonly router: RouterInterface;
  readonly list: Route[] = [];
  readonly #container: ContainerInterface | undefined;
  readonly #context: ApplicationContext;
  readonly #toEntry: (route: Route) => Entry | undefined;
  readonly #entries = new Map<Route, Entry | undefined>();

  constructor(
    router: RouterInterface,
    container: ContainerInterface | undefined,
    context: ApplicationContext,
    toEntry: (route: Route) => Entry | undefined,
  ) {
    this.router = router;
    this.#container = container;
    this.#context = context;
    this.#toEntry = toEntry;
  }

  /** @throws {@link DuplicateRouteError} when the route repeats another one's path and method */
  add(route: Route, origin: Origin | undefined = this.#context.callOrigin()): Route {
    if (origin !== undefined) route.origin = origin;
    try {
      this.router.addRoute(route);
    } catch (error) {
      const { host } = this.#context;
      if (host === undefined || !(error instanceof DuplicateRouteError)) throw error;
      host.duplicate(error);
      return route;
    }
    this.list.push(route);
    noteClasses(this.#container, route.middleware);
    return route;
  }

  /** The same entry for a route each time, so that its middleware is resolved once. */
  entryOf(route: Route): Entry | undefined {
    if (!this.#entries.has(route)) this.#entries.set(route, this.#toEntry(route));
    return this.#entries.get(route);
  }
}

const ROLES: ReadonlyMap<unknown, BuiltInRole> = new Map([
  [ROUTING_MIDDLEWARE, 'routing'],
  [DISPATCH_MIDDLEWARE, 'dispatch'],
]);

const BUILT_IN_ROLES: readonly BuiltInRole[] = ['routing', 'dispatch'];

/** An application's routing and dispatch middleware, each in its pipeline at most once (rules P5, C2). */
export class BuiltIns {
  readonly #middleware: Readonly<Record<BuiltInRole, unknown>>;
  #registered: ReadonlySet<BuiltInRole> = new Set();

  constructor(middleware: Readonly<Record<BuiltInRole, unknown>>) {
    this.#middleware = middleware;
  }

  /** The warning for routes that no request reaches, because routing or dispatch isn't registered. */
  unreachable(routeCount: number): string | undefined {
    const missing = BUILT_IN_ROLES.filter((role) => !this.#registered.has(role));
    if (routeCount === 0 || missing.length === 0) return undefined;
    const constants = missing.map((role) => `${role.toUpperCase()}_MIDDLEWARE`).join(' and ');
    const calls = missing.map((role) => `pipe${role === 'routing' ? 'Routing' : 'Dispatch'}Middleware()`);
    return (
      `The ${routeCount === 1 ? 'route' : `${routeCount} routes`} cannot be reached: add ${constants} to ` +
      `middleware_pipeline, or call ${calls.join(' and ')}.`
    );
  }

  /** Forgets what `register` has taken when it throws. */
  allOrNothing<T>(register: () => T): T {
    const before = this.#registered;
    try {
      return register();
    } catch (error) {
      this.#registered = before;
      throw error;
    }
  }

  /** The middleware for a constant; without middleware when it is registered already, and undefined for any other value. */
  take(value: unknown): BuiltInMiddleware | undefined {
    const role = ROLES.get(value);
    if (role === undefined) return undefined;
    if (this.#registered.has(role)) return { role, middleware: undefined };
    this.#registered = new Set([...this.#registered, role]);
    return { role, middleware: this.#middleware[role] };
  }
}
