import { BaseApplication } from '../kernel/application/application.ts';
import type { ApplicationNode } from '../kernel/application/middleware-of.ts';
import type { RoutedOptions } from '../kernel/application/options.ts';
import type { ServiceId } from '../kernel/container/container-interface.ts';
import type { ErrorMiddlewareClass, ErrorMiddlewareValue } from '../kernel/pipeline/middleware-a.ts';
import { MiddlewarePipe, type MiddlewarePipeOptions } from './middleware-pipe.ts';

/** Options of an application that you create without a factory. All are optional. */
export interface ApplicationOptions extends RoutedOptions, MiddlewarePipeOptions {}

/**
 * A pipeline with routes, a router and a container. It is itself middleware, so another application can include it.
 *
 * @example
 * const app = AppFactory.create();
 * app.get('/post/{id}', (request) => new TextResponse(`Post ${request.params.id}`));
 * app.pipeRoutingMiddleware().pipeDispatchMiddleware();
 * await app.run();
 */
export class Application extends BaseApplication<'a', MiddlewarePipe> {
  /** @internal */
  static override get name(): string {
    return 'Application';
  }

  /**
   * Creates an application without routes and middleware. `AppFactory.create()` also reads the container's services.
   *
   * @param options the container, the router, `debug`, the logger and the server; each has a default
   * @throws {@link InvalidArgumentError} when the renderer or the logger lacks a method
   * @example const app = new Application({ debug: true, container });
   */
  constructor(options: ApplicationOptions = {}) {
    const createPipe = (owner: ApplicationNode): MiddlewarePipe => new MiddlewarePipe(options, owner);
    super('a', options, createPipe);
  }

  /**
   * Registers error middleware, for every path. It runs when middleware registered before it fails.
   *
   * @throws {@link InvalidArgumentError} when no middleware is given
   * @example app.pipeErrorHandler((error, request, response, next) => new TextResponse('Sorry.', 500));
   */
  pipeErrorHandler<const Ids extends readonly ServiceId[] = []>(
    middleware: ErrorMiddlewareValue | ErrorMiddlewareClass<Ids>,
  ): this;
  /**
   * Registers error middleware under a path prefix.
   *
   * @param path the path prefix, such as `/api`, which ignores case
   * @param middleware the error middleware
   * @throws {@link InvalidArgumentError} when the path isn't a string, or no middleware is given
   */
  pipeErrorHandler<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: ErrorMiddlewareValue | ErrorMiddlewareClass<Ids>,
  ): this;
  pipeErrorHandler(...given: [unknown] | [string, unknown]): this {
    return given.length === 1
      ? this.attach(given[0], { error: true })
      : this.attach(given[1], { error: true }, given[0]);
  }
}
