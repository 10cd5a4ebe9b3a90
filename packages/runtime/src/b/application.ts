import { BaseApplication } from '../kernel/application/application.ts';
import type { ApplicationContext } from '../kernel/application/context.ts';
import type { ApplicationNode } from '../kernel/application/middleware-of.ts';
import type { RoutedOptions } from '../kernel/application/options.ts';
import { composedByHand } from '../kernel/application/placed-middleware.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../kernel/config.ts';
import type { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { Delegate } from '../kernel/pipeline/middleware-b.ts';
import { COMPOSE } from '../kernel/pipeline/lazy-middleware.ts';
import { enterApplication, isExact, leaveApplication, unlikePrefix } from '../kernel/pipeline/scope.ts';
import { changing, type Rest, toDelegate, toRest } from './rest.ts';
import { MiddlewarePipe, type MiddlewarePipeOptions } from './middleware-pipe.ts';
import { createDispatch, createRouting } from './routing.ts';

/** Options of an application that you create without a factory. All are optional. */
export interface ApplicationOptions extends RoutedOptions, MiddlewarePipeOptions {}

/** Options that are services of the container. */
export const SERVICES = {
  errorResponseGenerator: 'ErrorResponseGenerator',
  defaultDelegate: 'DefaultDelegate',
} as const;

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

  readonly #byHand = composedByHand(this, this.context, toRest);

  /**
   * Creates an application without routes and middleware. `AppFactory.create()` also reads the container's services.
   *
   * @param options the container, the router, `debug`, the logger and the server; each has a default
   * @throws {@link InvalidArgumentError} when the renderer or the logger lacks a method
   * @example const app = new Application({ debug: true, container });
   */
  constructor(options: ApplicationOptions = {}) {
    const createPipe = (owner: ApplicationNode): MiddlewarePipe => new MiddlewarePipe(options, owner);
    super('b', options, createPipe, createRouting, createDispatch);
  }

  /**
   * Handles a request inside another pipeline.
   *
   * @param request the request
   * @param delegate called with requests that this application doesn't handle
   * @returns the response of this application, or of the delegate
   */
  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    return this.#byHand(request, delegate)(request);
  }

  /** @internal Route matches inside this application aren't visible outside it (rule P6). */
  [COMPOSE](rest: Rest, outer: ApplicationContext): Rest {
    const leaving = changing(rest, (request) => leaveApplication(request, this));
    const inner = this.pipeline[COMPOSE](leaving, this.context.inside(outer));
    return toDelegate((request) => {
      if (isExact(request)) return inner(enterApplication(request, this));
      if (this.pipeline.hasMiddleware) throw unlikePrefix();
      return rest(request);
    });
  }
}
