import { createApplication } from '../application/options.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import { Application, SERVICES } from './application.ts';

/** Creates an application whose routes and pipeline are made by calls. */
export class AppFactory {
  /**
   * @param container a `ServiceManager` without services when absent
   * @param router the container's `RouterInterface`, else a `TreeRouter`, when absent
   */
  static create(container?: ContainerInterface, router?: RouterInterface): Application {
    return createApplication((options) => new Application(options), SERVICES, container, router);
  }
}
