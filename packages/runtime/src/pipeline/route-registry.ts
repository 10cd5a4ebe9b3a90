import { InvalidArgumentError } from '../error/coded-errors.ts';
import { describe } from '../error/describe.ts';
import { Route } from '../router/route.ts';
import { RouteCollection } from '../router/route-collection.ts';
import type { RouterInterface } from '../router/router-interface.ts';

/** The routes of an application: each is checked, kept for the user to look at, and given to the router. */
export class RouteRegistry {
  readonly router: RouterInterface;
  readonly #routes = new RouteCollection();

  constructor(router: RouterInterface) {
    this.router = router;
  }

  get all(): readonly Route[] {
    return this.#routes.all;
  }

  /**
   * @throws InvalidArgumentError when an argument is not what it must be
   * @throws DuplicateRouteError when a route for the same requests or of the same name exists
   */
  add(path: string | Route, middleware?: unknown, methods?: readonly string[], name?: string): Route {
    const route = path instanceof Route ? path : new Route(path, middleware, methods, name);
    if (path instanceof Route && middleware !== undefined) {
      throw new InvalidArgumentError('middleware', 'left out beside a Route', describe(middleware));
    }
    this.#routes.add(route);
    this.router.addRoute(route);
    return route;
  }
}
