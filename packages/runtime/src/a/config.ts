import { groupConfig, type NamedRouteOptions, routeConfig } from '../application/configured-routes.ts';
import type { GroupOptions, RouteMiddleware } from '../application/route-methods.ts';
import type { Config, PipelineEntryConfig, RouteConfig } from '../config/config.ts';
import type { ServiceId } from '../container/container-interface.ts';
import type {
  ConfiguredErrorMiddleware,
  ConfiguredMiddleware,
  MiddlewareValue,
} from '../pipeline/middleware-a.ts';

/** An entry of `middleware_pipeline`; the strings stand for the application's own routing and dispatching. */
export type PipelineEntry =
  | (PipelineEntryConfig<ConfiguredMiddleware> & { readonly error?: false })
  | (PipelineEntryConfig<ConfiguredErrorMiddleware> & { readonly error: true })
  | 'FW_ROUTING_MIDDLEWARE'
  | 'FW_DISPATCH_MIDDLEWARE';

/** The configuration of an application of variant A. */
export type ApplicationConfig = Config<RouteConfig<ConfiguredMiddleware>, PipelineEntry>;

/** Types a configuration file: `export default defineConfig({ … })`. It returns what it is given. */
export function defineConfig<const T extends ApplicationConfig>(config: T): T {
  return config;
}

/**
 * A route of `routes`, typed like one by call: the middleware knows the parameters of the path. It is the plain map
 * `{ path, middleware, allowed_methods, options, name }`, which may stand in its place.
 *
 * @param method one, a list of them, or `'ANY'`
 * @param options the name, and what `setOptions` takes
 * @example route('GET', '/profiles/{username}', ShowProfile, { name: 'profile' })
 */
export function route<const Path extends string, const Ids extends readonly ServiceId[] = []>(
  method: string | readonly string[],
  path: Path,
  middleware: RouteMiddleware<'a', Path, '', Ids>,
  options?: NamedRouteOptions,
): RouteConfig<MiddlewareValue> {
  return routeConfig(method, path, middleware, options);
}

/**
 * Routes that share a prefix of their paths, and may share middleware and the beginning of their names: the plain list of
 * the routes as they are with these, for `routes` or for another group. A path of `/` is the prefix itself.
 *
 * @throws InvalidArgumentError when prefix or options are not those of a group, or the routes are no list
 * @example group('/api', { middleware: [Cors, 'Auth'], name: 'api.' }, [route('GET', '/posts', ListPosts)])
 */
export function group<const Prefix extends string, const Ids extends readonly ServiceId[] = []>(
  prefix: Prefix,
  options: GroupOptions<RouteMiddleware<'a', Prefix, '', Ids>>,
  routes: readonly (RouteConfig<ConfiguredMiddleware> | readonly RouteConfig<ConfiguredMiddleware>[])[],
): readonly RouteConfig<MiddlewareValue>[] {
  return groupConfig(prefix, options, routes);
}
