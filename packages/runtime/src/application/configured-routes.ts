import type { RouteConfig } from '../config/config.ts';
import { isConfigMap } from '../config/merge.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { ServiceId } from '../container/container-interface.ts';
import type { RouteOptions } from '../router/route.ts';
import { Group } from './group.ts';
import type { ConfiguredValues, GroupOptions, RouteMiddleware, Variant } from './route-methods.ts';

/** The name of a route, beside its options. */
export interface NamedRouteOptions extends RouteOptions {
  /** Made of path and methods when absent. */
  readonly name?: string;
}

/** The function `route` of a variant. */
export interface ConfigureRoute<V extends Variant> {
  /**
   * A route of `routes`, typed like one by call: the middleware knows the parameters of the path. It is the plain map
   * `{ path, middleware, allowed_methods, options, name }`, which may stand in its place.
   *
   * @param method one, a list of them, or `'ANY'`
   * @param options the name, and what `setOptions` takes
   * @example route('GET', '/profiles/{username}', ShowProfile, { name: 'profile' })
   */
  <const Path extends string, const Ids extends readonly ServiceId[] = []>(
    method: string | readonly string[],
    path: Path,
    middleware: RouteMiddleware<V, Path, '', Ids>,
    options?: NamedRouteOptions,
  ): RouteConfig<ConfiguredValues[V]>;
}

/** The function `group` of a variant. */
export interface ConfigureGroup<V extends Variant> {
  /**
   * Routes that share a prefix of their paths, and may share middleware and the beginning of their names: the plain list of
   * the routes as they are with these, for `routes` or for another group. A path of `/` is the prefix itself.
   *
   * @throws InvalidArgumentError when prefix or options are not those of a group, or the routes are no list
   * @example group('/api', { middleware: [Cors, 'Auth'], name: 'api.' }, [route('GET', '/posts', ListPosts)])
   */
  <const Prefix extends string, const Ids extends readonly ServiceId[] = []>(
    prefix: Prefix,
    options: GroupOptions<RouteMiddleware<V, Prefix, '', Ids>>,
    routes: readonly (RouteConfig<ConfiguredValues[V]> | readonly RouteConfig<ConfiguredValues[V]>[])[],
  ): readonly RouteConfig<ConfiguredValues[V]>[];
}

// Nothing of a route is judged here: the check of the configuration knows file and key.
export function configureRoute(
  method: string | readonly string[],
  path: string,
  middleware: unknown,
  named: NamedRouteOptions = {},
): RouteConfig<never> {
  const { name, ...rest } = named;
  const options = isConfigMap(named) ? rest : named;
  return {
    path,
    // The types of the variants say what may stand here.
    middleware: middleware as never,
    ...(String(method).toUpperCase() !== 'ANY' && { allowed_methods: [method].flat() }),
    ...(Object.keys(options).length > 0 && { options }),
    ...(name !== undefined && { name }),
  };
}

export function configureGroup(
  prefix: string,
  options: GroupOptions,
  routes: readonly (RouteConfig | readonly RouteConfig[])[],
): readonly RouteConfig<never>[] {
  const group = new Group(prefix, options);
  if (!Array.isArray(routes)) {
    throw new InvalidArgumentError(`routes of the group ${prefix}`, 'a list', routes);
  }
  const flat = routes.flat() as readonly RouteConfig<never>[];
  return flat.map((route) => (isConfigMap(route) ? group.complete(route) : route));
}
