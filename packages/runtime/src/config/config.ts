import type { DependencyConfig } from '../container/dependency-config.ts';
import type { ErrorRenderer } from '../http/error-renderer.ts';
import type { RouteOptions } from '../router/route.ts';

/** A route in configuration. */
export interface RouteConfig<Middleware = unknown> {
  /** Such as `/post/{id}`. */
  readonly path: string;
  readonly middleware: Middleware;
  /** Any method when absent. */
  readonly allowed_methods?: readonly string[];
  readonly options?: RouteOptions;
  /** Made of path and methods when absent. */
  readonly name?: string;
}

/** An entry of `middleware_pipeline`. */
export interface PipelineEntryConfig<Middleware = unknown> {
  readonly middleware: Middleware;
  /** A path prefix; everything when absent. */
  readonly path?: string;
  /** Higher runs first; 1 when absent. */
  readonly priority?: number;
}

/** How clients see errors. */
export interface ErrorsConfig {
  /** Asked for whatever a client sees as an error; the framework answers when it is absent. */
  readonly render?: ErrorRenderer | undefined;
}

/** The limits of WebSockets that `run()` opens. */
export interface WebSocketConfig {
  /** The most that a message may hold, in bytes; 1 MiB when absent. A longer one closes the socket with 1009. */
  readonly max_payload?: number;
  /**
   * How long a client may be silent, in milliseconds; 30 000 when absent, 0 is without limit. It is then asked by a ping, and
   * cut off when it is silent as long again.
   */
  readonly idle_timeout?: number;
}

/** Where and how a server listens; times are in milliseconds, unless they say otherwise. */
export interface ServerConfig {
  /** The address to listen on; 0.0.0.0 when absent. */
  readonly host?: string;
  /** 8080 when absent. */
  readonly port?: number;
  /** The folder of static files, relative to the working directory; nothing is served when absent. */
  readonly document_root?: string;
  /**
   * Whether `run()` makes every service and class that a route or a pipeline names before it listens, and fails with all
   * that cannot be made; false when absent: each is then made when the first request comes to it.
   */
  readonly eager?: boolean;
  /** How many processes serve, on Node; 'auto' is one for each core. 1 when absent, and with `debug`. */
  readonly workers?: number | 'auto';
  /** The most that a request body may hold, in bytes; 1 MiB when absent. */
  readonly body_limit?: number;
  /** How many fields a form (413) or a query string (400) may have; 1,000 when absent. */
  readonly field_limit?: number;
  /**
   * How long requests in flight may take when the server shuts down, in milliseconds; 10 000 when absent. The container is
   * disposed of in what is left of it, but in a second at least.
   */
  readonly shutdown_timeout?: number;
  /**
   * How long the server keeps serving after it is told to stop, in seconds; 0 when absent. Meanwhile the readiness of `health` is
   * 503, so that a load balancer sends its requests elsewhere. The environment variable `SHUTDOWN_DELAY` overrides it.
   */
  readonly shutdown_delay?: number;
  /**
   * How long a client may take to send the headers of a request, in milliseconds; Node's 60 000 when absent. Over TLS
   * also for the handshake, over HTTP/2 also for the next request.
   */
  readonly headers_timeout?: number;
  /** How long a client may take to send a whole request, in milliseconds; Node's 300 000 when absent. */
  readonly request_timeout?: number;
  /**
   * Also has the server make ready for WebSockets, where none of its routes was made by `app.upgrade`: `{}` suffices. They
   * need the package `crossws`.
   */
  readonly websocket?: WebSocketConfig;
}

/** Make JSON Schema (draft 2020-12) of the schemas of a library, by its vendor name, such as `valibot`. */
export type SchemaConverters = Readonly<Record<string, (schema: never) => object>>;

/** What a document of the routes says beside them. */
export interface OpenApiConfig {
  /** `API`, version `1.0.0` when absent. */
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string };
  /** Where the site can be reached; a document without names the server it came from. */
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  /** For libraries whose schemas make no JSON Schema themselves: `{ valibot: toJsonSchema }`. */
  readonly converters?: SchemaConverters;
}

/** A rule about what runs for requests, which `fw check` and `fw-runtime/policies` prove. It has `every` or `route`. */
export interface PolicyConfig {
  /** A pattern of request paths, such as `/admin/**`, compared without regard to case: `*` is a segment, `**` any further ones. */
  readonly every?: string;
  /** The name of a route, or several; `*` is all. */
  readonly route?: string | readonly string[];
  /** Routes that it is not for, by their name or by a pattern of all their paths. */
  readonly except?: readonly string[];
  /** The layer that must run before the handler: the name of a service, class or function, or the key of an entry. */
  readonly runs: string;
  /** Another layer that it must run before, such as `dispatch`. */
  readonly before?: string;
}

/** A list, or a map whose keys serve merging only. In a map may stand a change to what an earlier file or a provider has set. */
export type ListOrMap<T, Change = never> = readonly T[] | Readonly<Record<string, T | Change>>;

/** Changes what stands under the same key, or takes it out, as the symbol `mergeRemove` does. */
export type ChangeOf<T> = Readonly<Partial<Omit<T, 'middleware'>>> | symbol;

/** The top-level keys that the framework reads. */
export const CONFIG_KEYS: readonly string[] = [
  'dependencies',
  'routes',
  'middleware_pipeline',
  'debug',
  'tracing',
  'errors',
  'server',
  'openapi',
  'policies',
];

/** What the framework reads; a site adds keys of its own beside these. */
export interface Config<Route = RouteConfig, Entry = unknown> {
  readonly dependencies?: DependencyConfig;
  /** A list within is what `group` gives. */
  readonly routes?: ListOrMap<Route | readonly Route[], ChangeOf<RouteConfig>>;
  readonly middleware_pipeline?: ListOrMap<Entry, ChangeOf<PipelineEntryConfig>>;
  /** Shows clients on this machine the inside of errors, with `'everyone'` all clients; false when absent. */
  readonly debug?: boolean | 'everyone';
  /** Publishes requests, layers, routes and services on `node:diagnostics_channel`; false when absent. */
  readonly tracing?: boolean;
  readonly errors?: ErrorsConfig;
  readonly server?: ServerConfig;
  readonly openapi?: OpenApiConfig;
  readonly policies?: ListOrMap<PolicyConfig, Partial<PolicyConfig> | symbol>;
  readonly [key: string]: unknown;
}
