import { configure } from '../application/configure.ts';
import { configOf, createApplication, optionsFrom } from '../application/options.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config/config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import { Application, SERVICES } from './application.ts';

/** Creates an application whose routes and pipeline are registered by calls. */
export class AppFactory {
  /**
   * @param container an empty `ServiceManager` when absent
   * @param router the container's `RouterInterface`, else a `TreeRouter`, when absent
   */
  static create(container?: ContainerInterface, router?: RouterInterface): Application {
    return createApplication((options) => new Application(options), SERVICES, container, router);
  }
}

/** Creates the application that the container's `config` describes: its routes and its pipeline. */
export class ApplicationFactory {
  /** Registers the application's routing in a pipeline. */
  static readonly ROUTING_MIDDLEWARE: typeof ROUTING_MIDDLEWARE = ROUTING_MIDDLEWARE;
  /** Registers the application's dispatch in a pipeline. */
  static readonly DISPATCH_MIDDLEWARE: typeof DISPATCH_MIDDLEWARE = DISPATCH_MIDDLEWARE;

  /**
   * @throws ConfigError listing every error of the configuration
   * @throws DuplicateRouteError when two routes handle the same requests or have the same name
   */
  create(container: ContainerInterface): Application {
    const create = (): Application => new Application(optionsFrom(container, SERVICES));
    return configure(create, configOf(container), { errorFlag: true });
  }
}
