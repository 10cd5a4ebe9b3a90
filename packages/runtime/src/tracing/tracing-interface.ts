import type { ContainerInterface } from '../container/container-interface.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
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

/** Publishes what happens in an application (rule P10); where it cannot, it warns of that and does nothing. */
export interface Tracing {
  /** Has an application publish its requests, and the services that its container makes. */
  application(traceable: Traceable): void;
  /** The same middleware, which publishes each of its runs. */
  middleware(entry: Entry, lazy: LazyMiddleware): InvokedMiddleware;
  /** Makes the routing of an application, which publishes what it finds where its pipeline is published. */
  routing(create: (route: RouteRequest) => unknown): unknown;
  /** Publishes a request that may be answered before it comes to its application. */
  request<Result>(application: object, request: ServerRequest, answer: () => Result): Result;
  /** Publishes what a request failed of. */
  noteError(error: unknown, request: ServerRequest): void;
}
