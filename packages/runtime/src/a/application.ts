import { BaseApplication } from '../kernel/application/application.ts';
import type { ApplicationContext } from '../kernel/application/context.ts';
import type { ApplicationNode } from '../kernel/application/middleware-of.ts';
import type { RoutedOptions } from '../kernel/application/options.ts';
import { composedByHand } from '../kernel/application/placed-middleware.ts';
import type { ServiceId } from '../kernel/container/container-interface.ts';
import type { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type {
  ErrorMiddleware,
  ErrorMiddlewareClass,
  ErrorMiddlewareValue,
  MiddlewareClass,
  MiddlewareValue,
  NextFunction,
} from '../kernel/pipeline/middleware-a.ts';
import { COMPOSE } from '../kernel/pipeline/lazy-middleware.ts';
import { enterApplication, isExact, leaveApplication, unlikePrefix } from '../kernel/pipeline/scope.ts';
import { MiddlewarePipe, type MiddlewarePipeOptions } from './middleware-pipe.ts';
import { changing, type Rest, restOf, toRest } from './rest.ts';
import { createDispatch, createRouting } from './routing.ts';

/** Options of an application that you create without a factory. All are optional. */
export interface ApplicationOptions extends RoutedOptions, MiddlewarePipeOptions {}

/** Options that are services of the container. */
export const SERVICES = { finalHandler: 'FinalHandler' } as const;

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
    super('a', options, createPipe, createRouting, createDispatch);
  }

  /**
   * Registers middleware after the middleware registered so far, for every path.
   *
   * @throws {@link InvalidArgumentError} when no middleware is given
   * @example app.pipe(async (request, response, next) => (await next()).withHeader('X-Frame-Options', 'DENY'));
   */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
  ): this;
  /** Registers a function with exactly four parameters, which is error middleware (rule A3), for every path. */
  override pipe(middleware: ErrorMiddleware): this;
  /**
   * Registers middleware after the middleware registered so far, under a path prefix.
   *
   * @param path the path prefix, such as `/admin`, which ignores case
   * @param middleware the middleware that runs for the path
   * @param more further middleware, in order
   * @throws {@link InvalidArgumentError} when the path isn't a string, or no middleware is given
   * @example app.pipe('/admin', Auth, 'RateLimit');
   */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
    ...more: readonly MiddlewareValue[]
  ): this;
  /**
   * Registers a function with exactly four parameters, which is error middleware (rule A3), under a path prefix.
   *
   * @param path the path prefix, such as `/api`, which ignores case
   * @param middleware the error middleware
   */
  override pipe(path: string, middleware: ErrorMiddleware): this;
  // These overloads are repeated because the compiler explains only why the last overloads don't match.
  /** @hidden */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
  ): this;
  /** @hidden */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
    ...more: readonly MiddlewareValue[]
  ): this;
  override pipe(...given: [unknown] | [string, ...unknown[]]): this {
    return super.pipe(...(given as [MiddlewareValue]));
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

  /**
   * Handles a request inside another pipeline.
   *
   * @param request the request
   * @param response the response that middleware before it has prepared
   * @param next called with unhandled requests and unhandled errors
   * @returns the response of this application, or of `next`
   */
  process(
    request: ServerRequest,
    response: HttpResponse,
    next: NextFunction,
  ): HttpResponse | Promise<HttpResponse> {
    return this.#byHand(request, restOf(next)).handle(request, response);
  }

  /** @internal Route matches inside this application aren't visible outside it (rule P6). */
  [COMPOSE](rest: Rest, outer: ApplicationContext): Rest {
    const leaving = changing(rest, (request) => leaveApplication(request, this));
    const context = this.context.inside(outer);
    const inner = this.pipeline.recomposing(() => this.pipeline.composeApplication(leaving, context, this));
    return {
      handle: (request, response) => {
        if (isExact(request)) return inner().handle(enterApplication(request, this, response), response);
        if (this.pipeline.hasMiddleware) return rest.fail(unlikePrefix(), request, response);
        return rest.handle(request, response);
      },
      fail: rest.fail,
    };
  }
}
