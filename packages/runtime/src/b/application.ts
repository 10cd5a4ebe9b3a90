import { BaseApplication } from '../kernel/application/application.ts';
import type { ApplicationNode } from '../kernel/application/middleware-of.ts';
import type { RoutedOptions } from '../kernel/application/options.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../kernel/config.ts';
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
export class Application extends BaseApplication<'b', MiddlewarePipe> {
  /** @internal */
  static override get name(): string {
    return 'Application';
  }

  /** The entry that registers the application's routing in a pipeline. */
  static readonly ROUTING_MIDDLEWARE: typeof ROUTING_MIDDLEWARE = ROUTING_MIDDLEWARE;
  /** The entry that registers the application's dispatch in a pipeline. */
  static readonly DISPATCH_MIDDLEWARE: typeof DISPATCH_MIDDLEWARE = DISPATCH_MIDDLEWARE;

  /**
   * Creates an application without routes and middleware. `AppFactory.create()` also reads the container's services.
   *
   * @param options the container, the router, `debug`, the logger and the server; each has a default
   * @throws {@link InvalidArgumentError} when the renderer or the logger lacks a method
   * @example const app = new Application({ debug: true, container });
   */
  constructor(options: ApplicationOptions = {}) {
    const createPipe = (owner: ApplicationNode): MiddlewarePipe => new MiddlewarePipe(options, owner);
    super('b', options, createPipe);
  }
}
