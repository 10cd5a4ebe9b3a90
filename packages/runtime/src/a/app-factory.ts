import type { ContainerInterface } from '../container/container-interface.ts';
import { ServiceManager } from '../container/service-manager.ts';
import { configOf } from '../kernel/application-options.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import { Application } from './application.ts';
import { applicationOptions } from './application-factory.ts';

/** Creates an application whose routes and pipeline are made by calls. */
export class AppFactory {
  /**
   * @param container a `ServiceManager` without services when absent
   * @param router the container's `RouterInterface`, else a `TreeRouter`, when absent
   */
  static create(container: ContainerInterface = new ServiceManager(), router?: RouterInterface): Application {
    const options = applicationOptions(container, configOf(container));
    return new Application(router === undefined ? options : { ...options, router });
  }
}
