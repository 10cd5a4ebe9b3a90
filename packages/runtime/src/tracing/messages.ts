import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { isUnhandled } from '../pipeline/responses.ts';
import type { Route } from '../router/route.ts';
import type { RouteResult } from '../router/router-interface.ts';

/** Runs the traced call inside the subscriber's context; returns what the call returns. */
export type RunTraced = <Result>(work: () => Result) => Result;

/** The message on the tracing channels: the same object from `start` to the last event. */
export interface TracedMessage {
  /** Whether the work is done: true from `end` on where it is synchronous, else from `asyncStart` on. */
  readonly done: boolean;
  /** The error that the work failed with. */
  error: unknown;
  /**
   * A subscriber of `start` may set it, to have the work done within a context of its own. It must call what is there
   * already inside its own, do the work once, and give what the work gives.
   */
  run: RunTraced | undefined;
  /** @internal */
  settle(result: unknown): void;
}

// The classes have no base: one that has is made more slowly, and of layers there are many.
/** On `fw-runtime:request`: a request that an application handles, until its answer is made. */
export class RequestMessage implements TracedMessage {
  done: boolean = false;
  error: unknown = undefined;
  run: RunTraced | undefined = undefined;
  /** As it was received. */
  readonly request: ServerRequest;
  readonly application: object;
  /** Whether the application was given it by a middleware of another. */
  readonly nested: boolean;
  /** Undefined until there is one, and where the application passes the request on to the handlers around it. */
  response: HttpResponse | undefined = undefined;
  /** The route that answers. */
  route: Route | undefined = undefined;
  /** Its path with the path prefixes that it is registered under, such as `/api/post/{id}`. */
  routePath: string | undefined = undefined;

  constructor(request: ServerRequest, application: object, nested: boolean) {
    this.request = request;
    this.application = application;
    this.nested = nested;
  }

  /** @internal */
  settle(result: unknown): void {
    this.done = true;
    const response = result as HttpResponse | undefined;
    if (response !== undefined && !isUnhandled(response)) this.response = response;
  }
}

export type LayerKind = 'middleware' | 'pipe' | 'application' | 'routing' | 'dispatch';

/** On `fw-runtime:layer`: a request in one middleware, with all that it passes on to. */
export class LayerMessage implements TracedMessage {
  done: boolean = false;
  error: unknown = undefined;
  run: RunTraced | undefined = undefined;
  readonly name: string;
  readonly kind: LayerKind;
  /** The route whose middleware it is; undefined in the pipeline. */
  readonly route: Route | undefined;
  /** As the layer gets it. */
  readonly request: ServerRequest;
  /** Variant A: what error middleware is given. */
  readonly givenError: unknown;
  /** The result of the middleware, as returned. */
  result: unknown = undefined;

  constructor(
    name: string,
    kind: LayerKind,
    route: Route | undefined,
    request: ServerRequest,
    givenError: unknown,
  ) {
    this.name = name;
    this.kind = kind;
    this.route = route;
    this.request = request;
    this.givenError = givenError;
  }

  /** @internal */
  settle(result: unknown): void {
    this.done = true;
    this.result = result;
  }
}

/** On `fw-runtime:service`: a service that is created. The message doesn't contain the service. */
export class ServiceMessage implements TracedMessage {
  done: boolean = false;
  error: unknown = undefined;
  run: RunTraced | undefined = undefined;
  readonly id: string;
  /** The service whose factory requested it; undefined when middleware or the framework did. */
  readonly askedBy: string | undefined;

  constructor(id: string, askedBy: string | undefined) {
    this.id = id;
    this.askedBy = askedBy;
  }

  /** @internal */
  settle(): void {
    this.done = true;
  }
}

/** On `fw-runtime:route`: what routing has found. */
export interface RouteMessage {
  /** With what was found. */
  readonly request: ServerRequest;
  readonly result: RouteResult;
  /** Undefined where none answers: the path is unknown, or takes other methods. */
  readonly route: Route | undefined;
  readonly routePath: string | undefined;
}
