import type * as server from '#server';
import { callingFiles } from '#call-sites';
import type { ServerConfig } from '../config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import type { ErrorResponder } from '../error-responses/error-responder.ts';
import { UnsupportedRuntimeError } from '../errors/coded-errors.ts';
import { HttpResponse } from '../http/http-response.ts';
import { DEFAULT_BODY_LIMIT } from '../http/bodies/read-body.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { PipelineObserver } from '../pipeline/observer.ts';
import { unhandled } from '../pipeline/responses.ts';
import type { ApplicationContext } from './context.ts';
import { namedMiddleware, type PipelineNode } from './middleware-of.ts';
import type {
  DevTools,
  NamedMiddleware,
  RequestHandler,
  Responder,
  RunningServer,
  RunOptions,
} from './request-handler.ts';

export type Respond = (request: ServerRequest) => HttpResponse | Promise<HttpResponse>;

interface HandledPipe extends PipelineNode {
  readonly fieldLimit: number;
  readonly context: ApplicationContext;
  readonly version: number;
  composeRoot(end?: Respond): Respond;
  composeRejection(): Respond;
}

/** Handles the requests that a pipe receives from outside: composes the pipeline at the first request, and runs it. */
class PipeHandler implements RequestHandler {
  readonly container: ContainerInterface | undefined;
  readonly debug: boolean | 'everyone';
  readonly errors: ErrorResponder;
  readonly observer: PipelineObserver | undefined;
  readonly tools: DevTools | undefined;
  readonly serverConfig: ServerConfig;
  readonly #pipe: HandledPipe;
  /** The application that the pipe belongs to, or the pipe itself. */
  readonly application: PipelineNode & { readonly fieldLimit: number };
  readonly #bodyLimit: number;
  /** Handles requests that the pipeline doesn't handle; when undefined, the application responds with 404. */
  readonly #end: Respond | undefined;
  #version = -1;
  #root: Respond | undefined;
  #rejection: Respond | undefined;

  constructor(
    pipe: HandledPipe,
    owner: PipeHandler['application'] | undefined,
    serverConfig: ServerConfig,
    end?: Respond,
  ) {
    const { context, container } = pipe;
    this.container = container;
    this.debug = context.debug;
    this.errors = context.errors;
    this.observer = context.observer;
    this.tools = context.tools;
    this.serverConfig = serverConfig;
    this.#pipe = pipe;
    this.application = owner ?? pipe;
    this.#bodyLimit = serverConfig.body_limit ?? DEFAULT_BODY_LIMIT;
    this.#end = end;
  }

  respond(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    const { source } = request;
    if (source.receiver === undefined) {
      source.receiver = this.application;
      source.bodyLimit = this.#bodyLimit;
    }
    if (this.#end === undefined) source.rejection ??= source.bodyTooLarge();
    try {
      if (this.#version !== this.#pipe.version) this.#compose();
      const respond = source.rejection === undefined ? this.#root : this.#rejection;
      return (respond as Respond)(request);
    } catch (error) {
      return this.errors.respond(error, request);
    }
  }

  passingOn(): RequestHandler {
    return createPipeHandler(this.#pipe, this.application, this.serverConfig, unhandled);
  }

  checkRoutes(): void {
    this.application.routing?.router.checkRoutes?.();
  }

  middleware(createsServices?: boolean): readonly NamedMiddleware[] {
    return namedMiddleware(this.application, createsServices);
  }

  /** @throws {@link DuplicateRouteError} when two routes handle the same requests (rule R11) */
  #compose(): void {
    this.checkRoutes();
    const { version } = this.#pipe;
    this.#root = this.#pipe.composeRoot(this.#end);
    // The framework around the application may be able to route a request that the application can't.
    this.#rejection = this.#end ?? this.#composeLater();
    this.#version = version;
  }

  #composeLater(): Respond {
    let rejection: Respond | undefined;
    return (request) => (rejection ??= this.#pipe.composeRejection())(request);
  }
}

/** A `PipeHandler` for an application with an observer. */
class ObservedPipeHandler extends PipeHandler {
  // All requests share one function.
  readonly #respond: Respond = (request) => orError(super.respond(request), this, request);

  override respond(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    const { observer, application } = this;
    return observer?.handle?.(application, request, this.#respond) ?? this.#respond(request);
  }
}

/** As `responder.respond`, with a promise that never rejects. */
export function respondAlways(
  responder: Responder,
  request: ServerRequest,
): HttpResponse | Promise<HttpResponse> {
  return orError(responder.respond(request), responder, request);
}

function orError(
  response: HttpResponse | Promise<HttpResponse>,
  { errors }: Pick<Responder, 'errors'>,
  request: ServerRequest,
): HttpResponse | Promise<HttpResponse> {
  if (response instanceof HttpResponse) return response;
  return response.catch((error: unknown) => errors.respond(error, request));
}

export function createPipeHandler(...given: ConstructorParameters<typeof PipeHandler>): PipeHandler {
  const [{ context }] = given;
  return context.observer?.handle === undefined
    ? new PipeHandler(...given)
    : new ObservedPipeHandler(...given);
}

/** Converts the response to a request. */
export type ToWeb = (response: HttpResponse, request: ServerRequest) => Response | Promise<Response>;

/**
 * Handles a request with an application, and converts its response; synchronously if the middleware is synchronous. A response
 * that can't be converted is replaced by an error response.
 */
export function respondAsWeb(
  responder: Responder,
  request: ServerRequest,
  toWeb: ToWeb,
): Response | Promise<Response> {
  try {
    const response = responder.respond(request);
    return response instanceof HttpResponse
      ? convert(response, responder, request, toWeb)
      : convertLater(response, responder, request, toWeb);
  } catch (error) {
    return replace(error, responder, request, toWeb);
  }
}

function convert(
  response: HttpResponse,
  responder: Responder,
  request: ServerRequest,
  toWeb: ToWeb,
): Response | Promise<Response> {
  try {
    const web = toWeb(response, request);
    return web instanceof Promise ? web.catch((error) => replace(error, responder, request, toWeb)) : web;
  } catch (error) {
    return replace(error, responder, request, toWeb);
  }
}

// Not inside `respondAsWeb`, because a function that contains a closure allocates more at each call.
function convertLater(
  response: Promise<HttpResponse>,
  responder: Responder,
  request: ServerRequest,
  toWeb: ToWeb,
): Promise<Response> {
  return response.then(
    (settled) => convert(settled, responder, request, toWeb),
    (error) => replace(error, responder, request, toWeb),
  );
}

// The replacement may fail to be converted, too.
async function replace(
  error: unknown,
  responder: Responder,
  request: ServerRequest,
  toWeb: ToWeb,
): Promise<Response> {
  try {
    return await toWeb(await responder.errors.respond(error, request), request);
  } catch (failure) {
    responder.errors.log(failure);
    return new Response(null, { status: 500 });
  }
}

/** Serves an application; see `Application.run`. While `fw` inspects the application, nothing listens. */
export async function listen(
  application: PipelineNode & { readonly requestHandler: RequestHandler },
  { host }: ApplicationContext,
  options: RunOptions | undefined,
): Promise<RunningServer> {
  // The callers are known until the first `await`.
  const entryScripts = callingFiles();
  if (host !== undefined) return host.run(application, options);
  const { run } = (await import('#server')) as Partial<typeof server>;
  if (run !== undefined) return run(application.requestHandler, options, entryScripts);
  throw new UnsupportedRuntimeError(
    'run()',
    'Node, Bun or Deno',
    'here pass app.fetch to the platform, for example with "export default app", or bundle for Node',
  );
}
