import {
  configure,
  configureGroup,
  type ConfigureGroup,
  configureRoute,
  type ConfigureRoute,
} from '../application/configure.ts';
import { configOf, createApplication, optionsFrom } from '../application/options.ts';
import { Application, SERVICES } from './application.ts';
import type { Config, PipelineEntryConfig, RouteConfig } from '../config/config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import type { ConfiguredMiddleware } from '../pipeline/middleware-b.ts';
import type { RouterInterface } from '../router/router-interface.ts';

/** Creates an application whose routes and pipeline you register with method calls. */
export class AppFactory {
  /**
   * @param container an empty `ServiceManager` when absent
   * @param router the container's `RouterInterface` when absent, or else a `TreeRouter`
   */
  static create(container?: ContainerInterface, router?: RouterInterface): Application {
    return createApplication((options) => new Application(options), SERVICES, container, router);
  }
}

/** Creates the application that the container's `config` describes: its routes and its pipeline. */
export class ApplicationFactory {
  /**
   * @throws ConfigError listing every error of the configuration
   * @throws DuplicateRouteError when two routes handle the same requests or have the same name
   */
  create(container: ContainerInterface): Application {
    const create = (): Application => new Application(optionsFrom(container, SERVICES));
    return configure(create, configOf(container), { errorFlag: false });
  }
}

/** An entry of `middleware_pipeline`; the strings are the application's routing and dispatch. */
export type PipelineEntry =
  | (PipelineEntryConfig<ConfiguredMiddleware> & { readonly error?: never })
  | 'FW_ROUTING_MIDDLEWARE'
  | 'FW_DISPATCH_MIDDLEWARE';

/** The configuration of an application of variant B. */
export type ApplicationConfig = Config<RouteConfig<ConfiguredMiddleware>, PipelineEntry>;

/** Types a configuration file: `export default defineConfig({ … })`. It returns what it is given. */
export function defineConfig<const T extends ApplicationConfig>(config: T): T {
  return config;
}

/** A route for `routes`, with the types of `app.route`: `route('GET', '/post/{id}', ShowPost, { name: 'post' })`. */
export const route: ConfigureRoute<'b'> = configureRoute;

/** Routes that share a prefix: `group('/api', { middleware: Auth }, [route('GET', '/posts', ListPosts)])`. */
export const group: ConfigureGroup<'b'> = configureGroup;
