import { configure } from '../application/configure.ts';
import { configOf, optionsFrom } from '../application/options.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { Application, SERVICES } from './application.ts';

/** Creates the application that the container's `config` describes: its routes and its pipeline. */
export class ApplicationFactory {
  /**
   * @throws ConfigError listing every fault of the configuration
   * @throws DuplicateRouteError when two routes answer the same requests or have the same name
   */
  create(container: ContainerInterface): Application {
    const create = (): Application => new Application(optionsFrom(container, SERVICES));
    return configure(create, configOf(container), { errorFlag: false });
  }
}
