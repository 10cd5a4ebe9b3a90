import type { ServerConfig } from '../config.ts';
import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { noteClasses } from '../container/inject.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { ErrorRenderer } from '../http/error-renderer.ts';
import { finalize, toServed, toWebResponse } from '../http/response-body.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { type Platform, platformOf } from '../http/platform.ts';
import { DEFAULT_FIELD_LIMIT } from '../http/bodies/read-body.ts';
import { ServerRequest } from '../http/server-request.ts';
import { type ServerRequestInit, toSource, WebSource } from '../http/web-source.ts';
import { type BuiltInMiddleware, type Entry, type EntryPlace, toEntry } from '../pipeline/entry.ts';
import { LazyServices } from '../pipeline/lazy-middleware.ts';
import { RequestTrace } from '../pipeline/observer.ts';
import { enterApplication } from '../pipeline/scope.ts';
import { ApplicationContext, type ContextOptions } from './context.ts';
import type { PipelineNode, RoutesOfNode } from './middleware-of.ts';
import { createPipeHandler, type Respond, respondAlways, respondAsWeb } from './pipe-handler.ts';
import type { RequestHandler } from './request-handler.ts';
import type { MiddlewareClasses, MiddlewareValues, Variant } from './route-methods.ts';

export interface PipeOptions extends ContextOptions {
  /**
   * The container that supplies middleware by name; without one, only functions, objects and classes without services
   * are middleware.
   */
  readonly container?: ContainerInterface | undefined;
  /**
   * The settings of the server, which `run()` uses unless its options or the environment override them; each has a
   * default.
   */
  readonly server?: ServerConfig | undefined;
  /** Whether responses are compared with the contracts of their routes; true with `debug` when absent. */
  readonly checkResponses?: boolean | undefined;
}

/** The application that a pipe belongs to. */
export interface PipeOwner extends PipelineNode {
  readonly fieldLimit: number;
  readonly routing: RoutesOfNode;
  /** Routing or dispatch, for the constant that is registered for it; undefined for any other value. */
  builtIn(value: unknown): BuiltInMiddleware | undefined;
}

/** An ordered list of middleware and the methods that send requests through it; the base of both variants' pipes. */
export abstract class Pipe<V extends Variant> {
  /** The container that supplies middleware by name; undefined when there isn't one. */
  readonly container: ContainerInterface | undefined;
  /** @internal */
  readonly context: ApplicationContext;
  /** @internal */
  readonly entries: Entry[] = [];
  /** @internal Handles the requests that come from a server, a test, or another application. */
  readonly requestHandler: RequestHandler;
  /** @internal A pipe has no routes. */
  readonly routing: undefined;
  /** @internal */
  named: PipelineNode['named'];
  /** @internal The number of registrations; pipelines that were composed at an earlier version are composed again. */
  version = 0;
  /** @internal The maximum number of fields and files in a form. */
  readonly fieldLimit: number;
  protected readonly services: LazyServices;
  readonly #owner: PipeOwner | undefined;

  /**
   * Creates a pipe without middleware.
   *
   * @param options the container, `debug`, the logger and the server; each has a default
   * @param owner the application that the pipe belongs to; none when absent
   * @param renderer used when the options have none
   */
  constructor(options: PipeOptions, owner?: PipeOwner, renderer?: ErrorRenderer) {
    this.container = options.container;
    this.context = ApplicationContext.create(options, renderer);
    const { container, checkResponses = this.context.debug !== false } = options;
    this.services = new LazyServices(container, checkResponses);
    this.fieldLimit = options.server?.field_limit ?? DEFAULT_FIELD_LIMIT;
    this.#owner = owner;
    this.context.observer?.attach?.(this);
    this.requestHandler = createPipeHandler(this, owner, options.server ?? {});
    // Platforms call `fetch` without its object.
    this.fetch = this.fetch.bind(this) as typeof this.fetch;
  }

  /** @internal Whether it has middleware besides routing, dispatch and error middleware, which may be a guard. */
  get hasMiddleware(): boolean {
    return this.entries.some(({ role, error }) => role === undefined && !error);
  }

  /**
   * Registers middleware after the middleware registered so far, for every path.
   *
   * @throws {@link InvalidArgumentError} when no middleware is given
   * @example pipe.pipe(logging)
   */
  pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValues[V] | MiddlewareClasses<Ids>[V],
  ): this;
  /**
   * Registers middleware after the middleware registered so far, under a path prefix.
   *
   * @param path the path prefix, such as `/admin`, which ignores case
   * @param middleware the middleware that runs for the path
   * @param more further middleware, in order
   * @throws {@link InvalidArgumentError} when the path isn't a string, or no middleware is given
   * @example pipe.pipe('/admin', guard)
   */
  pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValues[V] | MiddlewareClasses<Ids>[V],
    ...more: readonly MiddlewareValues[V][]
  ): this;
  pipe(...given: [unknown] | [string, ...unknown[]]): this {
    if (given.length < 2) return this.attach(given[0]);
    const [path, ...middleware] = given;
    if (typeof path !== 'string') {
      const hint = ' To pipe several without a path, write pipe([first, second]).';
      throw new InvalidArgumentError('path', 'a path prefix such as "/admin"', path, hint);
    }
    for (const item of middleware) this.attach(item, { path });
    return this;
  }

  /**
   * Handles a request that was created by hand, or by middleware for a request that it handles. Errors become
   * responses. The body keeps the size limit of the application that first received it.
   *
   * @example const response = await app.handle(new ServerRequest('/ping'));
   */
  async handle(request: ServerRequest): Promise<HttpResponse> {
    if (!(request instanceof ServerRequest)) {
      throw new InvalidArgumentError('request', 'a ServerRequest', request);
    }
    const owner = this.#owner ?? this;
    const entered = enterApplication(request, owner, undefined, new RequestTrace());
    return respondAlways(this.requestHandler, entered);
  }

  /**
   * Sends a request through the pipeline without a server, for tests.
   *
   * @param input a path, a URL or a Web `Request`
   * @param init the method, headers, body and further options; a GET without headers when absent
   * @returns the response; errors become responses, too
   * @example await (await app.request('/ping')).json()
   */
  async request(input: string | URL | Request, init?: ServerRequestInit): Promise<Response> {
    const source = toSource(input, init, this.requestHandler.serverConfig.strict_paths);
    return respondAsWeb(this.requestHandler, new ServerRequest(source, init), toWeb);
  }

  /**
   * Handles a Web `Request`: the entry point for Workers, Lambda, Bun and Deno. You can call it without its object.
   *
   * @param request the request that the runtime received
   * @param platform the value of `request.platform`; undefined when absent
   * @returns the response; errors become responses, too
   * @example Bun.serve({ fetch: app.fetch });
   */
  fetch(request: Request, platform?: Platform): Promise<Response>;
  /**
   * Handles a Web `Request` with the signature that Workers call; `request.platform` is `{ env, ctx }`.
   *
   * @param request the request that the runtime received
   * @param env the bindings of the Worker
   * @param ctx the execution context
   * @returns the response; errors become responses, too
   */
  fetch(request: Request, env: unknown, ctx: unknown): Promise<Response>;
  fetch(request: Request, ...given: unknown[]): Promise<Response> {
    const { strict_paths: isStrict } = this.requestHandler.serverConfig;
    const source = new WebSource(request, request.method, platformOf(given), isStrict);
    return Promise.resolve(respondAsWeb(this.requestHandler, new ServerRequest(source), toServedWeb));
  }

  /** @internal Registers middleware with options such as a path. */
  attach(value: unknown, place: EntryPlace = {}): this {
    const origin = place.origin ?? this.context.callOrigin();
    const entry = this.toEntry(value, { ...place, origin });
    if (entry === undefined) return this;
    this.entries.push(entry);
    this.version++;
    noteClasses(this.container, value);
    return this;
  }

  /** @internal */
  toEntry(value: unknown, place: EntryPlace): Entry | undefined {
    return toEntry(value, {
      ...place,
      services: this.services,
      isErrorMiddleware: (item) => this.isErrorMiddleware(item),
      builtIn: (item) => this.#owner?.builtIn(item),
    });
  }

  /** @internal Composes the outermost pipeline; `end` handles the requests that no middleware handles. */
  abstract composeRoot(end?: Respond): Respond;

  /** @internal Composes the outermost pipeline for rejected requests. */
  abstract composeRejection(): Respond;

  /** Composes at the first call, and again after more middleware was registered. */
  protected recomposing<Composed>(compose: () => Composed): () => Composed {
    let version = -1;
    let composed: Composed;
    return () => {
      if (version !== this.version) {
        ({ version } = this);
        composed = compose();
      }
      return composed;
    };
  }

  /** Whether a function that is registered by itself is error middleware. */
  protected abstract isErrorMiddleware(value: unknown): boolean;
}

function toWeb(response: HttpResponse, { source }: ServerRequest): Response {
  return toWebResponse(finalize(response, source.method));
}

function toServedWeb(response: HttpResponse, { source }: ServerRequest): Response {
  return toServed(response, source.method);
}
