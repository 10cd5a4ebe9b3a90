import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config/check.ts';
import type { Config } from '../config/config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { configOf, optionsFrom, service } from '../kernel/application-options.ts';
import { applyConfig, checkConfig } from '../kernel/build-application.ts';
import { Application, type ApplicationOptions } from './application.ts';
import type { FinalHandler } from './final-handler.ts';
import type { ErrorMiddlewareValue, MiddlewareValue } from './middleware.ts';

/** Creates the application that the container's `config` describes: its routes and its pipeline. */
export class ApplicationFactory {
  /** Stands in a pipeline for the application's routing. */
  static readonly ROUTING_MIDDLEWARE: typeof ROUTING_MIDDLEWARE = ROUTING_MIDDLEWARE;
  /** Stands in a pipeline for the running of the matched route. */
  static readonly DISPATCH_MIDDLEWARE: typeof DISPATCH_MIDDLEWARE = DISPATCH_MIDDLEWARE;

  /** @throws ConfigError listing every fault of the configuration */
  create(container: ContainerInterface): Application {
    const config = configOf(container);
    checkConfig(config, { errorFlag: true });
    const application = new Application(applicationOptions(container, config));
    applyConfig(application, config, ({ path = '', middleware, error }) =>
      error === true
        ? application.pipeErrorHandler(path, middleware as ErrorMiddlewareValue)
        : application.pipe(path, middleware as MiddlewareValue),
    );
    return application;
  }
}

/** What a container says about its application (SEMANTICS C6). */
export function applicationOptions(container: ContainerInterface, config: Config): ApplicationOptions {
  return {
    ...optionsFrom(container, config),
    finalHandler: service<FinalHandler>(container, 'FinalHandler'),
  };
}
