import type * as server from '#server';
import type { ErrorsConfig, ServerConfig } from '../config/config.ts';
import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { InvalidArgumentError, UnsupportedRuntimeError } from '../errors/coded-errors.ts';
import type { ErrorRenderer } from '../http/error-renderer.ts';
import { finalize, toWebResponse } from '../http/finalized-response.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { type Platform, platformOf } from '../http/platform.ts';
import { DEFAULT_BODY_LIMIT, DEFAULT_FIELD_LIMIT } from '../http/request-source.ts';
import { ServerRequest } from '../http/server-request.ts';
import type { ServerRequestInit } from '../http/server-request-init.ts';
import { toServerRequest } from '../http/to-server-request.ts';
import { WebSource } from '../http/web-source.ts';
import { callingFiles, callOrigin } from '#development/call-sites';
import type { PassOn } from '../pipeline/define-middleware.ts';
import { type Entry, type EntryPlace, type OwnLayer, toEntry } from '../pipeline/entry.ts';
import { LazyServices } from '../pipeline/lazy-middleware.ts';
import { refusalLayers, type RefusalLayers } from '../pipeline/refusal.ts';
import { RequestTrace } from '../pipeline/request-trace.ts';
import { enterApplication } from '../pipeline/scope.ts';
import { ErrorResponder, type ErrorResponderOptions } from '../errors/responses/error-responder.ts';
import { currentInspection, type Inspectable, type NamedMiddleware } from './inspection.ts';
import type { NamedRoutes } from './named-routes.ts';
import type { MiddlewareClasses, MiddlewareValues, Variant } from './route-methods.ts';
import type { RunningServer, RunOptions } from './servable.ts';

export interface PipeOptions extends Pick<ErrorResponderOptions, 'debug' | 'log' | 'logger' | 'tracing'> {
  /** Supplies middleware by name. */
  readonly container?: ContainerInterface | undefined;
  /** How clients see errors. */
  readonly errors?: ErrorsConfig | undefined;
  /** What `run()` uses where neither its options nor the environment say otherwise. */
  readonly server?: ServerConfig | undefined;
}

/** What the pipelines of both variants share: entries in order, and the ways in. */
export abstract class Pipe<V extends Variant> {
  /** @internal */
  readonly serverConfig: ServerConfig;
  /** @internal */
  readonly container: ContainerInterface | undefined;
  /** @internal Whether clients see the inside of errors. */
  readonly debug: boolean | 'everyone';
  /** @internal How it answers errors. */
  readonly errors: ErrorResponder;
  /** @internal */
  readonly entries: Entry[] = [];
  /** @internal See urls.ts. */
  named: NamedRoutes | undefined;
  protected readonly services: LazyServices;
  /** @internal */
  readonly fieldLimit: number;
  readonly #bodyLimit: number;
  #isChecked = false;

  /** @param renderer where the options have none */
  constructor(options: PipeOptions, renderer?: ErrorRenderer) {
    this.container = options.container;
    this.debug = options.debug ?? false;
    this.serverConfig = options.server ?? {};
    this.fieldLimit = this.serverConfig.field_limit ?? DEFAULT_FIELD_LIMIT;
    this.#bodyLimit = this.serverConfig.body_limit ?? DEFAULT_BODY_LIMIT;
    this.services = new LazyServices(options.container, this.debug !== false);
    this.errors = new ErrorResponder({ ...options, renderer: options.errors?.render ?? renderer });
    this.errors.tracing?.application(this);
    // Platforms call it without the application; where a subclass overrides it, that one.
    this.fetch = this.fetch.bind(this) as typeof this.fetch;
  }

  /**
   * Attaches middleware after what is attached already, for everything or under a path prefix, which takes several.
   *
   * @throws InvalidArgumentError when the path is no string or no middleware is given
   */
  pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValues[V] | MiddlewareClasses<Ids>[V],
  ): this;
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
   * Handles a request made by hand, or one that a middleware has got, whose application nothing changes for; errors become
   * responses, and show what this application shows. The body is one: its limit is that of the application that had it first.
   */
  async handle(request: ServerRequest): Promise<HttpResponse> {
    return this.respond(enterApplication(toServerRequest(request), this, undefined, new RequestTrace()));
  }

  /**
   * Sends a request through the pipeline without a server, for tests.
   *
   * @param input a path, a URL or a Web `Request`
   * @example await (await app.request('/ping')).json()
   */
  request(input: string | URL | Request, init?: ServerRequestInit): Promise<Response> {
    return this.#toWeb(new ServerRequest(input, init));
  }

  /**
   * The entry for Workers, Lambda and the servers of Bun and Deno. It needs not be called on the application.
   *
   * @param platform what the runtime hands over, for `request.platform`
   * @example Bun.serve({ fetch: app.fetch });
   */
  fetch(request: Request, platform?: Platform): Promise<Response>;
  /** As Workers call it; `request.platform` is `{ env, ctx }`. */
  fetch(request: Request, env: unknown, ctx: unknown): Promise<Response>;
  fetch(request: Request, ...given: unknown[]): Promise<Response> {
    return this.#toWeb(new ServerRequest(new WebSource(request, request.method, platformOf(given))));
  }

  /**
   * Listens, and serves until SIGTERM, SIGINT or `close()` (rules S1, S4). Where an inspector has started the process,
   * it is given the application instead, and nothing listens.
   *
   * @returns once it listens
   */
  async run(options?: RunOptions): Promise<RunningServer> {
    this.checkReachable();
    if (this.recordsOrigins) this.warnOfLate();
    const inspection = currentInspection();
    if (inspection !== undefined) {
      inspection.onRun(this as unknown as Inspectable, options);
      // What waits for the server must not go on as if it listened.
      return new Promise(() => {});
    }
    const entryScripts = callingFiles();
    const { run } = (await import('#server')) as Partial<typeof server>;
    if (run !== undefined) return run(this, options, entryScripts);
    throw new UnsupportedRuntimeError(
      'run()',
      'Node, Bun or Deno',
      'here hand app.fetch to the platform, as "export default app" does, or bundle for Node',
    );
  }

  /**
   * @internal Answers at once where the middleware is synchronous; never throws or rejects. A request that cannot
   * be routed (its path is malformed, its Content-Length beyond the limit, it has two hosts) passes the layers before routing
   * that have no path prefix (rule E6). As long as its path is malformed, they see "/".
   */
  respond(request: ServerRequest, passOn?: PassOn): HttpResponse | Promise<HttpResponse> {
    const { source } = request;
    if (source.receiver === undefined) {
      source.receiver = this;
      source.bodyLimit = this.#bodyLimit;
    }
    if (!this.#isChecked) {
      try {
        this.checkRoutes();
        this.#isChecked = true;
      } catch (error) {
        return this.errors.respond(error, request);
      }
    }
    if (passOn !== undefined) return this.answerOrPass(request, passOn);
    source.refusal ??= source.bodyTooLarge();
    return this.answer(request);
  }

  /** @internal Called when the pipeline is first used; throws when two routes cannot be told apart (rule R11). */
  checkRoutes(): void {}

  /** @internal What stands as middleware in here and in the pipes within. */
  abstract middleware(makesServices?: boolean): readonly NamedMiddleware[];

  /** @internal Warns when it has routes that no request can reach. */
  checkReachable(): void {}

  /** Warns of middleware that no routed request reaches. */
  protected warnOfLate(): void {}

  protected abstract answer(request: ServerRequest): HttpResponse | Promise<HttpResponse>;

  /** What the application does not answer, and what cannot be routed, `passOn` answers. */
  protected abstract answerOrPass(request: ServerRequest, passOn: PassOn): ReturnType<PassOn>;

  /** What a request runs through that cannot be routed; see pipeline/refusal.ts. */
  protected refusalLayers(isOutermost: boolean): RefusalLayers {
    return refusalLayers(this.entries, isOutermost, {
      isPipeline: (middleware) => middleware instanceof Pipe,
      refuse: (request, ...rest) => this.refuse(request, ...rest),
      services: this.services,
    });
  }

  /** Refuses a request that cannot be routed, in the place of a layer, with whose arguments it is called. */
  protected abstract refuse(request: ServerRequest, ...rest: never[]): unknown;

  /** Forgets what was composed, because the entries have changed. */
  protected abstract recompose(): void;

  /** The application's own layer that a constant stands for. */
  protected ownLayer(_value: unknown): OwnLayer | undefined {
    return undefined;
  }

  /** Whether a function that stands by itself is error middleware. */
  protected isErrorMiddleware(_value: unknown): boolean {
    return false;
  }

  /** @internal With `debug`, and for an inspector. */
  get recordsOrigins(): boolean {
    return this.debug !== false || currentInspection() !== undefined;
  }

  /** @internal */
  toEntry(value: unknown, place: EntryPlace = {}): Entry | undefined {
    return toEntry(value, {
      ...place,
      services: this.services,
      isErrorMiddleware: (item) => this.isErrorMiddleware(item),
      ownLayer: (item) => this.ownLayer(item),
    });
  }

  /** @internal */
  attach(value: unknown, place: EntryPlace = {}): this {
    const origin = place.origin ?? (this.recordsOrigins ? callOrigin() : undefined);
    const entry = this.toEntry(value, { ...place, origin });
    if (entry === undefined) return this;
    this.entries.push(entry);
    this.recompose();
    return this;
  }

  // Answers in place of a response that cannot be sent; the answer may be one that cannot either.
  async #errorToWeb(error: unknown, request: ServerRequest): Promise<Response> {
    try {
      return toWeb(await this.errors.respond(error, request), request);
    } catch (failure) {
      this.errors.log(failure);
      return new Response(null, { status: 500 });
    }
  }

  async #toWeb(request: ServerRequest): Promise<Response> {
    try {
      return toWeb(await this.respond(request), request);
    } catch (error) {
      return this.#errorToWeb(error, request);
    }
  }
}

function toWeb(response: HttpResponse, { method }: ServerRequest): Response {
  return toWebResponse(finalize(response, method));
}
