import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { WebSocketHooks } from '../http/web-socket-hooks.ts';
import { hintOfSeveral, type Route } from '../router/route.ts';
import { Group } from './group.ts';
import { WebSocketRoute } from './web-socket-route.ts';
import type { GroupOptions, RouteMethods, Variant } from './route-methods.ts';

/** Gives a class the methods that register routes by its method `route`. */
export function withRouteMethods<Options, T extends object>(
  Base: abstract new (options: Options) => T,
): abstract new (options: Options) => T & RouteMethods<Variant> {
  // Nothing of the class is needed to write these.
  const AnyBase: abstract new (options: Options) => object = Base;

  abstract class Registering extends AnyBase {
    abstract route(path: string, middleware: unknown, methods?: readonly string[], name?: string): Route;

    any(path: string, middleware: unknown, name?: string, ...more: readonly unknown[]): Route {
      checkEnd(path, more);
      return this.route(path, middleware, undefined, name);
    }

    upgrade(path: string, hooks: WebSocketHooks<never>, name?: string): Route {
      return this.route(path, new WebSocketRoute(path, hooks), ['GET'], name);
    }

    group(
      prefix: string,
      register: (group: RouteMethods<Variant>) => void,
      options: GroupOptions = {},
    ): this {
      const group = new Group(prefix, options);
      if (typeof register !== 'function') {
        throw new InvalidArgumentError(`register of the group ${prefix}`, 'a function', register);
      }
      register(new RouteGroup(this as unknown as RouteMethods<Variant>, group));
      return this;
    }
  }

  for (const method of ['get', 'head', 'post', 'put', 'patch', 'delete', 'options']) {
    const register = function (
      this: Registering,
      path: string,
      middleware: unknown,
      name?: string,
      ...more: readonly unknown[]
    ): Route {
      checkEnd(path, more);
      return this.route(path, middleware, [method.toUpperCase()], name);
    };
    Object.assign(Registering.prototype, { [method]: register });
  }
  return Registering as unknown as abstract new (options: Options) => T & RouteMethods<Variant>;
}

// An argument behind the name must not be dropped.
function checkEnd(path: string, more: readonly unknown[]): void {
  if (more.length === 0) return;
  const [first] = more;
  throw new InvalidArgumentError(
    `behind the name of the route ${path}`,
    'absent',
    first,
    hintOfSeveral(first),
  );
}

/** What the callback of a group is given: it registers the routes with what surrounds the group. */
class RouteGroup extends withRouteMethods<void, object>(Object) {
  readonly #outer: RouteMethods<Variant>;
  readonly #group: Group;

  constructor(outer: RouteMethods<Variant>, group: Group) {
    super();
    this.#outer = outer;
    this.#group = group;
  }

  override route(path: string, middleware: never, methods?: readonly string[], name?: string): Route {
    if (typeof path !== 'string') {
      throw new InvalidArgumentError('path', 'a string such as "/post/{id}" in a group', path);
    }
    const whole = this.#group.complete({ path, middleware, name });
    return this.#outer.route(whole.path, whole.middleware, methods, whole.name);
  }
}
