import type { ContainerInterface } from '../container/container-interface.ts';
import { injectCall, noteClasses } from '../container/inject.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { findNothingGiven } from '../errors/describe.ts';
import type { ErrorRenderer } from '../http/error-renderer.ts';
import { respondAlways } from '../error-responses/error-responder.ts';
import { finalize, toServed, toWebResponse } from '../http/response-body.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { type Platform, platformOf } from '../http/platform.ts';
import { DEFAULT_FIELD_LIMIT } from '../http/bodies/read-body.ts';
import { ServerRequest } from '../http/server-request.ts';
import { type ServerRequestInit, toSource, WebSource } from '../http/web-source.ts';
import { type Entry, middlewareName, ROLES, rolesIn } from '../pipeline/entry.ts';
import { isClass, LazyMiddleware, LazyServices } from '../pipeline/lazy-middleware.ts';
import { RequestTrace } from '../pipeline/request-trace.ts';
import { COMPOSE, type Rest } from '../pipeline/rest.ts';
import { enterApplication, PathPrefix } from '../pipeline/scope.ts';
import { compose, composedByHand } from './compose.ts';
import { ApplicationContext } from './context.ts';
import type { ApplicationNode, PipelineNode } from './middleware-of.ts';
import type { PipeOptions } from './options.ts';
import { createRequestHandler, respondAsWeb } from './pipe-handler.ts';
import type { CallingConvention } from './placed-middleware.ts';
import type { RequestHandler } from './request-handler.ts';
import type { PipeMethod, Variant, Variants } from './route-methods.ts';

type RestOf<V extends Variant> = Rest<Variants[V]['prepared']>;

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
  /** @internal The maximum number of fields and files in a form. */
  readonly fieldLimit: number;
  /**
   * Registers middleware after the middleware registered so far, for every path or under a path prefix.
   *
   * @throws {@link InvalidArgumentError} when no middleware is given, or the path isn't a path prefix
   * @example pipe.pipe(logging).pipe('/admin', guard)
   */
  readonly pipe: PipeMethod<V, this> = ((...given: [unknown] | [string, ...unknown[]]) => {
    if (given.length < 2) return this.attach(given[0]);
    const [path, ...middleware] = given;
    if (typeof path !== 'string') {
      const hint = ' To pipe several without a path, write pipe([first, second]).';
      throw new InvalidArgumentError('path', 'a path prefix such as "/admin"', path, hint);
    }
    for (const item of middleware) this.attach(item, {}, path);
    return this;
  }) as PipeMethod<V, this>;
  /** @internal */
  readonly convention: CallingConvention<Variants[V]['prepared']>;
  protected readonly services: LazyServices;
  readonly #byHand: ReturnType<typeof composedByHand>;
  readonly #owner: ApplicationNode | undefined;

  /**
   * Creates a pipe without middleware.
   *
   * @param convention of the variant
   * @param options the container, `debug`, the logger and the server; each has a default
   * @param owner the application that the pipe belongs to; none when absent
   * @param renderer used when the options have none
   */
  constructor(
    convention: CallingConvention<Variants[V]['prepared']>,
    options: PipeOptions,
    owner?: ApplicationNode,
    renderer?: ErrorRenderer,
  ) {
    this.convention = convention;
    this.container = options.container;
    this.context = ApplicationContext.create(options, renderer);
    const { container, checkResponses = this.context.debug !== false } = options;
    this.services = new LazyServices(container, checkResponses);
    this.fieldLimit = options.server?.field_limit ?? DEFAULT_FIELD_LIMIT;
    this.#owner = owner;
    this.context.observer?.attach?.(this);
    this.requestHandler = createRequestHandler(this, owner ?? this, options.server ?? {});
    // Platforms call `fetch` without its object.
    this.fetch = this.fetch.bind(this) as typeof this.fetch;
    this.#byHand = composedByHand(this, this.context, convention);
  }

  /** @internal Whether it has middleware besides routing, dispatch and error middleware, which may be a guard. */
  get hasMiddleware(): boolean {
    return this.entries.some(({ role, error }) => role === undefined && !error);
  }

  /**
   * Handles a request inside another pipeline.
   *
   * @param request the request
   * @param given the other arguments of middleware; the rest of the pipeline is called with requests that this pipe doesn't handle
   * @returns the response of this pipe, or of the rest of the pipeline
   */
  process(request: ServerRequest, ...given: Variants[V]['given']): HttpResponse | Promise<HttpResponse> {
    return this.#byHand(request, ...given);
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
    const { respond, errors } = this.requestHandler;
    return respondAlways(respond, entered, errors);
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

  /**
   * @internal Registers middleware in a place.
   *
   * @param path the path prefix before validation
   */
  attach(value: unknown, place: Partial<Entry> = {}, path?: unknown): this {
    const origin = place.origin ?? this.context.callOrigin();
    const entry = this.toEntry(value, { ...place, origin }, path);
    if (entry === undefined) return this;
    this.entries.push(entry);
    noteClasses(this.container, value);
    return this;
  }

  /**
   * @internal Creates an entry from a value that is middleware. An array becomes a nested pipeline.
   *
   * @param roles the roles that are registered already
   * @returns undefined for routing or dispatch that is registered already
   * @throws {@link InvalidArgumentError} when middleware is missing, in an array as well, or the path isn't a prefix
   */
  toEntry(
    value: unknown,
    { route, error, key, priority, origin }: Partial<Entry> = {},
    path?: unknown,
    roles: Set<unknown> = new Set(rolesIn(this.entries)),
  ): Entry | undefined {
    const [missing] = findNothingGiven(value);
    if (missing !== undefined) {
      throw new InvalidArgumentError(
        `middleware${missing.place}`,
        'a function, a service name, a class, or an array of these',
        missing.found,
      );
    }
    const prefix = path === undefined ? undefined : PathPrefix.from(path);
    const role = this.#owner && ROLES.get(value);
    if (role !== undefined && roles.has(role)) return undefined;
    if (role !== undefined) roles.add(role);
    const name = role ?? middlewareName(value, route);
    const middleware = role === undefined ? value : this.#owner?.builtIns[role];
    return {
      name,
      role,
      route,
      prefix,
      error: error ?? isErrorMiddleware(middleware, this.convention.failing !== undefined),
      target: Array.isArray(middleware)
        ? middleware
            .map((item) =>
              this.toEntry(item, { route, ...(error !== undefined && { error }) }, undefined, roles),
            )
            .filter((entry) => entry !== undefined)
        : new LazyMiddleware(middleware, this.services, name),
      key,
      priority,
      origin: origin ?? injectCall(value)?.place,
    };
  }

  /** @internal */
  [COMPOSE](rest: RestOf<V>, context: ApplicationContext): RestOf<V> {
    const composed = this.recomposing(() => compose(this.entries, rest, context, this.convention));
    return { handle: (request, prepared) => composed().handle(request, prepared), fail: rest.fail };
  }

  /**
   * @internal Composes the pipeline of an application.
   *
   * @param owner the application
   */
  abstract composeApplication(rest: RestOf<V>, context: ApplicationContext, owner: object): RestOf<V>;

  /** @internal Composes the outermost pipeline; `end` handles the requests that no middleware handles. */
  composeRoot(end?: RequestHandler['respond']): RequestHandler['respond'] {
    const own = this.end();
    const outer = end === undefined ? own : { handle: end, fail: own.fail };
    return this.convention.start(this.composeApplication(outer, this.context, this).handle);
  }

  /** @internal Composes the outermost pipeline for rejected requests. */
  abstract composeRejection(): RequestHandler['respond'];

  /** @internal Composes at the first call, and again after more middleware was registered. */
  recomposing<Composed>(compose: () => Composed): () => Composed {
    // Entries are never removed.
    let length = -1;
    let composed: Composed;
    return () => {
      if (length !== this.entries.length) {
        ({ length } = this.entries);
        composed = compose();
      }
      return composed;
    };
  }

  /** Responds at the end of the outermost pipeline. */
  protected abstract end(): RestOf<V>;
}

/** A function with exactly four parameters that is registered by itself is error middleware (rule A3). */
function isErrorMiddleware(value: unknown, isSupported: boolean): boolean {
  if (typeof value !== 'function' || isClass(value) || value.length !== 4) return false;
  if (isSupported) return true;
  throw new InvalidArgumentError(
    'middleware',
    'a function (request, delegate)',
    value,
    ' Error middleware with four parameters belongs to variant A; pipe new ErrorHandler((error, request) => response) first.',
  );
}

function toWeb(response: HttpResponse, { source }: ServerRequest): Response {
  return toWebResponse(finalize(response, source.method));
}

function toServedWeb(response: HttpResponse, { source }: ServerRequest): Response {
  return toServed(response, source.method);
}
