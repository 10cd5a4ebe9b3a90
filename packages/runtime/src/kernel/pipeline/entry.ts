import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config.ts';
import { injectCall } from '../container/inject.ts';
import { nameOf, type Origin } from '../errors/describe.ts';
import type { Route } from '../router/route.ts';
import type { LazyMiddleware } from './lazy-middleware.ts';
import type { PathPrefix } from './scope.ts';

/** A place in a pipeline: one middleware, or a nested pipeline, possibly under a path prefix. */
export interface Entry {
  readonly name: string;
  /** Routing or dispatch; undefined for the user's middleware. */
  readonly role: BuiltInRole | undefined;
  /** The route that the entry belongs to; undefined in the pipeline itself. */
  readonly route: Route | undefined;
  readonly prefix: PathPrefix | undefined;
  /** Variant A: runs in error mode only. */
  readonly error: boolean;
  readonly target: LazyMiddleware | readonly Entry[];
  /** The key in the configuration object; undefined in an array, and for entries registered with a call. */
  readonly key: string | undefined;
  /** The priority in the configuration; undefined for entries registered with a call. */
  readonly priority: number | undefined;
  /** The place of the registration; undefined unless origins are recorded. */
  readonly origin: Origin | undefined;
}

/** The built-in middleware of an application, each in its pipeline at most once (rules P5, C2). */
export type BuiltInRole = 'routing' | 'dispatch';

/** The roles by the constants that are registered for them. */
export const ROLES: ReadonlyMap<unknown, BuiltInRole> = new Map([
  [ROUTING_MIDDLEWARE, 'routing'],
  [DISPATCH_MIDDLEWARE, 'dispatch'],
]);

/** The built-in middleware that entries contain, also in arrays. */
export function rolesIn(entries: readonly Entry[]): readonly BuiltInRole[] {
  return entries.flatMap(({ role, target }) => {
    if (role !== undefined) return [role];
    return Array.isArray(target) ? rolesIn(target as readonly Entry[]) : [];
  });
}

/** The name of middleware. A handler that `inject()` created from an anonymous function gets the name of its route. */
export function middlewareName(value: unknown, route: Route | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => middlewareName(item, route)).join(', ')}]`;
  const isHandler = route !== undefined && routeHandler(route) === value;
  if (!isHandler || injectCall(value)?.isNamed !== false) return nameOf(value);
  return route.explicitName ?? String(route);
}

/** The middleware of a route, or the last item if it is an array. */
export function routeHandler({ middleware }: Route): unknown {
  return Array.isArray(middleware) ? middleware.flat(Infinity).at(-1) : middleware;
}
