import type { ServiceId } from '../container/container-interface.ts';
import type { Route } from './route.ts';
import type { RouteResult } from './route-result.ts';

export interface UriOptions {
  /**
   * Appended after "?": an object, a `Map` or `URLSearchParams` of strings, numbers, booleans, dates (in ISO 8601) and arrays
   * of these. Undefined and null are left out, arrays repeat the key.
   */
  readonly query?: object;
  /** Appended after "#". */
  readonly fragment?: string;
  /** Override the route's own defaults; parameters override both. */
  readonly defaults?: object;
}

/** Finds the route for a request and writes the URIs of routes. */
export interface RouterInterface {
  /** @throws DuplicateRouteError when a route with the same path and one of the methods exists (rule R11) */
  addRoute(route: Route): void;
  /**
   * Called before the application is first used, and after it is built from configuration.
   *
   * @throws DuplicateRouteError that lists all routes for the same requests or of the same name
   */
  checkRoutes?(): void;
  /** Called when options of routes may have changed after a match: the next match honors them. */
  rebuild?(): void;
  /** Whether the router honors the option `tokens` of a route; true when absent. */
  readonly honoursTokens?: boolean;
  /** @param path canonical, like `request.path` */
  match(method: string, path: string): RouteResult;
  /** @throws UriGenerationError when the name is unknown, or a parameter is missing or not accepted */
  generateUri(name: string, params?: object, options?: UriOptions): string;
}

/** The id of the router in a container. */
export const RouterInterface: ServiceId<RouterInterface> = 'RouterInterface';
