import { ATTRIBUTE } from '../http/attributes.ts';
import type { Route } from './route.ts';

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/** What a router found. A request carries it as the attribute `RouteResult` once routing has run. */
export class RouteResult {
  static get name(): string {
    return 'RouteResult';
  }

  /** @internal */
  static readonly [ATTRIBUTE]: symbol = Symbol.for('fw-runtime.RouteResult');
  /** Whether a route answers. */
  readonly success: boolean;
  /** Whether the path exists, but for other methods only. */
  readonly methodFailure: boolean;
  readonly route?: Route;
  /** By placeholder, percent-decoded, defaults included. */
  readonly params: Readonly<Record<string, string>>;
  /** After a method failure: what `Allow` lists (rule R7). */
  readonly allowedMethods: readonly string[];

  /** Use `fromRoute` or `fromRouteFailure`. */
  constructor(
    route: Route | undefined,
    params: Readonly<Record<string, string>>,
    methodFailure: boolean,
    allowedMethods: readonly string[],
  ) {
    this.success = route !== undefined;
    this.methodFailure = methodFailure;
    if (route !== undefined) this.route = route;
    this.params = params;
    this.allowedMethods = allowedMethods;
  }

  static fromRoute(route: Route, params: Readonly<Record<string, string>> = NO_PARAMS): RouteResult {
    return new RouteResult(route, params, false, route.methods ?? []);
  }

  /** @param allowedMethods given when the path exists for other methods; undefined when no path matches */
  static fromRouteFailure(allowedMethods?: readonly string[]): RouteResult {
    return new RouteResult(undefined, NO_PARAMS, allowedMethods !== undefined, allowedMethods ?? []);
  }
}

/** What `Allow` lists, from the methods of all routes on one path in registration order (rule R7). */
export function allowedMethods(methods: readonly string[]): string[] {
  const allowed = new Set(methods);
  if (allowed.has('GET')) allowed.add('HEAD');
  return [...allowed.add('OPTIONS')];
}
