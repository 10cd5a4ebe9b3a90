import {
  type ConfigOf,
  configure,
  type ConfigureFunctions,
  configureGroup,
  configureRoute,
  type PipelineEntryOf,
} from '../features/config/configure.ts';
import { configOf, createApplication, optionsFrom } from '../kernel/application/options.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../kernel/config.ts';
import type { ContainerInterface } from '../kernel/container/container-interface.ts';
import type { RouterInterface } from '../kernel/router/router-interface.ts';
import { Application } from './application.ts';

const VARIANT = 'a';

/** Creates an application whose routes and pipeline you register with method calls. */
export class AppFactory {
  /**
   * Creates an application. Register its middleware, routing and dispatch with method calls.
   *
   * @param container supplies middleware by name, the router and the configuration; an empty `ServiceManager` when
   *   absent
   * @param router the router; the container's `RouterInterface` when absent, or else a `TreeRouter`
   * @returns an application without routes and middleware; the configuration's routes and pipeline are ignored
   * @throws {@link InvalidArgumentError} when the container's `Logger` or `ErrorRenderer` lacks a method
   * @example const app = AppFactory.create();
   */
  static create(container?: ContainerInterface, router?: RouterInterface): Application {
    return createApplication((options) => new Application(options), VARIANT, container, router);
  }
}

/** Creates the application that the container's service `config` describes: its routes and its pipeline. */
export class ApplicationFactory {
  /** The entry that registers the application's routing in a pipeline. */
  static readonly ROUTING_MIDDLEWARE: typeof ROUTING_MIDDLEWARE = ROUTING_MIDDLEWARE;
  /** The entry that registers the application's dispatch in a pipeline. */
  static readonly DISPATCH_MIDDLEWARE: typeof DISPATCH_MIDDLEWARE = DISPATCH_MIDDLEWARE;

  /**
   * Creates an application with the routes and the pipeline of the service `config`.
   *
   * @throws {@link ConfigError} listing every error of the configuration
   * @throws {@link DuplicateRouteError} when two routes handle the same requests or have the same name
   * @example const app = new ApplicationFactory().create(new ServiceManager({ services: { config } }));
   */
  create(container: ContainerInterface): Application {
    const create = (): Application => new Application(optionsFrom(container, VARIANT));
    return configure(create, configOf(container), true);
  }
}

/**
 * An entry of `middleware_pipeline`. The strings are the application's routing and dispatch; `error: true` registers
 * error middleware.
 */
export type PipelineEntry = PipelineEntryOf<typeof VARIANT>;

/** The configuration of an application. */
export type ApplicationConfig = ConfigOf<typeof VARIANT>;

/**
 * Types a configuration file. It returns its argument.
 *
 * @example export default defineConfig({ routes: [route('GET', '/', Home)] });
 */
export const defineConfig: ConfigureFunctions<typeof VARIANT>['defineConfig'] = (config) => config;

/**
 * Creates a route for `routes`, with the types of `app.route`.
 *
 * @example route('GET', '/post/{id}', ShowPost, { name: 'post' })
 */
export const route: ConfigureFunctions<typeof VARIANT>['route'] = configureRoute;

/**
 * Groups routes that share a path prefix, for `routes`.
 *
 * @example group('/api', { middleware: Auth }, [route('GET', '/posts', ListPosts)])
 */
export const group: ConfigureFunctions<typeof VARIANT>['group'] = configureGroup;
