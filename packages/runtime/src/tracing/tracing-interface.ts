import type { ContainerInterface } from '../container/container-interface.ts';
import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { PassOn } from '../pipeline/define-middleware.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { InvokedMiddleware, LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { RouteRequest } from '../pipeline/route-request.ts';

/** What of an application publishes. */
export interface Traceable {
  respond(request: ServerRequest, passOn?: PassOn): HttpResponse | Promise<HttpResponse>;
  readonly container: ContainerInterface | undefined;
  readonly errors: { warn(message: string): void };
}

/** Publishes what happens in an application; where it cannot, it warns of that and does nothing. */
export interface Tracing {
  /** Has an application publish its requests, and the services that its container makes. */
  application(traceable: Traceable): void;
  /** The same middleware, which publishes each of its runs. */
  middleware(entry: Entry, lazy: LazyMiddleware): InvokedMiddleware;
  /** The same routing, which publishes what it finds. */
  routing(routeRequest: RouteRequest): RouteRequest;
  /** Publishes what a request failed of. */
  noteError(error: unknown, request: ServerRequest): void;
}
