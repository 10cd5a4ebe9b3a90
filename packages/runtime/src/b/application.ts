import type { Routed } from '../application/route-methods.ts';
import { type RoutedOptions, withRoutes } from '../application/routed.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config/pipeline-constants.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { Delegate } from '../pipeline/middleware-b.ts';
import { enterApplication, leaveApplication } from '../pipeline/scope.ts';
import { compose } from './compose.ts';
import { errorsOf, toDelegate } from './delegate.ts';
import { createDispatchMiddleware } from './dispatch-middleware.ts';
import { MiddlewarePipe, type MiddlewarePipeOptions } from './middleware-pipe.ts';
import { createRoutingMiddleware } from './routing-middleware.ts';

export interface ApplicationOptions extends RoutedOptions, MiddlewarePipeOptions {}

/** The services of a container that an application of this variant takes, by option. */
export const SERVICES = {
  errorResponseGenerator: 'ErrorResponseGenerator',
  defaultDelegate: 'DefaultDelegate',
} as const;

const RoutedPipe: new (options: ApplicationOptions) => MiddlewarePipe & Routed<'b'> = withRoutes(
  'b',
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

  /** Stands in a pipeline for the application's routing. */
  static readonly ROUTING_MIDDLEWARE: typeof ROUTING_MIDDLEWARE = ROUTING_MIDDLEWARE;
  /** Stands in a pipeline for the running of the matched route. */
  static readonly DISPATCH_MIDDLEWARE: typeof DISPATCH_MIDDLEWARE = DISPATCH_MIDDLEWARE;

  constructor(options: ApplicationOptions = {}) {
    super(options);
  }

  // What routing finds in here is not seen outside (rule P6).
  protected override composeInside(entries: readonly Entry[], outer: Delegate): Delegate {
    const errors = this.errors.inside(errorsOf(outer));
    const leaving = toDelegate((request) => outer(leaveApplication(request, this)), errors);
    const inner = compose(entries, leaving, errors);
    return toDelegate((request) => inner(enterApplication(request, this)), errors);
  }
}
