import type {
  GroupOptions,
  InGroup,
  Register,
  RouteMethods,
  RouteMiddleware,
  Variant,
  Variants,
} from './route-methods.ts';
import type { RouteConfig } from '../config.ts';
import type { ServiceId } from '../container/container-interface.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { didYouMean } from '../errors/describe.ts';
import { WebSocketRoute } from '../http/upgrade-web-socket.ts';
import type { WebSocketHooks } from '../http/web-socket-hooks.ts';
import type { PathParams } from '../router/path-params.ts';
import { hintOfSeveral, type Route } from '../router/route.ts';

const KEYS = ['middleware', 'name'];

/**
 * Returns a function that completes the routes of a group: with the path prefix, the shared middleware first, and the name prefix.
 * The parts of a route are checked when it is registered.
 *
 * @throws {@link InvalidArgumentError} when the prefix isn't a string, or the options aren't options of a group
 */
export function completeInGroup(
  prefix: string,
  options: GroupOptions,
): <R extends Partial<Record<'path' | 'middleware' | 'name', unknown>>>(route: R) => R {
  if (typeof prefix !== 'string') {
    throw new InvalidArgumentError('prefix of a group', 'a string such as "/api"', prefix);
  }
  checkOptions(options, prefix);
  const beginning = prefix.replace(/\/$/, '');
  return (route) => {
    const { path, middleware, name } = route;
    const isGuarded = 'middleware' in options && (middleware ?? undefined) !== undefined;
    return {
      ...route,
      ...(typeof path === 'string' && { path: join(beginning, path) }),
      ...(isGuarded && { middleware: [...listOf(options.middleware), ...listOf(middleware)] }),
      ...(typeof name === 'string' && { name: (options.name ?? '') + name }),
    };
  };
}

// A malformed path stays as it was written, so that the error shows it.
function join(prefix: string, path: string): string {
  if (path === '/') return prefix || '/';
  return /^\[?\//.test(path) ? prefix + path : path;
}

function checkOptions(options: GroupOptions, prefix: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InvalidArgumentError(`options of the group ${prefix}`, 'a map', options);
  }
  const unknown = Object.keys(options).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    const suggestion = didYouMean(unknown, KEYS);
    throw new InvalidArgumentError(
      `options of the group ${prefix}`,
      `an object with the keys ${KEYS.join(' and ')}`,
      options,
      suggestion && ` Instead of "${unknown}", ${suggestion}`,
    );
  }
  if (options.name !== undefined && typeof options.name !== 'string') {
    throw new InvalidArgumentError(`name of the group ${prefix}`, 'a string such as "api."', options.name);
  }
}

function listOf(middleware: unknown): readonly unknown[] {
  return Array.isArray(middleware) ? middleware : [middleware];
}

/** The methods that register routes, of an application and of a group; all of them call `register`. */
export abstract class RouteRegistrar<V extends Variant, Prefix extends string = ''> implements RouteMethods<
  V,
  Prefix
> {
  readonly get: Register<V, Prefix> = this.#forMethod('GET');
  readonly head: Register<V, Prefix> = this.#forMethod('HEAD');
  readonly post: Register<V, Prefix> = this.#forMethod('POST');
  readonly put: Register<V, Prefix> = this.#forMethod('PUT');
  readonly patch: Register<V, Prefix> = this.#forMethod('PATCH');
  readonly delete: Register<V, Prefix> = this.#forMethod('DELETE');
  readonly options: Register<V, Prefix> = this.#forMethod('OPTIONS');
  readonly any: Register<V, Prefix> = this.#forMethod();

  route<const Path extends string, const Ids extends readonly ServiceId[] = []>(
    path: Path,
    middleware: RouteMiddleware<V, Path, Prefix, Ids>,
    methods?: readonly string[],
    name?: string,
  ): Route {
    return this.register(path, middleware, methods, name);
  }

  upgrade<const Path extends string>(
    path: Path,
    hooks: WebSocketHooks<PathParams<InGroup<Prefix, Path>>>,
    name?: string,
  ): Route {
    return this.register(path, new WebSocketRoute(path, hooks as WebSocketHooks<never>), ['GET'], name);
  }

  group<const Inner extends string, const Ids extends readonly ServiceId[] = []>(
    prefix: Inner,
    register: (group: RouteMethods<V, InGroup<Prefix, Inner>>) => void,
    options: GroupOptions<RouteMiddleware<V, Inner, Prefix, Ids>> = {},
  ): this {
    const complete = completeInGroup(prefix, options);
    if (typeof register !== 'function') {
      throw new InvalidArgumentError(`register of the group ${prefix}`, 'a function', register);
    }
    register(
      new RouteGroup<V, InGroup<Prefix, Inner>>((path, middleware, methods, name) => {
        const route = complete({ path, middleware, name });
        return this.register(route.path, route.middleware, methods, route.name);
      }),
    );
    return this;
  }

  add(routes: readonly RouteConfig<Variants[V]['configured']>[]): this {
    if (!Array.isArray(routes)) {
      throw new InvalidArgumentError(
        'routes of add()',
        'the routes of resource(), or an array of routes',
        routes,
      );
    }
    for (const { path, middleware, allowed_methods: methods, name, options = {} } of routes) {
      this.register(path, middleware, methods, name).setOptions(options);
    }
    return this;
  }

  /** @internal */
  abstract register(path: string, middleware: unknown, methods?: readonly string[], name?: string): Route;

  #forMethod(method?: string): Register<V, Prefix> {
    const methods = method === undefined ? undefined : [method];
    return (path: string, middleware: unknown, name?: string, ...more: readonly unknown[]) => {
      // Extra arguments after the name are an error, because ignoring middleware would be unsafe.
      if (more.length > 0) {
        const place = `behind the name of the route ${path}`;
        throw new InvalidArgumentError(place, 'absent', more[0], hintOfSeveral(more[0]));
      }
      return this.register(path, middleware, methods, name);
    };
  }
}

/** The argument of a group's callback. */
class RouteGroup<V extends Variant, Prefix extends string> extends RouteRegistrar<V, Prefix> {
  readonly #register: RouteRegistrar<V>['register'];

  constructor(register: RouteRegistrar<V>['register']) {
    super();
    this.#register = register;
  }

  override register(path: string, middleware: unknown, methods?: readonly string[], name?: string): Route {
    if (typeof path !== 'string') {
      throw new InvalidArgumentError('path', 'a string such as "/post/{id}" in a group', path);
    }
    return this.#register(path, middleware, methods, name);
  }
}
