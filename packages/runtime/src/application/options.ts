import type { Config } from '../config/config.ts';
import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { ServiceManager } from '../container/service-manager.ts';
import type { Logger } from '../error/logger.ts';
import type { ErrorRenderer } from '../message/error-renderer.ts';
import { RouterInterface } from '../router/router-interface.ts';
import type { RoutedOptions } from './routed.ts';

/** The configuration that a container holds; empty when there is none. */
export function configOf(container: ContainerInterface): Config {
  return container.has('config') ? container.get<Config>('config') : {};
}

/**
 * What a container says about its application (rule C6).
 *
 * @param services the ids of what only one variant takes, by option
 */
export function optionsFrom<Option extends string>(
  container: ContainerInterface,
  services: Readonly<Record<Option, string>>,
): RoutedOptions & { readonly [Name in Option]?: never } {
  const { debug, server, errors } = configOf(container);
  const render = errors?.render ?? service<ErrorRenderer>(container, 'ErrorRenderer');
  const own = Object.entries<string>(services).map(([option, id]) => [option, service(container, id)]);
  return {
    container,
    router: service(container, RouterInterface),
    debug,
    server,
    errors: { render },
    logger: service<Logger>(container, 'Logger'),
    ...Object.fromEntries(own),
  };
}

/** A service that may be absent. */
function service<T>(container: ContainerInterface, id: ServiceId<T>): T | undefined {
  return container.has(id) ? container.get<T>(id) : undefined;
}

/** What `AppFactory.create` of both variants does. */
export function createApplication<Application>(
  create: (options: RoutedOptions) => Application,
  services: Readonly<Record<string, string>>,
  container: ContainerInterface = new ServiceManager(),
  router?: RouterInterface,
): Application {
  const options = optionsFrom(container, services);
  return create(router === undefined ? options : { ...options, router });
}
