import { madeByInject } from '../container/inject.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { findNothingGiven, nameOf, type Origin } from '../errors/describe.ts';
import type { Route } from '../router/route.ts';
import { LazyMiddleware, type LazyServices } from './lazy-middleware.ts';
import { PathPrefix } from './scope.ts';

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

/** The built-in middleware of an application. */
export type BuiltInRole = 'routing' | 'dispatch';

/** The place of an entry. */
export interface EntryPlace {
  /** The path prefix before validation. */
  readonly path?: unknown;
  readonly route?: Route | undefined;
  readonly error?: boolean;
  readonly key?: string | undefined;
  readonly priority?: number | undefined;
  readonly origin?: Origin | undefined;
}

export interface EntryOptions extends EntryPlace {
  readonly services: LazyServices;
  /** Whether a function that is registered by itself is error middleware. */
  readonly isErrorMiddleware?: (value: unknown) => boolean;
  /** Routing or dispatch, for the constant that is registered for it; undefined for any other value. */
  readonly builtIn?: (value: unknown) => BuiltInMiddleware | undefined;
}

/** Routing or dispatch; without middleware when it is registered already. */
export interface BuiltInMiddleware {
  readonly role: BuiltInRole;
  readonly middleware: unknown;
}

/**
 * Makes an entry of what was given as middleware. An array becomes a nested pipeline.
 *
 * @returns undefined for routing or dispatch that is registered already
 * @throws {@link InvalidArgumentError} when middleware is missing, in an array as well, or the path isn't a prefix
 */
export function toEntry(value: unknown, options: EntryOptions): Entry | undefined {
  const [missing] = findNothingGiven(value);
  if (missing !== undefined) {
    throw new InvalidArgumentError(
      `middleware${missing.place}`,
      'a function, a service name, a class, or an array of these',
      missing.found,
    );
  }
  const prefix = options.path === undefined ? undefined : PathPrefix.from(options.path);
  const builtIn = options.builtIn?.(value);
  if (builtIn !== undefined && builtIn.middleware === undefined) return undefined;
  const middleware = builtIn?.middleware ?? value;
  const { path: _, key, priority, origin, ...inner } = options;
  const name = builtIn?.role ?? middlewareName(value, options.route);
  return {
    name,
    role: builtIn?.role,
    route: options.route,
    prefix,
    error: options.error ?? options.isErrorMiddleware?.(middleware) ?? false,
    target: Array.isArray(middleware)
      ? middleware.map((item) => toEntry(item, inner)).filter((entry) => entry !== undefined)
      : new LazyMiddleware(middleware, options.services, builtIn === undefined ? name : undefined),
    key,
    priority,
    origin: origin ?? madeByInject(value)?.place,
  };
}

/** The name of middleware. A handler that `inject()` created from an anonymous function gets the name of its route. */
export function middlewareName(value: unknown, route: Route | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => middlewareName(item, route)).join(', ')}]`;
  const isHandler = route !== undefined && handlerOf(route) === value;
  if (!isHandler || madeByInject(value)?.isNamed !== false) return nameOf(value);
  return route.explicitName ?? String(route);
}

/** The middleware of a route, or the last item if it is an array. */
export function handlerOf({ middleware }: Route): unknown {
  return Array.isArray(middleware) ? middleware.flat(Infinity).at(-1) : middleware;
}
