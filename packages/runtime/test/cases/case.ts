import type { HandlerClass } from '../../src/features/contract/index.ts';
import type { RequestHandler } from '../../src/kernel/application/request-handler.ts';
import type * as a from '../../src/a/index.ts';
import type * as b from '../../src/b/index.ts';
import type {
  ContainerInterface,
  ErrorsConfig,
  HttpResponse,
  Logger,
  Platform,
  Route,
  RouterInterface,
  RunningServer,
  RunOptions,
  ServerConfig,
  ServerRequest,
  ServerRequestInit,
  ServiceId,
  SharedMiddleware,
  Url,
  WebSocketHooks,
} from '../../src/index.ts';

export type VariantName = 'a' | 'b';
export type RouterName = 'tree' | 'find-my-way' | 'rou3' | 'path-to-regexp';
/**
 * `socket` (HTTP/1) and `http2` (with TLS) send the path unchanged; `fetch` parses it as a URL, as other runtimes do.
 */
export type Transport = 'socket' | 'http2' | 'fetch';

/** One behavior of the framework: the registrations, the request and the response. */
export type Case = SharedCase | CaseOfA | CaseOfB;

export interface Description {
  /** Its number in docs/rules.md. */
  readonly rule: string;
  /** A sentence of behaviour. */
  readonly name: string;
  /** All when absent. */
  readonly transports?: readonly Transport[];
  /** All when absent. */
  readonly routers?: readonly RouterName[];
  readonly request: CaseRequest;
  readonly expect: Expectation;
}

/** Runs over both variants. */
export interface SharedCase extends Description {
  readonly variant?: undefined;
  build<M>(kit: Kit<M>): CaseApplication<M>;
}

export interface CaseOfA extends Description {
  readonly variant: 'a';
  build(kit: KitOfA): a.Application;
}

export interface CaseOfB extends Description {
  readonly variant: 'b';
  build(kit: KitOfB): b.Application;
}

export interface CaseRequest {
  readonly method?: string;
  /** The target of the request as it is sent, query included. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The platform's values, with `fetch` only. */
  readonly platform?: Platform;
}

export interface Expectation {
  readonly status: number;
  /** null: the header is absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** An object is compared with the body as JSON. */
  readonly body?: string | RegExp | object;
}

export interface KitOptions {
  readonly debug?: boolean | 'everyone';
  readonly tracing?: boolean;
  /** The services of the application's container. */
  readonly services?: Readonly<Record<string, unknown>>;
  /** A container of another kind. */
  readonly container?: ContainerInterface;
  readonly router?: RouterInterface;
  readonly log?: ((error: unknown, request?: ServerRequest) => unknown) | undefined;
  readonly logger?: Logger;
  readonly errors?: ErrorsConfig;
  readonly server?: ServerConfig;
}

/**
 * Creates the parts of cases, and hides the differences between the variants. `M` is the variant's middleware value.
 */
export interface Kit<M, App = CaseApplication<M>> {
  /** An application without anything in its pipeline. */
  app(options?: KitOptions): App;
  /** An application whose pipeline is routing and dispatch. */
  routed(options?: KitOptions): App;
  /** Responds with text. */
  answer(text: string): M;
  /** Responds with the result of a function of the request. */
  handler(make: (request: ServerRequest) => HttpResponse | Response | Promise<HttpResponse | Response>): M;
  /** One that `defineMiddleware` has made. */
  shared<Params extends object>(middleware: SharedMiddleware<Params> | HandlerClass<Params, readonly []>): M;
  /** Calls the next middleware, possibly with another request. */
  pass(change?: (request: ServerRequest) => ServerRequest): M;
  /** Calls the next middleware, and changes its response. */
  around(change: (response: HttpResponse, request: ServerRequest) => HttpResponse): M;
  /** Responds to the requests for which a condition holds, and calls the next middleware for others. */
  guard(condition: (request: ServerRequest) => boolean, text: string): M;
  throws(error: unknown): M;
  /** Leaves its name in the request, for `trace`. */
  mark(name: string): M;
  /** Responds with the names of `mark`, joined by a space. */
  trace(): M;
  /** A service name. */
  service(name: string): M;
  /** A class `Answering` whose instances respond with text. */
  middlewareClass(text: string, onCreate?: () => void): M;
  /**
   * A class `Injected` whose static `inject` lists services; its instances respond with the result of a function of
   * them.
   */
  injectedClass(ids: readonly ServiceId[], say: (...services: unknown[]) => string): M;
  /** A middleware `twice` that calls the next one twice and returns the last response. */
  twice(): M;
  /** A middleware `hasty` that calls the next one and responds without waiting. */
  hasty(): M;
  /** Routing as an entry of a pipeline. */
  readonly routing: M;
  readonly dispatch: M;
  /** Calls `AppFactory.create()`. */
  create(container?: ContainerInterface, router?: RouterInterface): App;
  /** Calls `ApplicationFactory.create()`. */
  createFrom(container: ContainerInterface): App;
  list(...items: M[]): M;
  /** An application or a pipe as middleware of another. */
  child(application: App): M;
}

/** The common interface of both variants' applications. */
export interface CaseApplication<M> {
  pipe(middleware: M): unknown;
  pipe(path: string, middleware: M): unknown;
  pipeRoutingMiddleware(): this;
  pipeDispatchMiddleware(): this;
  route(path: string, middleware: M, methods?: readonly string[], name?: string): Route;
  get(path: string, middleware: M, name?: string): Route;
  post(path: string, middleware: M, name?: string): Route;
  put(path: string, middleware: M, name?: string): Route;
  patch(path: string, middleware: M, name?: string): Route;
  delete(path: string, middleware: M, name?: string): Route;
  any(path: string, middleware: M, name?: string): Route;
  upgrade(path: string, hooks: WebSocketHooks, name?: string): Route;
  route(route: Route): Route;
  readonly routes: readonly Route[];
  readonly url: Url;
  getContainer(): ContainerInterface;
  request(input: string | Request, init?: ServerRequestInit): Promise<Response>;
  fetch(request: Request, platform?: Platform): Promise<Response>;
  fetch(request: Request, env: unknown, ctx: unknown): Promise<Response>;
  handle(request: ServerRequest): Promise<HttpResponse>;
  /** Handles the requests of a server. */
  readonly requestHandler: RequestHandler;
  run(options?: RunOptions): Promise<RunningServer>;
}

export type KitOfA = Kit<a.MiddlewareValue, a.Application>;
export type KitOfB = Kit<b.MiddlewareValue, b.Application>;
