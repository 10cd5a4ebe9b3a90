import type { DependencyConfig } from './container/container-interface.ts';
import type { ErrorRenderer } from './http/error-renderer.ts';
import type { RouteOptions } from './router/route.ts';

/** A route of `routes` in the configuration. `route()` creates one with checked types. */
export interface RouteConfig<Middleware = unknown> {
  /** The path, such as `/post/{id}`. */
  readonly path: string;
  /**
   * The middleware that handles the route: a function, an object, a class, the name of a service, or an array of these.
   */
  readonly middleware: Middleware;
  /** The methods, such as `['GET', 'POST']`; any method when absent. */
  readonly allowed_methods?: readonly string[];
  /** The constraints and the defaults of placeholders; none when absent. */
  readonly options?: RouteOptions;
  /** The name, for URLs; the path, then `^` and the methods when absent. */
  readonly name?: string;
}

/** An entry of `middleware_pipeline` in the configuration. */
export interface PipelineEntryConfig<Middleware = unknown> {
  /** The middleware to run: a function, an object, a class, the name of a service, or an array of these. */
  readonly middleware: Middleware;
  /** The path prefix that requests must have, such as `/admin`; every path when absent. */
  readonly path?: string;
  /**
   * The priority: entries with a higher one run first, and entries with the same one in the order of the configuration;
   * 1 when absent.
   */
  readonly priority?: number;
}

/** The key `errors` of the configuration: how clients see errors. */
export interface ErrorsConfig {
  /** The function or object that creates the response to every error; the framework's own responses when absent. */
  readonly render?: ErrorRenderer | undefined;
}

/** Limits of the WebSockets on a server that `run()` starts. */
export interface WebSocketConfig {
  /**
   * The maximum size of a message, in bytes; 1 MiB when absent, 0 for no limit. A longer message closes the socket with
   * 1009.
   */
  readonly max_payload?: number;
  /**
   * The time that a client may be silent, in milliseconds; 30 000 when absent, 0 for no limit. The server then sends a
   * ping, and closes the socket when the client is silent as long again.
   */
  readonly idle_timeout?: number;
}

/**
 * The key `server` of the configuration: where and how a server listens. Times are in milliseconds, unless their
 * description says otherwise.
 */
export interface ServerConfig {
  /** The address to listen on; 0.0.0.0 when absent. The environment variable `HOST` overrides it. */
  readonly host?: string;
  /** The port to listen on; 8080 when absent, 0 for a free one. The environment variable `PORT` overrides it. */
  readonly port?: number;
  /**
   * The server of `run()`: `node` for the server of `node:http`, `native` for the runtime's own, which takes less time
   * per request and keeps fewer limits. On Bun `native` when absent, elsewhere `node`.
   */
  readonly engine?: 'native' | 'node';
  /** The folder of static files, relative to the working directory; nothing is served when absent. */
  readonly document_root?: string;
  /**
   * Whether `run()` creates every service and class that a route or a pipeline names before it listens, and fails with
   * all that cannot be created; false when absent: each is then created when the first request reaches it.
   */
  readonly eager?: boolean;
  /** The number of processes that serve, on Node; 'auto' starts one for each core. 1 when absent, and with `debug`. */
  readonly workers?: number | 'auto';
  /** The maximum size of a request body, in bytes; 1 MiB when absent. Larger bodies get 413. */
  readonly body_limit?: number;
  /** The maximum number of fields in a form (413) or a query string (400); 1000 when absent. */
  readonly field_limit?: number;
  /**
   * Whether paths are read as other code in front of the app reads them (rule P1): unusual spellings get 400. Set it
   * where that code has guards, and calls `app.fetch`. False when absent; always true for `toNodeHandler()`.
   */
  readonly strict_paths?: boolean;
  /**
   * The time that requests in flight have when the server shuts down, in milliseconds; 10 000 when absent. The
   * container is disposed of in the remaining time, with a minimum of one second.
   */
  readonly shutdown_timeout?: number;
  /**
   * The time that the server keeps serving after the stop signal, in seconds; 0 when absent. Meanwhile the readiness of
   * `health` is 503, so that a load balancer sends its requests elsewhere. The environment variable `SHUTDOWN_DELAY`
   * overrides it.
   */
  readonly shutdown_delay?: number;
  /**
   * The time that a client has to send the headers of a request, in milliseconds; Node's 60 000 when absent. Over TLS
   * also for the handshake, over HTTP/2 also for the next request.
   */
  readonly headers_timeout?: number;
  /** The time that a client has to send a whole request, in milliseconds; Node's 300 000 when absent. */
  readonly request_timeout?: number;
  /**
   * The limits of WebSockets; `{}` enables WebSockets without a route from `app.upgrade`. WebSockets need the package
   * `crossws`.
   */
  readonly websocket?: WebSocketConfig;
}

/**
 * Functions that convert the schemas of a library to JSON Schema (draft 2020-12), by its vendor name, such as
 * `valibot`.
 *
 * @example const converters: SchemaConverters = { valibot: toJsonSchema };
 */
export type SchemaConverters = Readonly<Record<string, (schema: never) => object>>;

/** The key `openapi` of the configuration: the parts of the OpenAPI document that don't come from routes. */
export interface OpenApiConfig {
  /** Metadata of the API; the title `API` and the version `1.0.0` when absent. */
  readonly info?: {
    /** The title of the API; `API` when absent. */
    readonly title?: string;
    /** The version of the API, not of OpenAPI; `1.0.0` when absent. */
    readonly version?: string;
    /** A description of the API, which may be Markdown; none when absent. */
    readonly description?: string;
  };
  /** The URLs of the app; when absent, the document applies to the server that serves it. */
  readonly servers?: readonly {
    /** The URL, such as `https://api.example.org`. */
    readonly url: string;
    /** A description of the server, such as `Staging`; none when absent. */
    readonly description?: string;
  }[];
  /**
   * Converters for libraries whose schemas have no JSON Schema of their own: `{ valibot: toJsonSchema }`; none when
   * absent.
   */
  readonly converters?: SchemaConverters;
}

/**
 * A rule about the middleware of requests, which `fw check` and `policyViolations()` of `fw-devtools` prove. It has
 * either `every` or `route`.
 */
export interface PolicyConfig {
  /**
   * The pattern of request paths, such as `/admin/**`, which ignores case: `*` matches a segment, `**` the remaining
   * ones.
   */
  readonly every?: string;
  /** The name of a route, or several; `*` matches every route. */
  readonly route?: string | readonly string[];
  /** The routes to exclude, by their name or by a pattern of all their paths; none when absent. */
  readonly except?: readonly string[];
  /** The middleware that must run before the handler: the name of a service, class or function, or the key of an entry. */
  readonly runs: string;
  /** The middleware that it must run before, such as `dispatch`; only the handler when absent. */
  readonly before?: string;
}

/**
 * An array, or an object whose keys are for merging only. An object may contain changes to entries of earlier files and
 * providers.
 */
export type ListOrMap<T, Change = never> = readonly T[] | Readonly<Record<string, T | Change>>;

/** A change to the entry under the same key, or the symbol `mergeRemove`, which removes the entry. */
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

/** The entry of `middleware_pipeline` for the application's own routing (rule C2). */
export const ROUTING_MIDDLEWARE = 'FW_ROUTING_MIDDLEWARE';

/** The entry of `middleware_pipeline` for dispatch, which runs the matched route (rule C2). */
export const DISPATCH_MIDDLEWARE = 'FW_DISPATCH_MIDDLEWARE';

// A limit, because the other times of the configuration are in milliseconds: 5000 is rejected.
const MAX_DELAY = 3600;
export const EXPECTED_DELAY: string = `a number of seconds from 0 to ${MAX_DELAY}`;

/** Whether a value is valid as `shutdown_delay`, and as the environment variable `SHUTDOWN_DELAY`. */
export function isShutdownDelay(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MAX_DELAY;
}

/** The configuration that the framework reads. An app adds keys of its own. */
export interface Config<Route = RouteConfig, Entry = unknown> {
  /** The services of the container, which `new ServiceManager(config.dependencies)` reads; none when absent. */
  readonly dependencies?: DependencyConfig;
  /**
   * The routes of the app, as an array or as an object whose keys are for merging; none when absent. An inner array is
   * the result of `group()` or `resource()`.
   */
  readonly routes?: ListOrMap<Route | readonly Route[], ChangeOf<RouteConfig>>;
  /** The middleware of the app, sorted by `priority`. When absent, an app with routes gets routing and dispatch. */
  readonly middleware_pipeline?: ListOrMap<Entry, ChangeOf<PipelineEntryConfig>>;
  /**
   * Whether error details are shown to clients on this machine, with `'everyone'` to all clients; false when absent.
   */
  readonly debug?: boolean | 'everyone';
  /**
   * Whether requests, middleware, routes and services are published on `node:diagnostics_channel`; false when absent.
   */
  readonly tracing?: boolean;
  /** The renderer of errors; the framework's own responses when absent. */
  readonly errors?: ErrorsConfig;
  /** Whether responses are compared with the contracts of their routes, as in tests; true with `debug` when absent. */
  readonly check_responses?: boolean;
  /** The address, the limits and the shutdown of the HTTP server; each has a default. */
  readonly server?: ServerConfig;
  /** The title, the servers and other general parts of the OpenAPI document; each has a default. */
  readonly openapi?: OpenApiConfig;
  /** Rules about the middleware of routes, which `fw check` proves; none when absent. */
  readonly policies?: ListOrMap<PolicyConfig, Partial<PolicyConfig> | symbol>;
  /** A key of the app or of a provider. */
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
