import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { isUnhandled } from '../pipeline/responses.ts';
import type { Route } from '../router/route.ts';
import type { RouteResult } from '../router/router-interface.ts';

/** Runs the traced call inside the subscriber's context; returns what the call returns. */
export type RunTraced = <Result>(work: () => Result) => Result;

/** The message on the tracing channels: the same object from `start` to the last event. */
export interface TracedMessage {
  /** Whether the work is done: true from `end` on if the work is synchronous, otherwise from `asyncStart` on. */
  readonly done: boolean;
  /** The error that the work failed with. */
  error: unknown;
  /**
   * A subscriber of `start` may set `run` to run the work within its own context. The new function must call the previous `run`,
   * run the work once, and return the result of the work.
   */
  run: RunTraced | undefined;
  /** @internal */
  settle(result: unknown): void;
}

/** The connection that a request came over. */
export interface Connection {
  /** The IP address of the peer, which may be a proxy; undefined when the peer has disconnected. */
  readonly address: string | undefined;
  readonly port: number | undefined;
  readonly isEncrypted: boolean;
  /** Such as `1.1`. */
  readonly httpVersion: string;
}

/** The source of a request that `node:http` has received; `node` is absent otherwise. */
interface NodeSource {
  readonly node?: {
    readonly incoming: {
      readonly httpVersion: string;
      readonly socket: {
        readonly encrypted?: boolean;
        readonly remoteAddress?: string;
        readonly remotePort?: number;
      };
    };
  };
}

// The classes have no base class, because subclass instances are slower to create, and each request has many layers.
/** On `fw-runtime:request`: a request that an application handles, until the response is created. */
export class RequestMessage implements TracedMessage {
  done: boolean = false;
  error: unknown = undefined;
  run: RunTraced | undefined = undefined;
  /** The request as the application received it. */
  readonly request: ServerRequest;
  readonly application: object;
  /** Whether middleware of another application passed the request to this application. */
  readonly nested: boolean;
  /** Undefined until the application responds, and when it leaves the request to the framework around it. */
  response: HttpResponse | undefined = undefined;
  /** The route that handles the request. */
  route: Route | undefined = undefined;
  /** Its path with the path prefixes that it is registered under, such as `/api/post/{id}`. */
  routePath: string | undefined = undefined;

  constructor(request: ServerRequest, application: object, nested: boolean) {
    this.request = request;
    this.application = application;
    this.nested = nested;
  }

  /** Undefined when the request is a Web `Request` given to `fetch`. */
  get connection(): Connection | undefined {
    const { node } = this.request.source as NodeSource;
    if (node === undefined) return undefined;
    const { httpVersion, socket } = node.incoming;
    const { remoteAddress: address, remotePort: port, encrypted } = socket;
    return { address, port, isEncrypted: encrypted === true, httpVersion };
  }

  /** @internal */
  settle(result: unknown): void {
    this.done = true;
    const response = result as HttpResponse | undefined;
    if (response !== undefined && !isUnhandled(response)) this.response = response;
  }
}

export type LayerKind = 'middleware' | 'pipe' | 'application' | 'routing' | 'dispatch';

/** On `fw-runtime:layer`: a request in one middleware, including the middleware that it calls. */
export class LayerMessage implements TracedMessage {
  done: boolean = false;
  error: unknown = undefined;
  run: RunTraced | undefined = undefined;
  readonly name: string;
  readonly kind: LayerKind;
  /** The route that the middleware belongs to; undefined in the pipeline. */
  readonly route: Route | undefined;
  /** The request that the middleware receives. */
  readonly request: ServerRequest;
  /** Variant A: the error that error middleware receives. */
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

/** On `fw-runtime:route`: the result of routing. */
export interface RouteMessage {
  /** The request with the result of routing. */
  readonly request: ServerRequest;
  readonly result: RouteResult;
  /** Undefined when no route matches: the path is unknown, or has no route for the method. */
  readonly route: Route | undefined;
  readonly routePath: string | undefined;
  /** The message of the outermost application for this request; undefined when `fw-runtime:request` has no subscriber. */
  readonly outermost: RequestMessage | undefined;
}
