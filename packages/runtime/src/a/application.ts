import type { ServiceId } from '../container/container-interface.ts';
import type { Routed } from '../application/route-methods.ts';
import { type RoutedOptions, withRoutes } from '../application/routed.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { ErrorMiddlewareValue, ErrorMiddlewareClass } from '../pipeline/middleware-a.ts';
import { leaveApplication } from '../pipeline/scope.ts';
import { compose } from './compose.ts';
import { createDispatchMiddleware } from './dispatch-middleware.ts';
import { MiddlewarePipe, type MiddlewarePipeOptions } from './middleware-pipe.ts';
import { type Chain, chainOf, type Continuation, errorsOf } from './layer.ts';
import { createRoutingMiddleware } from './routing-middleware.ts';

export interface ApplicationOptions extends RoutedOptions, MiddlewarePipeOptions {}

/** The services of a container that an application of this variant takes, by option. */
export const SERVICES = { finalHandler: 'FinalHandler' } as const;

const RoutedPipe: new (options: ApplicationOptions) => MiddlewarePipe & Routed<'a'> = withRoutes(
  'a',
  MiddlewarePipe,
  { createRouting: createRoutingMiddleware, createDispatch: createDispatchMiddleware },
);

/**
 * A pipeline with routes, a router and a container. It is itself middleware: a sub-application of another.
 *
 * @example
 * const app = AppFactory.create();
 * app.get('/post/{id}', (request) => new TextResponse(`Post ${request.params.id}`));
 * app.pipeRoutingMiddleware().pipeDispatchMiddleware();
 * await app.run();
 */
export class Application extends RoutedPipe {
  static override get name(): string {
    return 'Application';
  }

  constructor(options: ApplicationOptions = {}) {
    super(options);
  }

  /** Attaches error middleware, for everything or under a path prefix. */
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

  // What routing finds in here is not seen outside (rule P6).
  protected override composeInside(outer: Continuation): Chain {
    return this.composeApplication(this.#leaving(outer), this.errors.inside(errorsOf(outer)));
  }

  protected override composePassing(entries: readonly Entry[], outer: Continuation): Chain {
    const leaving = this.#leaving(outer);
    return this.entering(compose(entries, leaving, this.errors), leaving);
  }

  #leaving(outer: Continuation): Chain {
    const { handle, fail } = chainOf(outer);
    return {
      handle: (request, response) => handle(leaveApplication(request, this), response),
      fail: (error, request, response) => fail(error, leaveApplication(request, this), response),
    };
  }
}
