import { Application, SERVICES } from './application.ts';
import {
  configure,
  configureGroup,
  type ConfigureGroup,
  configureRoute,
  type ConfigureRoute,
} from '../application/configure.ts';
import { configOf, createApplication, optionsFrom } from '../application/options.ts';
import {
  type Config,
  DISPATCH_MIDDLEWARE,
  type PipelineEntryConfig,
  type RouteConfig,
  ROUTING_MIDDLEWARE,
} from '../config/config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import type { ConfiguredErrorMiddleware, ConfiguredMiddleware } from '../pipeline/middleware-a.ts';
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

/** An entry of `middleware_pipeline`; the strings are the application's routing and dispatch. */
export type PipelineEntry =
  | (PipelineEntryConfig<ConfiguredMiddleware> & { readonly error?: false })
  | (PipelineEntryConfig<ConfiguredErrorMiddleware> & { readonly error: true })
  | 'FW_ROUTING_MIDDLEWARE'
  | 'FW_DISPATCH_MIDDLEWARE';

/** The configuration of an application of variant A. */
export type ApplicationConfig = Config<RouteConfig<ConfiguredMiddleware>, PipelineEntry>;

/** Types a configuration file: `export default defineConfig({ … })`. It returns what it is given. */
export function defineConfig<const T extends ApplicationConfig>(config: T): T {
  return config;
}

/** A route for `routes`, with the types of `app.route`: `route('GET', '/post/{id}', ShowPost, { name: 'post' })`. */
export const route: ConfigureRoute<'a'> = configureRoute;

/** Routes that share a prefix: `group('/api', { middleware: Auth }, [route('GET', '/posts', ListPosts)])`. */
export const group: ConfigureGroup<'a'> = configureGroup;
