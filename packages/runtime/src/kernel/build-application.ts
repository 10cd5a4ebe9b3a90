import { type CheckOptions, findFaults } from '../config/check.ts';
import type { Config, ListOrMap, PipelineEntryConfig, RouteConfig } from '../config/config.ts';
import { warnOfKeys } from '../config/mistaken-names.ts';
import { ConfigError } from '../error/coded-errors.ts';
import { showOnlyMessage } from '../error/fw-error.ts';
import { byPriority } from '../pipeline/priority.ts';
import { Duplicates } from '../router/duplicates.ts';
import { Route } from '../router/route.ts';

type ConfiguredEntry = PipelineEntryConfig & { readonly error?: boolean };

/** What an application lets its factory do, in both variants. */
export interface Configurable {
  route(route: Route): Route;
  pipeRoutingMiddleware(): unknown;
  pipeDispatchMiddleware(): unknown;
  /** @internal */
  checkRoutes(): void;
  /** @internal */
  readonly isRouting: boolean;
  /** @internal */
  readonly isDispatching: boolean;
}

/**
 * Also warns of keys that are nearly those of the framework.
 *
 * @throws ConfigError listing every fault
 */
export function checkConfig(config: Config, options: CheckOptions): void {
  warnOfKeys(config);
  const faults = findFaults(config, options);
  if (faults.length > 0) throw new ConfigError(faults);
}

/**
 * Pipes and routes what the configuration says (SEMANTICS C2–C5).
 *
 * @param pipeEntry attaches an entry in the variant's way
 * @throws DuplicateRouteError when two routes answer the same requests or have the same name
 */
export function applyConfig(
  application: Configurable,
  config: Config,
  pipeEntry: (entry: ConfiguredEntry) => unknown,
): void {
  const routes = listOf(config.routes);
  const entries = listOf(config.middleware_pipeline as ListOrMap<ConfiguredEntry | string> | undefined);
  addRoutes(application, routes as RouteConfig[]);
  const asEntries = entries.map((entry) => (typeof entry === 'string' ? { middleware: entry } : entry));
  for (const entry of byPriority(asEntries)) pipeEntry(entry);
  if (routes.length === 0) return;
  if (entries.length === 0) {
    application.pipeRoutingMiddleware();
    application.pipeDispatchMiddleware();
  } else warnOfUnreachableRoutes(application, routes.length);
}

function addRoutes(application: Configurable, routes: readonly RouteConfig[]): void {
  const duplicates = new Duplicates();
  for (const { path, middleware, allowed_methods: methods, name, options } of routes) {
    const route = new Route(path, middleware, methods, name).setOptions(options ?? {});
    duplicates.collect(() => application.route(route));
  }
  duplicates.collect(() => application.checkRoutes());
  duplicates.tell(showOnlyMessage);
}

function warnOfUnreachableRoutes(application: Configurable, count: number): void {
  const missing = [
    ...(application.isRouting ? [] : ['ROUTING_MIDDLEWARE']),
    ...(application.isDispatching ? [] : ['DISPATCH_MIDDLEWARE']),
  ];
  if (missing.length === 0) return;
  console.warn(
    `The ${count} configured routes cannot be reached: add ${missing.join(' and ')} to middleware_pipeline.`,
  );
}

function listOf<T>(list: ListOrMap<T> | undefined): T[] {
  return Object.values(list ?? {});
}
