import { type CheckOptions, findFaults } from '../config/check.ts';
import type { Config, ListOrMap, PipelineEntryConfig, RouteConfig } from '../config/config.ts';
import { warnOfKeys } from '../config/load-config.ts';
import { configOrigins } from '#development/config-origin';
import { ConfigError } from '../errors/config-error.ts';
import { showOnlyMessage } from '../errors/fw-error.ts';
import { Duplicates } from '../router/duplicates.ts';
import { Route } from '../router/route.ts';
import type { AnyApplication } from './application.ts';

type ConfiguredEntry = PipelineEntryConfig & { readonly error?: boolean };

interface ConfiguredRoute {
  /** Lead to it within `routes`. */
  readonly steps: readonly (string | number)[];
  readonly route: RouteConfig;
}

/**
 * Makes an application, and pipes and routes what the configuration says (rules C2–C5). Warns of keys that are nearly those
 * of the framework.
 *
 * @param create called when the configuration has no faults
 * @throws ConfigError listing every fault
 * @throws DuplicateRouteError when two routes answer the same requests or have the same name
 */
export function configure<Application>(
  create: () => Application,
  config: Config,
  options: CheckOptions,
): Application {
  const faults = findFaults(config, options);
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
  const routes = routesOf(config);
  const entries = itemsOf(config.middleware_pipeline as ListOrMap<ConfiguredEntry | string> | undefined);
  const originOf = application.context.recordsOrigins ? configOrigins(config) : () => undefined;
  addRoutes(application, routes, originOf);
  const asEntries = entries.map(({ step, item }) => ({
    step,
    ...(typeof item === 'string' ? { middleware: item } : item),
  }));
  // Equal priorities stay in the order in which they were attached (rule P4).
  const inOrder = asEntries.toSorted((one, other) => (other.priority ?? 1) - (one.priority ?? 1));
  for (const { step, middleware, path = '', error = false, priority } of inOrder) {
    application.attach(middleware, {
      path,
      key: typeof step === 'string' ? step : undefined,
      priority: priority ?? 1,
      origin: originOf(['middleware_pipeline', step]),
      ...(error && { error }),
    });
  }
  if (routes.length === 0) return;
  if (entries.length === 0) application.pipeRoutingMiddleware().pipeDispatchMiddleware();
  else application.warnOfUnreachable();
}

function addRoutes(
  application: AnyApplication,
  routes: readonly ConfiguredRoute[],
  originOf: ReturnType<typeof configOrigins>,
): void {
  const duplicates = new Duplicates();
  for (const { steps, route: configured } of routes) {
    const { path, middleware, allowed_methods: methods, name, options } = configured;
    const route = new Route(path, middleware, methods, name).setOptions(options ?? {});
    duplicates.collect(() => application.routing.add(route, originOf(['routes', ...steps])));
  }
  duplicates.collect(() => application.routing.router.checkRoutes?.());
  duplicates.tell(showOnlyMessage);
}

/** Every route, those of groups among them. */
function routesOf({ routes }: Config): readonly ConfiguredRoute[] {
  // Merged and checked: nothing in it is a change any more.
  const whole = routes as ListOrMap<RouteConfig | readonly RouteConfig[]> | undefined;
  return itemsOf(whole).flatMap(({ step, item }) => {
    if (!isList(item)) return [{ steps: [step], route: item }];
    return item.map((route, index) => ({ steps: [step, index], route }));
  });
}

// Array.isArray does not tell a readonly list from what is no list.
function isList(routes: RouteConfig | readonly RouteConfig[]): routes is readonly RouteConfig[] {
  return Array.isArray(routes);
}

/** The items of a list or a map, with the step that leads to each. */
function itemsOf<T>(list: ListOrMap<T> | undefined): { readonly step: string | number; readonly item: T }[] {
  if (Array.isArray(list)) return list.map((item: T, step) => ({ step, item }));
  return Object.entries(list ?? {}).map(([step, item]) => ({ step, item: item as T }));
}
