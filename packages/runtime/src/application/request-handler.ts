import type { ServerConfig } from '../config/config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Platform } from '../http/platform.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { PipelineObserver } from '../pipeline/observer.ts';

/** Handles requests: what a server needs of an application. */
export interface RequestHandler {
  /** The application, or a pipe without one. */
  readonly application: object;
  /** Responds to every request and never throws; at once where the middleware is synchronous. */
  respond(request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  /** The same application, but what it doesn't handle gets the `unhandled()` response, so that it can continue elsewhere. */
  passingOn(): RequestHandler;
  /** @throws DuplicateRouteError when two routes handle the same requests */
  checkRoutes(): void;
  /**
   * Lists the middleware of the pipeline, of the routes, and of the applications inside.
   *
   * @param createsServices whether services are created, since one may be an application; true when absent
   */
  middleware(createsServices?: boolean): readonly NamedMiddleware[];
  /** Responds to errors in place of a response that can't be sent, and logs what happens after one was sent. */
  readonly errors: Pick<ErrorResponder, 'respond' | 'log' | 'warn'>;
  readonly observer: PipelineObserver | undefined;
  /** Disposed of when the last server that uses it has shut down. */
  readonly container: ContainerInterface | undefined;
  /** Whether clients see the inside of errors: no, those on this machine, everyone. */
  readonly debug: boolean | 'everyone';
  readonly serverConfig: ServerConfig;
}

/** A middleware with the place where it is registered. */
export interface NamedMiddleware {
  readonly name: string;
  /** Such as `the route "ping" (/ping)`. */
  readonly place: string;
  /** As it was registered. */
  readonly value: unknown;
  /** Resolves the middleware as its first call would. */
  resolve(): unknown;
}

/** Certificate and key, as PEM or as paths of files. */
export interface TlsOptions {
  readonly cert: string;
  readonly key: string;
}

/** The options of `run()`; absent options come from the environment or the configuration. */
export interface RunOptions {
  /** Else `HOST`, else `config.server.host`, else 0.0.0.0. */
  readonly host?: string;
  /** Else `PORT`, else `config.server.port`, else 8080; 0 takes a free one. */
  readonly port?: number;
  /** How many processes serve, on Node; 'auto' is one for each core. Else `config.server.workers`, else 1. */
  readonly workers?: number | 'auto';
  /** Becomes `request.platform`, such as the bindings of a Worker; undefined when absent. */
  readonly platform?: Platform;
  /** Certificate and key, as PEM or as paths of files; serves HTTPS with HTTP/2. */
  readonly tls?: TlsOptions;
  /**
   * Whether the server owns the process; true when absent. SIGTERM and SIGINT then shut it down and end the process, and so
   * does a server that cannot listen. Pass false when other code handles signals.
   */
  readonly signals?: boolean;
  /** Whether the URL is not printed; false when absent. */
  readonly silent?: boolean;
}

/** Node's own server, of `node:http`, or of `node:http2` with TLS. */
export interface ListeningServer {
  readonly listening: boolean;
  /** In milliseconds: how long a connection of HTTP/1 is kept without a request; 5000 unless it is set. */
  keepAliveTimeout: number;
  address(): string | { readonly address: string; readonly family: string; readonly port: number } | null;
  /** @example server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => …) */
  on(event: string, listener: (...args: never[]) => void): unknown;
  once(event: string, listener: (...args: never[]) => void): unknown;
  /** Lets the process end though the server still listens. */
  unref(): unknown;
}

export interface RunningServer {
  /** Without a trailing slash, such as `http://localhost:8080`. */
  readonly url: string;
  readonly port: number;
  /**
   * Node's own, for what the framework does not do, such as WebSockets. Close it by `close()` of this object. In the process that
   * has started workers it is one that never listens, so that the same program attaches to it what serves in each worker.
   */
  readonly server: ListeningServer;
  /**
   * Takes no new connections, aborts `request.closing`, ends streams of events, waits for the requests in flight
   * (`server.shutdown_timeout`), and disposes of the container in what is left of that time, but at least a second. While
   * another server of the process uses the container, it is left to that one. Where workers serve, it stops all of them.
   */
  close(): Promise<void>;
}
