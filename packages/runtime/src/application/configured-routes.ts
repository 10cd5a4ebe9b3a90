import type { RouteConfig } from '../config/config.ts';
import { isConfigMap } from '../config/merge.ts';
import { InvalidArgumentError } from '../error/coded-errors.ts';
import type { RouteOptions } from '../router/route.ts';
import { Group } from './group.ts';
import type { GroupOptions } from './route-methods.ts';

/** The name of a route, beside its options. */
export interface NamedRouteOptions extends RouteOptions {
  /** Made of path and methods when absent. */
  readonly name?: string;
}

/**
 * A route as it stands in configuration. Nothing of it is judged here: the check of the configuration knows file and key.
 *
 * @param method `'ANY'`: any method
 */
export function routeConfig(
  method: string | readonly string[],
  path: string,
  middleware: unknown,
  named: NamedRouteOptions = {},
): RouteConfig<never> {
  const { name, ...rest } = named;
  const options = isConfigMap(named) ? rest : named;
  return {
    path,
    // The functions of the variants say what may stand here.
    middleware: middleware as never,
    ...(String(method).toUpperCase() !== 'ANY' && { allowed_methods: [method].flat() }),
    ...(Object.keys(options).length > 0 && { options }),
    ...(name !== undefined && { name }),
  };
}

/**
 * The routes of a group as they stand in configuration, those of groups within among them.
 *
 * @throws InvalidArgumentError when prefix or options are not those of a group, or the routes are no list
 */
export function groupConfig(
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
