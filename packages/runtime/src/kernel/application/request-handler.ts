import type { ServerConfig } from '../config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import type { ErrorResponder, RenderWithDebug } from '../error-responses/error-responder.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Platform } from '../http/platform.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { PipelineObserver } from '../pipeline/observer.ts';

/** Handles requests: the interface between a server and an application. */
export interface RequestHandler {
  /** The application, or a pipe without one. */
  readonly application: object;
  /**
   * Handles a request, synchronously if the middleware is synchronous. Never throws, but the promise rejects with what
   * asynchronous middleware throws: the caller responds with `errors.respond`, as `respondAlways` does.
   */
  respond(request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  /** A handler that returns the `unhandled()` response when the application doesn't handle a request. */
  passingOn(): RequestHandler;
  /** @throws {@link DuplicateRouteError} when two routes handle the same requests */
  checkRoutes(): void;
  /**
   * Lists the middleware of the pipeline, of the routes, and of the applications inside.
   *
   * @param createsServices whether services are created, since one may be an application; true when absent
   */
  middleware(createsServices?: boolean): readonly NamedMiddleware[];
  /** Responds to errors when a response can't be sent, and logs the errors after a response was sent. */
  readonly errors: Pick<ErrorResponder, 'respond' | 'log' | 'warn'>;
  readonly observer: PipelineObserver | undefined;
  readonly tools: DevTools | undefined;
  /** Disposed of when the last server that uses it has shut down. */
  readonly container: ContainerInterface | undefined;
  /** Whether clients see internals of errors: none, the clients on this machine, or everyone. */
  readonly debug: boolean | 'everyone';
  readonly serverConfig: ServerConfig;
}

/** The development tools of one application. */
export interface DevTools {
  readonly observer: PipelineObserver;
  readonly renderError: RenderWithDebug;
  /**
   * Creates the listener of a server, which handles the requests for the inspector first.
   *
   * @param create creates the listener of the framework, for the application or for what handles its requests instead
   */
  createListener<Listener>(
    application: RequestHandler,
    create: (handler: RequestHandler) => Listener,
  ): Listener;
  /** The inspector's URL for a server, such as `http://localhost:8080`. */
  inspectorUrl(origin: string): string;
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

/** The certificate and the key of an HTTPS server. */
export interface TlsOptions {
  /** The certificate chain, as PEM or as the path of a file. */
  readonly cert: string;
  /** The private key, as PEM or as the path of a file. */
  readonly key: string;
}

/** The options of `run()`; absent options come from the environment or the configuration. */
export interface RunOptions {
  /**
   * The address to listen on. When absent: the environment variable `HOST`, or else `server.host` of the configuration,
   * or else 0.0.0.0.
   */
  readonly host?: string;
  /**
   * The port to listen on; 0 for a free one. When absent: the environment variable `PORT`, or else `server.port` of the
   * configuration, or else 8080.
   */
  readonly port?: number;
  /**
   * The number of processes on Node; 'auto' starts one per core. When absent: `server.workers` of the configuration, or
   * else 1.
   */
  readonly workers?: number | 'auto';
  /** The value of `request.platform`, such as the bindings of a Worker; undefined when absent. */
  readonly platform?: Platform;
  /** The certificate and the key. With them, the server speaks HTTPS with HTTP/2; plain HTTP when absent. */
  readonly tls?: TlsOptions;
  /**
   * Whether the server owns the process; true when absent. SIGTERM and SIGINT then shut it down and end the process, and so
   * does a server that cannot listen. Pass false when other code handles signals.
   */
  readonly signals?: boolean;
  /** Whether the server doesn't print its URL; false when absent. */
  readonly silent?: boolean;
}

/** Node's own server, of `node:http`, or of `node:http2` with TLS. */
export interface ListeningServer {
  /** Whether the server accepts connections. */
  readonly listening: boolean;
  /** The time that an idle HTTP/1 connection stays open, in milliseconds; 5000 by default. */
  keepAliveTimeout: number;
  /** The address that the server listens on: a string for a pipe or Unix socket; null while it doesn't listen. */
  address(): string | { readonly address: string; readonly family: string; readonly port: number } | null;
  /**
   * Adds a listener of an event of Node's server.
   *
   * @param event the name of the event, such as `upgrade` or `connection`
   * @param listener called at each event
   * @returns the server
   * @example server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {});
   */
  on(event: string, listener: (...args: never[]) => void): unknown;
  /**
   * Adds a listener for the next event only.
   *
   * @param event the name of the event
   * @param listener called at the next event
   * @returns the server
   */
  once(event: string, listener: (...args: never[]) => void): unknown;
  /**
   * Allows the process to end while the server listens.
   *
   * @returns the server
   */
  unref(): unknown;
}

/**
 * A server that `run()` has started.
 *
 * @example
 * const server = await app.run({ port: 0, signals: false });
 * console.log(server.url);
 * await server.close();
 */
export interface RunningServer {
  /** The URL without a trailing slash, such as `http://localhost:8080`. */
  readonly url: string;
  /** The port that the server listens on. */
  readonly port: number;
  /**
   * Node's server, for features that the framework doesn't have. Close it with `close()` of this object. In the process that
   * starts the workers, the server never listens, so the same program can attach listeners in every process.
   */
  readonly server: ListeningServer;
  /**
   * Shuts the server down gracefully: stops accepting connections, aborts `request.closing`, ends event streams and
   * waits for the requests in flight (`server.shutdown_timeout`). Then it disposes of the container within the
   * remaining time, but at least a second. If another server of the process uses the container, the last server
   * disposes of it. With workers, it stops all workers.
   *
   * @returns a promise that resolves when the server has closed
   */
  close(): Promise<void>;
}
