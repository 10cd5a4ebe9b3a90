import type { Config } from '../config/config.ts';
import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { TreeRouter } from '../router/tree-router.ts';
import { RouterInterface } from '../router/router-interface.ts';
import type { PipeOptions } from './base-pipe.ts';

/** What the applications of both variants are built from. */
export interface BaseApplicationOptions extends PipeOptions {
  /** A `TreeRouter` when absent. */
  readonly router?: RouterInterface | undefined;
}

/** The configuration that a container holds; empty when there is none. */
export function configOf(container: ContainerInterface): Config {
  return container.has('config') ? container.get<Config>('config') : {};
}

/** What a container says about its application (SEMANTICS C6). */
export function optionsFrom(container: ContainerInterface, config: Config): BaseApplicationOptions {
  return {
    container,
    router: service(container, RouterInterface) ?? new TreeRouter(),
    debug: config.debug,
    server: config.server,
  };
}

/** A service that may be absent. */
export function service<T>(container: ContainerInterface, id: ServiceId<T>): T | undefined {
  return container.has(id) ? container.get<T>(id) : undefined;
}
