import type { ApplicationContext } from './context.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { noteClasses } from '../container/inject.ts';
import { DuplicateRouteError } from '../errors/coded-errors.ts';
import type { Origin } from '../errors/describe.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { Route } from '../router/route.ts';
import type { RouterInterface } from '../router/router-interface.ts';

/** The pipe of the application. */
type RoutePipe = {
  readonly container: ContainerInterface | undefined;
  readonly context: ApplicationContext;
  toEntry(middleware: unknown, place: Partial<Entry>): Entry | undefined;
};

/** The routes of an application, in its router and in the order of their registration. */
export class RouteTable {
  readonly router: RouterInterface;
  readonly list: Route[] = [];
  readonly #pipe: RoutePipe;
  readonly #entries = new Map<Route, Entry | undefined>();

  constructor(router: RouterInterface, pipe: RoutePipe) {
    this.router = router;
    this.#pipe = pipe;
  }

  /** @throws {@link DuplicateRouteError} when the route repeats another one's path and method */
  add(route: Route, origin: Origin | undefined = this.#pipe.context.callOrigin()): Route {
    if (origin !== undefined) route.origin = origin;
    try {
      this.router.addRoute(route);
    } catch (error) {
      const { host } = this.#pipe.context;
      if (host === undefined || !(error instanceof DuplicateRouteError)) throw error;
      host.duplicate(error);
      return route;
    }
    this.list.push(route);
    noteClasses(this.#pipe.container, route.middleware);
    return route;
  }

  /** The middleware of a route, the same each time, so that it is resolved once; undefined when it consists of nothing. */
  entryOf(route: Route): Entry | undefined {
    if (!this.#entries.has(route)) {
      this.#entries.set(route, this.#pipe.toEntry(route.middleware, { error: false, route }));
    }
    return this.#entries.get(route);
  }
}
