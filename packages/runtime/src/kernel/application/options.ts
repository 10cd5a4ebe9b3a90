import type { Config, ErrorsConfig, ServerConfig } from '../config.ts';
import type { ContainerInterface, FrameworkServices } from '../container/container-interface.ts';
import { ServiceManager } from '../container/service-manager.ts';
import type { Logger } from '../errors/logger.ts';
import type { ErrorResponderOptions, ErrorResponseGenerator } from '../error-responses/error-responder.ts';
import type { ErrorRenderer } from '../http/error-renderer.ts';
import type { FinalHandlerFunction } from '../pipeline/middleware-a.ts';
import type { DefaultDelegate } from '../pipeline/middleware-b.ts';
import type { Variant } from './route-methods.ts';
import type { RouterInterface } from '../router/router-interface.ts';

export interface PipeOptions extends Pick<ErrorResponderOptions, 'debug' | 'log' | 'logger'> {
  /**
   * The container that supplies middleware by name; without one, only functions, objects and classes without services
   * are middleware.
   */
  readonly container?: ContainerInterface | undefined;
  /** The renderer of errors; the framework's own responses when absent. */
  readonly errors?: ErrorsConfig | undefined;
  /**
   * The settings of the server, which `run()` uses unless its options or the environment override them; each has a
   * default.
   */
  readonly server?: ServerConfig | undefined;
  /** Whether requests are published on `node:diagnostics_channel`; false when absent. */
  readonly tracing?: boolean | undefined;
  /** Whether responses are compared with the contracts of their routes; true with `debug` when absent. */
  readonly checkResponses?: boolean | undefined;
}

export interface RoutedOptions extends PipeOptions {
  /** The router; a `TreeRouter` when absent. */
  readonly router?: RouterInterface | undefined;
}

/** The services of a container that only one variant uses, by option. */
const SERVICES = {
  a: { finalHandler: 'FinalHandler' },
  b: { errorResponseGenerator: 'ErrorResponseGenerator', defaultDelegate: 'DefaultDelegate' },
} as const;

/** The configuration of a container; empty when the container has none. */
export function configOf(container: ContainerInterface): Config {
  return service(container, 'config') ?? {};
}

/** The options of an application that its container has (rule C6). */
export function optionsFrom(container: ContainerInterface, variant: Variant): RoutedOptions {
  const { debug, tracing, server, errors, check_responses: checkResponses } = configOf(container);
  const render = errors?.render ?? service(container, 'ErrorRenderer');
  const own = Object.entries(SERVICES[variant]).map(([option, id]) => [option, service(container, id)]);
  return {
    container,
    router: service(container, 'RouterInterface'),
    debug,
    tracing,
    server,
    errors: { render },
    checkResponses,
    logger: service(container, 'Logger'),
    ...Object.fromEntries(own),
  };
}

/** A service that may be absent. */
function service<Id extends keyof FrameworkServices>(
  container: ContainerInterface,
  id: Id,
): FrameworkServices[Id] | undefined {
  return container.has(id) ? container.get(id) : undefined;
}

/** `AppFactory.create` of both variants. */
export function createApplication<Application>(
  create: (options: RoutedOptions) => Application,
  variant: Variant,
  container?: ContainerInterface,
  router?: RouterInterface,
): Application {
  // A new container has none of the services.
  const options =
    container === undefined ? { container: new ServiceManager() } : optionsFrom(container, variant);
  return create(router === undefined ? options : { ...options, router });
}

// The container must not import these types, so this module adds the members of its interface.
declare module '../container/container-interface.ts' {
  interface FrameworkServices {
    /** The merged configuration: routes, pipeline, `debug`, `server` and the keys that the app adds. */
    readonly config: Config;
    /** Finds the route of a request; a `TreeRouter` when absent. */
    readonly RouterInterface: RouterInterface;
    /** Renders errors for clients; the framework's own renderer when absent. */
    readonly ErrorRenderer: ErrorRenderer;
    /** Receives errors and warnings; the console when absent. */
    readonly Logger: Logger;
    /** Variant A: responds to requests and errors that no middleware handles. */
    readonly FinalHandler: FinalHandlerFunction | { readonly process: FinalHandlerFunction };
    /** Variant B: responds to errors that no middleware handles. */
    readonly ErrorResponseGenerator: ErrorResponseGenerator;
    /** Variant B: responds at the end of the pipeline. */
    readonly DefaultDelegate: DefaultDelegate;
  }
}

export type { FrameworkServices };
