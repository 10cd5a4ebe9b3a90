import { DuplicateRouteError } from '../errors/coded-errors.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { Origin } from '../errors/origin.ts';
import type { Route } from '../router/route.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import type { ApplicationContext } from './context.ts';
import type { RoutesOfNode } from './middleware-of.ts';

/** The routes of an application, in its router and in the order of their registration. */
export class Routes implements RoutesOfNode {
  readonly router: RouterInterface;
  readonly list: Route[] = [];
  readonly #context: ApplicationContext;
  readonly #toEntry: (route: Route) => Entry | undefined;
  readonly #origins = new Map<Route, Origin>();
  readonly #entries = new Map<Route, Entry | undefined>();

  constructor(
    router: RouterInterface,
    context: ApplicationContext,
    toEntry: (route: Route) => Entry | undefined,
  ) {
    this.router = router;
    this.#context = context;
    this.#toEntry = toEntry;
  }

  /** @throws DuplicateRouteError when the route repeats another one's path and method */
  add(route: Route, origin: Origin | undefined = this.#context.callOrigin()): Route {
    try {
      this.router.addRoute(route);
    } catch (error) {
      const { host } = this.#context;
      if (host === undefined || !(error instanceof DuplicateRouteError)) throw error;
      host.duplicate(error);
      return route;
    }
    this.list.push(route);
    if (origin !== undefined) this.#origins.set(route, origin);
    return route;
  }

  originOf(route: Route): Origin | undefined {
    return this.#origins.get(route);
  }

  /** The same entry for a route each time, so that its middleware is resolved once. */
  entryOf(route: Route): Entry | undefined {
    if (!this.#entries.has(route)) this.#entries.set(route, this.#toEntry(route));
    return this.#entries.get(route);
  }
}
