import { InvalidArgumentError } from '../error/coded-errors.ts';
import { describe } from '../error/describe.ts';
import { Route } from '../router/route.ts';
import type { RouterInterface } from '../router/router-interface.ts';

/** The routes of an application: each is given to the router, which refuses duplicates, and kept for the user to look at. */
export class RouteRegistry {
  readonly router: RouterInterface;
  readonly #routes: Route[] = [];

  constructor(router: RouterInterface) {
    this.router = router;
  }

  get all(): readonly Route[] {
    return this.#routes;
  }

  /**
   * @throws InvalidArgumentError when an argument is not what it must be
   * @throws DuplicateRouteError when a route for the same requests exists, whatever options it may still get
   */
  add(path: string | Route, middleware?: unknown, methods?: readonly string[], name?: string): Route {
    const route = path instanceof Route ? path : new Route(path, middleware, methods, name);
    if (path instanceof Route && middleware !== undefined) {
      throw new InvalidArgumentError('middleware', 'left out beside a Route', describe(middleware));
    }
    this.router.addRoute(route);
    this.#routes.push(route);
    return route;
  }
}
