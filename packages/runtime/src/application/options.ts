import type { Config } from '../config/config.ts';
import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { ServiceManager } from '../container/service-manager.ts';
import type { ErrorRenderer } from '../message/error-renderer.ts';
import { RouterInterface } from '../router/router-interface.ts';
import type { RoutedOptions } from './routed.ts';

/** The ids of the services that stand for other options than those of their names. */
interface SharedServices {
  /** Stands for `errors.render`, where the configuration has none. */
  readonly errorRenderer: string;
}

/** The configuration that a container holds; empty when there is none. */
export function configOf(container: ContainerInterface): Config {
  return container.has('config') ? container.get<Config>('config') : {};
}

/**
 * What a container says about its application (rule C6).
 *
 * @param services ids by the options that they stand for
 */
export function optionsFrom<Option extends string>(
  container: ContainerInterface,
  services: Readonly<Record<Option, string>> & SharedServices,
): RoutedOptions & { readonly [Name in Option]?: never } {
  const { debug, server, errors } = configOf(container);
  const { errorRenderer, ...others } = services;
  const own = Object.entries<string>(others).map(([option, id]) => [option, service(container, id)]);
  return {
    container,
    router: service(container, RouterInterface),
    debug,
    server,
    errors: { render: errors?.render ?? service<ErrorRenderer>(container, errorRenderer) },
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
  services: Readonly<Record<string, string>> & SharedServices,
  container: ContainerInterface = new ServiceManager(),
  router?: RouterInterface,
): Application {
  const options = optionsFrom(container, services);
  return create(router === undefined ? options : { ...options, router });
}
