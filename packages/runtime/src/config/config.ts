import type { DependencyConfig } from '../container/container-interface.ts';
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
  /** Derived from path and methods when absent. */
  readonly name?: string;
}

/** An entry of `middleware_pipeline`. */
export interface PipelineEntryConfig<Middleware = unknown> {
  readonly middleware: Middleware;
  /** A path prefix; every path when absent. */
  readonly path?: string;
  /** Higher runs first; 1 when absent. */
  readonly priority?: number;
}

/** Error responses. */
export interface ErrorsConfig {
  /** Renders every error response; the framework renders it when this is absent. */
  readonly render?: ErrorRenderer | undefined;
}

/** Limits of the WebSockets on a server that `run()` starts. */
export interface WebSocketConfig {
  /** The maximum size of a message, in bytes; 1 MiB when absent. A longer message closes the socket with 1009. */
  readonly max_payload?: number;
  /**
   * How long a client may be silent, in milliseconds; 30 000 when absent, 0 for no limit. The server then sends a ping, and
   * closes the socket when the client is silent as long again.
   */
  readonly idle_timeout?: number;
}

/** Where and how a server listens; times are in milliseconds, unless their comment says otherwise. */
export interface ServerConfig {
  /** The address to listen on; 0.0.0.0 when absent. */
  readonly host?: string;
  /** 8080 when absent. */
  readonly port?: number;
  /**
   * The server of `run()`: `node` for the one of `node:http`, `native` for the runtime's own, which takes less time per request
   * and keeps fewer limits. On Bun `native` when absent, elsewhere `node`.
   */
  readonly engine?: 'native' | 'node';
  /** The folder of static files, relative to the working directory; nothing is served when absent. */
  readonly document_root?: string;
  /**
   * Whether `run()` creates every service and class that a route or a pipeline names before it listens, and fails with all
   * that cannot be created; false when absent: each is then created when the first request reaches it.
   */
  readonly eager?: boolean;
  /** How many processes serve, on Node; 'auto' starts one for each core. 1 when absent, and with `debug`. */
  readonly workers?: number | 'auto';
  /** The maximum size of a request body, in bytes; 1 MiB when absent. */
  readonly body_limit?: number;
  /** How many fields a form (413) or a query string (400) may have; 1,000 when absent. */
  readonly field_limit?: number;
  /**
   * How long requests in flight may take when the server shuts down, in milliseconds; 10 000 when absent. The container is
   * disposed of in the remaining time, with a minimum of one second.
   */
  readonly shutdown_timeout?: number;
  /**
   * How long the server keeps serving after the stop signal, in seconds; 0 when absent. Meanwhile the readiness of `health` is
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
   * Enables WebSockets, also without a route from `app.upgrade`: `{}` is enough. WebSockets need the package `crossws`.
   */
  readonly websocket?: WebSocketConfig;
}

/** Convert the schemas of a library to JSON Schema (draft 2020-12), by its vendor name, such as `valibot`. */
export type SchemaConverters = Readonly<Record<string, (schema: never) => object>>;

/** The parts of the OpenAPI document that don't come from routes. */
export interface OpenApiConfig {
  /** `API`, version `1.0.0` when absent. */
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string };
  /** The URLs of the app; without them, the document applies to the server that serves it. */
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  /** For libraries whose schemas have no JSON Schema of their own: `{ valibot: toJsonSchema }`. */
  readonly converters?: SchemaConverters;
}

/** A rule about the middleware of requests, which `fw check` and `policyViolations()` of `fw-devtools` prove. It has `every` or `route`. */
export interface PolicyConfig {
  /** A pattern of request paths, such as `/admin/**`, which ignores case: `*` matches a segment, `**` the remaining ones. */
  readonly every?: string;
  /** The name of a route, or several; `*` matches every route. */
  readonly route?: string | readonly string[];
  /** Routes to exclude, by their name or by a pattern of all their paths. */
  readonly except?: readonly string[];
  /** The middleware that must run before the handler: the name of a service, class or function, or the key of an entry. */
  readonly runs: string;
  /** Another middleware that it must run before, such as `dispatch`. */
  readonly before?: string;
}

/** An array, or an object whose keys are for merging only. An object may contain changes to entries of earlier files and providers. */
export type ListOrMap<T, Change = never> = readonly T[] | Readonly<Record<string, T | Change>>;

/** Changes the entry under the same key, or removes it with the symbol `mergeRemove`. */
export type ChangeOf<T> = Readonly<Partial<Omit<T, 'middleware'>>> | symbol;

/** The top-level keys that the framework reads. */
export const CONFIG_KEYS: readonly string[] = [
  'dependencies',
  'routes',
  'middleware_pipeline',
  'debug',
  'tracing',
  'errors',
  'check_responses',
  'server',
  'openapi',
  'policies',
];

/** In `middleware_pipeline`: the application's own routing (rule C2). */
export const ROUTING_MIDDLEWARE = 'FW_ROUTING_MIDDLEWARE';

/** In `middleware_pipeline`: runs the matched route. */
export const DISPATCH_MIDDLEWARE = 'FW_DISPATCH_MIDDLEWARE';

// A limit, because the other times of the configuration are in milliseconds: 5000 is rejected.
const MAX_DELAY = 3600;
export const EXPECTED_DELAY: string = `a number of seconds from 0 to ${MAX_DELAY}`;

/** Whether a value is valid as `shutdown_delay`, and as the environment variable `SHUTDOWN_DELAY`. */
export function isShutdownDelay(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MAX_DELAY;
}

/** The configuration that the framework reads; an app adds keys of its own. */
export interface Config<Route = RouteConfig, Entry = unknown> {
  readonly dependencies?: DependencyConfig;
  /** An inner array is the result of `group`. */
  readonly routes?: ListOrMap<Route | readonly Route[], ChangeOf<RouteConfig>>;
  readonly middleware_pipeline?: ListOrMap<Entry, ChangeOf<PipelineEntryConfig>>;
  /** Shows error details to clients on this machine, with `'everyone'` to all clients; false when absent. */
  readonly debug?: boolean | 'everyone';
  /** Publishes requests, middleware, routes and services on `node:diagnostics_channel`; false when absent. */
  readonly tracing?: boolean;
  readonly errors?: ErrorsConfig;
  /** Compares responses with the contracts of their routes, as in tests; with `debug` when absent. */
  readonly check_responses?: boolean;
  readonly server?: ServerConfig;
  readonly openapi?: OpenApiConfig;
  readonly policies?: ListOrMap<PolicyConfig, Partial<PolicyConfig> | symbol>;
  readonly [key: string]: unknown;
}

// Without the index signature of `Config`. An interface would not be assignable to `Config`, because it gets no implicit index
// signature.
/**
 * The configuration of an app whose own keys are known, as `fw types` declares the service `config`. Other keys are type
 * errors.
 *
 * @example interface Services { config: ConfigWith<{ readonly mail: MailOptions }> }
 */
export type ConfigWith<Own> = {
  readonly [Key in keyof Config as string extends Key ? never : Key]: Config[Key];
} & Own;
