import type { Config } from '../config/config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { configOf, optionsFrom, service } from '../kernel/application-options.ts';
import { applyConfig, checkConfig } from '../kernel/build-application.ts';
import { Application, type ApplicationOptions } from './application.ts';
import type { ErrorResponseGenerator } from '../problem/error-responder.ts';
import type { MiddlewareValue } from './middleware.ts';

/** Creates the application that the container's `config` describes: its routes and its pipeline. */
export class ApplicationFactory {
  /** @throws ConfigError listing every fault of the configuration */
  create(container: ContainerInterface): Application {
    const config = configOf(container);
    checkConfig(config, { errorFlag: false });
    const application = new Application(applicationOptions(container, config));
    applyConfig(application, config, ({ path = '', middleware }) =>
      application.pipe(path, middleware as MiddlewareValue),
    );
    return application;
  }
}

/** What a container says about its application (SEMANTICS C6). */
export function applicationOptions(container: ContainerInterface, config: Config): ApplicationOptions {
  return {
    ...optionsFrom(container, config),
    errorResponseGenerator: service<ErrorResponseGenerator>(container, 'ErrorResponseGenerator'),
    defaultDelegate: service(container, 'DefaultDelegate'),
  };
}
