import type { ServiceId } from '../container/container-interface.ts';
import type { Route } from './route.ts';
import type { RouteResult } from './route-result.ts';

export interface UriOptions {
  /**
   * Appended after "?": a map (an object, a `Map` or `URLSearchParams`) of texts, numbers, booleans, dates (in ISO 8601) and
   * lists of these. Undefined and null are left out, lists repeat the key.
   */
  readonly query?: object;
  /** Appended after "#". */
  readonly fragment?: string;
  /** Count more than the route's own defaults and less than the parameters. */
  readonly defaults?: object;
}

/** Finds the route for a request and makes URIs from routes. */
export interface RouterInterface {
  /** @throws DuplicateRouteError when a route for the same requests exists, whatever options it may still get */
  addRoute(route: Route): void;
  /**
   * Called when the application is first used, or has been built from configuration.
   *
   * @throws DuplicateRouteError for two routes that `setOptions` or `setName` could have told apart, but has not
   */
  checkRoutes?(): void;
  /** Called when options may be set on routes though they were matched already: the next match heeds them. */
  rebuild?(): void;
  /** Whether the option `tokens` restricts what a placeholder takes; true when absent. */
  readonly honoursTokens?: boolean;
  /** @param path canonical, as `request.path` is */
  match(method: string, path: string): RouteResult;
  /** @throws UriGenerationError when the name is unknown, or a parameter is missing or not accepted */
  generateUri(name: string, params?: object, options?: UriOptions): string;
}

/** The id under which a container supplies the router. */
export const RouterInterface: ServiceId<RouterInterface> = 'RouterInterface';
