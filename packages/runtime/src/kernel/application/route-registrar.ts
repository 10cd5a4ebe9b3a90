import type {
  ConfiguredValues,
  GroupOptions,
  InGroup,
  Register,
  RouteMethods,
  RouteMiddleware,
  Variant,
} from './route-methods.ts';
import type { RouteConfig } from '../config.ts';
import type { ServiceId } from '../container/container-interface.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { didYouMean } from '../errors/describe.ts';
import { WebSocketRoute } from '../http/upgrade-web-socket.ts';
import type { WebSocketHooks } from '../http/web-socket-hooks.ts';
import type { PathParams } from '../router/path-params.ts';
import { hintOfSeveral, type Route } from '../router/route.ts';

/** The parts of a route that its group changes. They are checked when the route is registered. */
interface GroupedRoute {
  readonly path?: unknown;
  readonly middleware?: unknown;
  readonly name?: unknown;
}

const KEYS = ['middleware', 'name'];

/** The prefix of a group, and the options that its routes share. */
export class Group {
  readonly #prefix: string;
  readonly #options: GroupOptions;

  /** @throws {@link InvalidArgumentError} when the prefix isn't a string, or the options aren't options of a group */
  constructor(prefix: string, options: GroupOptions) {
    if (typeof prefix !== 'string') {
      throw new InvalidArgumentError('prefix of a group', 'a string such as "/api"', prefix);
    }
    checkOptions(options, prefix);
    this.#prefix = prefix.replace(/\/$/, '');
    this.#options = options;
  }

  /** The route as it is registered: with the path prefix, the shared middleware first, and the name prefix. */
  complete<R extends GroupedRoute>(route: R): R {
    const { path, middleware, name } = route;
    const { middleware: shared, name: beginning = '' } = this.#options;
    const isGuarded = 'middleware' in this.#options && (middleware ?? undefined) !== undefined;
    return {
      ...route,
      ...(typeof path === 'string' && { path: this.#join(path) }),
      ...(isGuarded && { middleware: [...listOf(shared), ...listOf(middleware)] }),
      ...(typeof name === 'string' && { name: beginning + name }),
    };
  }

  // A malformed path stays as it was written, so that the error shows it.
  #join(path: string): string {
    if (path === '/') return this.#prefix || '/';
    return /^\[?\//.test(path) ? this.#prefix + path : path;
  }
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
    const group = new Group(prefix, options);
    if (typeof register !== 'function') {
      throw new InvalidArgumentError(`register of the group ${prefix}`, 'a function', register);
    }
    register(
      new RouteGroup<V, InGroup<Prefix, Inner>>((route) => {
        const { path, middleware, methods, name } = group.complete(route);
        return this.register(path, middleware, methods, name);
      }),
    );
    return this;
  }

  add(routes: readonly RouteConfig<ConfiguredValues[V]>[]): this {
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

interface RegisteredRoute {
  readonly path: string;
  readonly middleware: unknown;
  readonly methods: readonly string[] | undefined;
  readonly name: string | undefined;
}

/** The argument of a group's callback. */
class RouteGroup<V extends Variant, Prefix extends string> extends RouteRegistrar<V, Prefix> {
  readonly #register: (route: RegisteredRoute) => Route;

  constructor(register: (route: RegisteredRoute) => Route) {
    super();
    this.#register = register;
  }

  override register(path: string, middleware: unknown, methods?: readonly string[], name?: string): Route {
    if (typeof path !== 'string') {
      throw new InvalidArgumentError('path', 'a string such as "/post/{id}" in a group', path);
    }
    return this.#register({ path, middleware, methods, name });
  }
}
