import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { HttpResponse } from '../../kernel/http/http-response.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import type { Route } from '../../kernel/router/route.ts';
import type { RouteResult } from '../../kernel/router/router-interface.ts';

/** A function that runs the traced call inside the subscriber's context, and returns the result of the call. */
export type RunTraced = <Result>(work: () => Result) => Result;

/** The message on the tracing channels: the same object from `start` to the last event. */
export interface TracedMessage {
  /** Whether the work is done: true from `end` on if the work is synchronous, otherwise from `asyncStart` on. */
  done: boolean;
  /** The error that the work failed with; undefined when it didn't fail. */
  error: unknown;
  /**
   * The function that runs the work. A subscriber of `start` may set it to run the work within its own context. The new
   * function must call the previous `run`, run the work once, and return the result of the work.
   */
  run: RunTraced | undefined;
}

/** The connection that a request came over. */
export interface Connection {
  /** The IP address of the peer, which may be a proxy; undefined when the peer has disconnected. */
  readonly address: string | undefined;
  /** The port of the peer; undefined when the peer has disconnected. */
  readonly port: number | undefined;
  /** Whether the connection uses TLS. A proxy in front may use TLS even if this is false. */
  readonly isEncrypted: boolean;
  /** The version of HTTP, such as `1.1` or `2.0`. */
  readonly httpVersion: string;
}

/** The message on `fw-runtime:request`: a request that an application handles, until the response is created. */
export class RequestMessage implements TracedMessage {
  done: boolean = false;
  error: unknown = undefined;
  run: RunTraced | undefined = undefined;
  /** The request as the application received it. */
  readonly request: ServerRequest;
  /** The application that handles the request; a pipe when it is served without one. */
  readonly application: object;
  /** Whether middleware of another application passed the request to this application. */
  readonly nested: boolean;
  /**
   * The response; undefined until the application responds, and when it leaves the request to the framework around it.
   */
  response: HttpResponse | undefined = undefined;
  /** The route that handles the request; undefined until routing has found it. */
  route: Route | undefined = undefined;
  /**
   * The path of the route with the path prefixes that it is registered under, such as `/api/post/{id}`; undefined
   * without a route.
   */
  routePath: string | undefined = undefined;

  /**
   * Creates the message. The framework creates one for each request.
   *
   * @param request the request as the application received it
   * @param application the application that handles the request
   * @param nested whether middleware of another application passed the request on
   */
  constructor(request: ServerRequest, application: object, nested: boolean) {
    this.request = request;
    this.application = application;
    this.nested = nested;
  }

  /** The connection of the request; undefined when the request is a Web `Request` that was passed to `fetch`. */
  get connection(): Connection | undefined {
    const { node } = this.request.source as { readonly node?: { readonly incoming: IncomingMessage } };
    if (node === undefined) return undefined;
    const { httpVersion, socket } = node.incoming;
    const { remoteAddress: address, remotePort: port, encrypted } = socket as Partial<TLSSocket>;
    return { address, port, isEncrypted: encrypted === true, httpVersion };
  }
}

/**
 * The type of a middleware in messages: `middleware`, a `pipe` of middleware, an `application`, or an application's
 * `routing` or `dispatch`.
 */
export type LayerKind = 'middleware' | 'pipe' | 'application' | 'routing' | 'dispatch';

/** The message on `fw-runtime:layer`: a request in one middleware, including the middleware that it calls. */
export interface LayerMessage extends TracedMessage {
  /** The name of the function, class or service. */
  readonly name: string;
  /** The type of the middleware. */
  readonly kind: LayerKind;
  /** The route that the middleware belongs to; undefined in the pipeline. */
  readonly route: Route | undefined;
  /** The request that the middleware receives. */
  readonly request: ServerRequest;
  /** The error that error middleware receives (variant A); undefined for other middleware. */
  readonly givenError: unknown;
  /** The result of the middleware, as returned; undefined until it is done. */
  result: unknown;
}

/** The message on `fw-runtime:service`: a service that is created. The message doesn't contain the service. */
export interface ServiceMessage extends TracedMessage {
  /** The id of the service: a class by its name, a symbol as a string. */
  readonly id: string;
  /** The service whose factory requested it; undefined when middleware or the framework did. */
  readonly askedBy: string | undefined;
}

/** The message on `fw-runtime:route`: the result of routing. */
export interface RouteMessage {
  /** The request with the result of routing. */
  readonly request: ServerRequest;
  /** The result of the router. */
  readonly result: RouteResult;
  /** The matched route; undefined when no route matches: the path is unknown, or has no route for the method. */
  readonly route: Route | undefined;
  /**
   * The path of the route with the path prefixes that it is registered under, such as `/api/post/{id}`; undefined
   * without a route.
   */
  readonly routePath: string | undefined;
  /** The message of the outermost application for this request; undefined when `fw-runtime:request` has no subscriber. */
  readonly outermost: RequestMessage | undefined;
}
