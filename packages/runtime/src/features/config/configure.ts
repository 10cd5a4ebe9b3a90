import type { AnyApplication } from '../../kernel/application/application.ts';
import { completeInGroup } from '../../kernel/application/route-registrar.ts';
import type {
  GroupOptions,
  RouteMiddleware,
  Variant,
  Variants,
} from '../../kernel/application/route-methods.ts';
import { findConfigErrors } from './check.ts';
import type { Config, ListOrMap, PipelineEntryConfig, RouteConfig } from '../../kernel/config.ts';
import { warnOfKeys } from './load-config.ts';
import { configOrigins, filesOf } from './history.ts';
import { isConfigMap } from './merge.ts';
import type { ServiceId } from '../../kernel/container/container-interface.ts';
import { InvalidArgumentError, showOnlyMessage } from '../../kernel/errors/coded-errors.ts';
import { ConfigError } from '../../kernel/errors/config-error.ts';
import { Duplicates, Route, type RouteOptions } from '../../kernel/router/route.ts';

type ConfiguredEntry = PipelineEntryConfig & { readonly error?: boolean };

/**
 * Creates an application with the routes and the pipeline of a configuration (rules C2–C5). Warns of keys that resemble
 * keys of the framework.
 *
 * @param create called when the configuration has no errors
 * @param errorFlag whether entries may have the flag `error`
 * @throws {@link ConfigError} listing every error
 * @throws {@link DuplicateRouteError} when two routes handle the same requests or have the same name
 */
export function configure<Application>(
  create: () => Application,
  config: Config,
  errorFlag: boolean,
): Application {
  const faults = findConfigErrors(config, { errorFlag, ...(filesOf(config) && { stage: 'merged' }) });
  if (faults.length > 0) {
    warnOfKeys(config);
    throw new ConfigError(faults);
  }
  const application = create();
  warnOfKeys(config, undefined, (message) => (application as AnyApplication).context.errors.warn(message));
  apply(application as AnyApplication, config);
  return application;
}

function apply(application: AnyApplication, config: Config): void {
  const originOf = application.context.recordsOrigins ? configOrigins(config) : () => undefined;
  const routes = routesOf(config);
  const duplicates = new Duplicates();
  for (const [steps, { path, middleware, allowed_methods: methods, name, options = {} }] of routes) {
    const route = new Route(path, middleware, methods, name).setOptions(options);
    duplicates.collect(() => application.routing.add(route, originOf(['routes', ...steps])));
  }
  duplicates.collect(() => application.routing.router.checkRoutes?.());
  duplicates.throwIfAny(showOnlyMessage);
  const entries = itemsOf(config.middleware_pipeline as ListOrMap<ConfiguredEntry | string> | undefined);
  const asEntries = entries.map(({ step, item }) => ({
    step,
    ...(typeof item === 'string' ? { middleware: item } : item),
  }));
  // Entries with equal priorities stay in the order of the configuration (rule P4).
  const inOrder = asEntries.toSorted((one, other) => (other.priority ?? 1) - (one.priority ?? 1));
  for (const { step, middleware, path = '', error = false, priority = 1 } of inOrder) {
    const key = typeof step === 'string' ? step : undefined;
    const origin = originOf(['middleware_pipeline', step]);
    application.attach(middleware, { key, priority, origin, ...(error && { error }) }, path);
  }
  if (routes.length === 0) return;
  if (entries.length === 0) application.pipeRoutingMiddleware().pipeDispatchMiddleware();
  else application.warnOfUnreachable();
}

/** Every route, including the routes of groups, after the keys and indexes that lead to it within `routes`. */
function routesOf({
  routes,
}: Config): (readonly [steps: readonly (string | number)[], route: RouteConfig])[] {
  // The configuration is merged and checked, so that its routes are final.
  const whole = routes as ListOrMap<RouteConfig | readonly RouteConfig[]> | undefined;
  return itemsOf(whole).flatMap(({ step, item }) =>
    [item].flat().map((route, index) => [Array.isArray(item) ? [step, index] : [step], route] as const),
  );
}

/** The items of an array or an object, each with its index or key. */
function itemsOf<T>(list: ListOrMap<T> | undefined): { readonly step: string | number; readonly item: T }[] {
  if (Array.isArray(list)) return list.map((item: T, step) => ({ step, item }));
  return Object.entries(list ?? {}).map(([step, item]) => ({ step, item: item as T }));
}

/** The options of a route, and its name. */
export interface NamedRouteOptions extends RouteOptions {
  /** The name, for URLs; derived from the path and the methods when absent. */
  readonly name?: string;
}

/** An entry of `middleware_pipeline` in a variant. The strings are the application's routing and dispatch. */
export type PipelineEntryOf<V extends Variant> =
  | Variants[V]['entry']
  | 'FW_ROUTING_MIDDLEWARE'
  | 'FW_DISPATCH_MIDDLEWARE';

/** The configuration of an application of a variant. */
export type ConfigOf<V extends Variant> = Config<RouteConfig<Variants[V]['configured']>, PipelineEntryOf<V>>;

/** The functions of a variant for configuration files. */
export interface ConfigureFunctions<V extends Variant> {
  /**
   * Types a configuration file. It returns its argument.
   *
   * @example export default defineConfig({ routes: [route('GET', '/', Home)] });
   */
  defineConfig<const T extends ConfigOf<V>>(config: T): T;
  /**
   * Creates a route for `routes`, typed like `app.get`: the middleware knows the parameters of the path.
   *
   * @param method a method, an array of methods, or `'ANY'`
   * @param path the path, such as `/profiles/{username}`
   * @param middleware a function, an object, a class, the name of a service, or an array of these
   * @param options the name, and the options of `setOptions`; none when absent
   * @returns the plain object `{ path, middleware, allowed_methods, options, name }`, which you can also write yourself
   * @example route('GET', '/profiles/{username}', ShowProfile, { name: 'profile' })
   */
  route<const Path extends string, const Ids extends readonly ServiceId[] = []>(
    method: string | readonly string[],
    path: Path,
    middleware: RouteMiddleware<V, Path, '', Ids>,
    options?: NamedRouteOptions,
  ): RouteConfig<Variants[V]['configured']>;
  /**
   * Groups routes that share a path prefix, and optionally middleware and a name prefix. The path `/` means the prefix
   * itself.
   *
   * @param prefix the path prefix, which may have placeholders
   * @param options middleware and a name prefix; `{}` for none
   * @param routes the routes, and the results of other groups
   * @returns a plain array of the completed routes, for `routes` or for another group
   * @throws {@link InvalidArgumentError} when the prefix, the options or the routes are invalid
   * @example group('/api', { middleware: [Cors, 'Auth'], name: 'api.' }, [route('GET', '/posts', ListPosts)])
   */
  group<const Prefix extends string, const Ids extends readonly ServiceId[] = []>(
    prefix: Prefix,
    options: GroupOptions<RouteMiddleware<V, Prefix, '', Ids>>,
    routes: readonly (
      | RouteConfig<Variants[V]['configured']>
      | readonly RouteConfig<Variants[V]['configured']>[]
    )[],
  ): readonly RouteConfig<Variants[V]['configured']>[];
}

// Routes aren't validated here, because the check of the configuration reports the file and the key.
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
    // The types of the variants define which values are middleware.
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
  const complete = completeInGroup(prefix, options);
  if (!Array.isArray(routes)) {
    throw new InvalidArgumentError(`routes of the group ${prefix}`, 'an array', routes);
  }
  const flat = routes.flat() as readonly RouteConfig<never>[];
  return flat.map((route) => (isConfigMap(route) ? complete(route) : route));
}
