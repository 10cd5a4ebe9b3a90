import { BaseApplication } from '../application/application.ts';
import type { RoutedOptions } from '../application/options.ts';
import type { ApplicationContext } from '../application/context.ts';
import type { ServiceId } from '../container/container-interface.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type {
  ErrorMiddleware,
  ErrorMiddlewareClass,
  ErrorMiddlewareValue,
  MiddlewareClass,
  MiddlewareValue,
  NextFunction,
} from '../pipeline/middleware-a.ts';
import { COMPOSE } from '../pipeline/lazy-middleware.ts';
import { enterApplication, leaveApplication } from '../pipeline/scope.ts';
import { MiddlewarePipe, type MiddlewarePipeOptions } from './middleware-pipe.ts';
import { ByHand, type Chain } from './next.ts';
import { createDispatch, createRouting } from './routing.ts';

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
  static override get name(): string {
    return 'Application';
  }

  readonly #byHand = new ByHand(this, this.context);

  constructor(options: ApplicationOptions = {}) {
    super('a', options, {
      createPipe: (owner) => new MiddlewarePipe(options, owner),
      createRouting,
      createDispatch,
    });
  }

  /**
   * Registers middleware after the middleware registered so far, for every path or under a path prefix. A function with exactly
   * four parameters is error middleware (rule A3).
   *
   * @throws InvalidArgumentError when the path isn't a string or no middleware is given
   */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
  ): this;
  override pipe(middleware: ErrorMiddleware): this;
  override pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
    ...more: readonly MiddlewareValue[]
  ): this;
  override pipe(path: string, middleware: ErrorMiddleware): this;
  // These overloads are repeated because the compiler explains only why the last overloads don't match.
  override pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
  ): this;
  override pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
    ...more: readonly MiddlewareValue[]
  ): this;
  override pipe(...given: [unknown] | [string, ...unknown[]]): this {
    return super.pipe(...(given as [MiddlewareValue]));
  }

  /** Registers error middleware, for every path or under a path prefix. */
  pipeErrorHandler<const Ids extends readonly ServiceId[] = []>(
    middleware: ErrorMiddlewareValue | ErrorMiddlewareClass<Ids>,
  ): this;
  pipeErrorHandler<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: ErrorMiddlewareValue | ErrorMiddlewareClass<Ids>,
  ): this;
  pipeErrorHandler(...given: [unknown] | [string, unknown]): this {
    return given.length === 1
      ? this.attach(given[0], { error: true })
      : this.attach(given[1], { path: given[0], error: true });
  }

  /** Handles a request inside another pipeline: `next` gets unhandled requests and unhandled errors. */
  process(
    request: ServerRequest,
    response: HttpResponse,
    next: NextFunction,
  ): HttpResponse | Promise<HttpResponse> {
    return this.#byHand.process(request, response, next);
  }

  /** @internal Route matches inside this application aren't visible outside it (rule P6). */
  [COMPOSE]({ handle, fail }: Chain, outer: ApplicationContext): Chain {
    const leaving: Chain = {
      handle: (request, response) => handle(leaveApplication(request, this), response),
      fail: (error, request, response) => fail(error, leaveApplication(request, this), response),
    };
    const inner = this.pipeline.composeInside(leaving, this.context.inside(outer), this);
    return {
      handle: (request, response) => inner().handle(enterApplication(request, this, response), response),
      fail,
    };
  }
}
