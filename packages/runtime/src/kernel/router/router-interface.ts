import type { ServiceId } from '../container/container-interface.ts';
import type { Route, RouteOptions } from './route.ts';

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});
const NO_METHODS: readonly string[] = Object.freeze([]);

/**
 * The result of routing. After routing, `request.getAttribute(RouteResult)` returns it.
 *
 * @example const name = request.get(RouteResult)?.route?.name;
 */
export class RouteResult {
  /** @internal */
  static get name(): string {
    return 'RouteResult';
  }

  // Fields that are only declared need no initializer, which would run for each request.
  /** Whether a route was found. */
  declare readonly success: boolean;
  /** Whether the path exists, but only for other methods; false also when a route was found. */
  declare readonly methodFailure: boolean;
  /** The matched route; undefined when no route was found. */
  declare readonly route: Route | undefined;
  /** The values by placeholder, percent-decoded, including defaults; empty when no route was found. */
  declare readonly params: Readonly<Record<string, string>>;
  /**
   * The methods of the route, empty for any method. After a method failure, the methods that `Allow` lists (rule R7).
   */
  declare readonly allowedMethods: readonly string[];

  /**
   * Creates a result. Use `fromRoute` or `fromRouteFailure` instead.
   *
   * @param route the matched route; undefined when no route was found
   * @param params the values by placeholder
   * @param methodFailure whether the path exists for other methods only
   * @param allowedMethods the methods of the route, or those that `Allow` lists
   */
  constructor(
    route: Route | undefined,
    params: Readonly<Record<string, string>>,
    methodFailure: boolean,
    allowedMethods: readonly string[],
  ) {
    this.success = route !== undefined;
    this.methodFailure = methodFailure;
    this.route = route;
    this.params = params;
    this.allowedMethods = allowedMethods;
  }

  /**
   * Creates the result for a matched route, for a router of your own.
   *
   * @param route the matched route
   * @param params the values by placeholder, percent-decoded; none when absent
   * @returns a successful result
   */
  static fromRoute(route: Route, params: Readonly<Record<string, string>> = NO_PARAMS): RouteResult {
    return new RouteResult(route, params, false, route.methods ?? NO_METHODS);
  }

  /**
   * Creates the result for a request that no route matches, for a router of your own.
   *
   * @param allowedMethods the methods for `Allow` when the path exists for other methods; undefined when no path
   *   matches
   * @returns a result without a route
   */
  static fromRouteFailure(allowedMethods?: readonly string[]): RouteResult {
    return new RouteResult(undefined, NO_PARAMS, allowedMethods !== undefined, allowedMethods ?? []);
  }
}

/** The methods that `Allow` lists: HEAD beside GET, and OPTIONS always (rule R7). */
export function allowedMethods(methods: readonly string[]): string[] {
  const allowed = new Set(methods);
  if (allowed.has('GET')) allowed.add('HEAD');
  return [...allowed.add('OPTIONS')];
}

/** A route whose path matches, and how to read its parameters. */
export interface MatchedRoute {
  readonly route: Route;
  /** The names of the placeholders, in the order of their values. */
  readonly names: readonly string[];
  /** The option of the route. */
  readonly defaults: RouteOptions['defaults'];
}

/** @param values decoded, in the order of the names; an array that is used for all requests may contain more */
export function resultOf(
  { route, names, defaults }: MatchedRoute,
  values: readonly (string | undefined)[],
): RouteResult {
  const params: Record<string, string> = {};
  for (let index = 0; index < names.length; index++) {
    params[names[index] as string] = values[index] as string;
  }
  if (defaults !== undefined) addDefaults(params, defaults, route);
  return new RouteResult(route, params, false, route.methods ?? NO_METHODS);
}

function addDefaults(
  params: Record<string, string>,
  defaults: Readonly<Record<string, string>>,
  { pattern }: Route,
): void {
  for (const { name } of pattern.placeholders) {
    if (!Object.hasOwn(params, name) && Object.hasOwn(defaults, name)) params[name] = String(defaults[name]);
  }
}

/** Options of a generated URL. */
export interface UriOptions {
  /**
   * The query, appended after "?": an object, a `Map` or `URLSearchParams` of strings, numbers, booleans, dates (in ISO
   * 8601) and arrays of these. Undefined and null are left out, arrays repeat the key. None when absent.
   */
  readonly query?: object;
  /** The fragment, appended after "#"; none when absent or empty. */
  readonly fragment?: string;
  /** Values of placeholders that override the route's own defaults; parameters override both. */
  readonly defaults?: object;
}

/** Finds the route for a request and writes the URIs of routes. Implement it to use a router of your own. */
export interface RouterInterface {
  /**
   * Adds a route, also after the first match.
   *
   * @throws {@link DuplicateRouteError} when a route with the same path and one of the methods exists (rule R11)
   */
  addRoute(route: Route): void;
  /**
   * Checks all routes together. It is called before the application is first used, and after it is built from
   * configuration.
   *
   * @throws {@link DuplicateRouteError} that lists all routes for the same requests or of the same name
   */
  checkRoutes?(): void;
  /** Called when options of routes may have changed after a match: the next match honors them. */
  rebuild?(): void;
  /** Whether the router honors the option `tokens` of a route; true when absent. */
  readonly honoursTokens?: boolean;
  /**
   * Finds the route for a request.
   *
   * @param method the method in upper case; the GET route also matches HEAD when there is no HEAD route
   * @param path the canonical path, like `request.path`
   * @returns the result, which says whether the path exists for other methods when no route matches
   */
  match(method: string, path: string): RouteResult;
  /**
   * Writes the URI of a named route.
   *
   * @param name the name of the route
   * @param params the values of its placeholders; none when absent
   * @param options the query, the fragment and defaults; none when absent
   * @returns the path, with query and fragment
   * @throws {@link UriGenerationError} when the name is unknown, or a parameter is missing or not accepted
   */
  generateUri(name: string, params?: object, options?: UriOptions): string;
}

/** The id of the router in a container. */
export const RouterInterface: ServiceId<RouterInterface> = 'RouterInterface';
