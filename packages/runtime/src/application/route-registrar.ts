import type { ServiceId } from '../container/container-interface.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { WebSocketHooks } from '../http/web-socket-hooks.ts';
import type { PathParams } from '../router/path-params.ts';
import { hintOfSeveral, type Route } from '../router/route.ts';
import { Group } from './group.ts';
import type {
  GroupOptions,
  InGroup,
  Register,
  RouteMethods,
  RouteMiddleware,
  Variant,
} from './route-methods.ts';
import { WebSocketRoute } from '../http/upgrade-web-socket.ts';

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

  /** @internal */
  abstract register(path: string, middleware: unknown, methods?: readonly string[], name?: string): Route;

  #forMethod(method?: string): Register<V, Prefix> {
    const methods = method === undefined ? undefined : [method];
    return (path: string, middleware: unknown, name?: string, ...more: readonly unknown[]) => {
      // An argument behind the name must not be dropped.
      if (more.length > 0) {
        const place = `behind the name of the route ${path}`;
        throw new InvalidArgumentError(place, 'absent', more[0], hintOfSeveral(more[0]));
      }
      return this.register(path, middleware, methods, name);
    };
  }
}

interface GroupedRoute {
  readonly path: string;
  readonly middleware: unknown;
  readonly methods: readonly string[] | undefined;
  readonly name: string | undefined;
}

/** The argument of a group's callback. */
class RouteGroup<V extends Variant, Prefix extends string> extends RouteRegistrar<V, Prefix> {
  readonly #register: (route: GroupedRoute) => Route;

  constructor(register: (route: GroupedRoute) => Route) {
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
