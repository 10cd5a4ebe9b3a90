import type * as server from '#server';
import { callingFiles } from '#call-sites';
import type { ServerConfig } from '../config.ts';
import { respondAlways, respondInstead } from '../error-responses/error-responder.ts';
import { UnsupportedRuntimeError } from '../errors/coded-errors.ts';
import { HttpResponse } from '../http/http-response.ts';
import { DEFAULT_BODY_LIMIT } from '../http/bodies/read-body.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { unhandled } from '../pipeline/responses.ts';
import type { ApplicationContext } from './context.ts';
import { namedMiddleware, type PipelineNode } from './middleware-of.ts';
import type { RequestHandler, RunningServer, RunOptions } from './request-handler.ts';

type Respond = RequestHandler['respond'];

/**
 * Handles the requests that a pipe receives from outside: composes the pipeline at the first request, and runs it.
 *
 * @param application the application that the pipe belongs to, or the pipe itself
 * @param end handles requests that the pipeline doesn't handle; the application responds with 404 when absent
 */
export function createRequestHandler(
  pipe: PipelineNode & {
    readonly context: ApplicationContext;
    composeRoot(end?: Respond): Respond;
    composeRejection(): Respond;
  },
  application: PipelineNode & { readonly fieldLimit: number },
  serverConfig: ServerConfig,
  end?: Respond,
): RequestHandler {
  const { entries, container } = pipe;
  const { debug, errors, observer, tools } = pipe.context;
  const { body_limit: bodyLimit = DEFAULT_BODY_LIMIT } = serverConfig;
  // Entries are never removed.
  let length = -1;
  let root: Respond;
  let rejection: Respond | undefined;

  /** @throws {@link DuplicateRouteError} when two routes handle the same requests (rule R11) */
  const checkRoutes = (): void => application.routing?.router.checkRoutes?.();

  function compose(): void {
    checkRoutes();
    root = pipe.composeRoot(end);
    // The framework around the application may be able to route a request that the application can't.
    rejection = end;
    ({ length } = entries);
  }

  function respond(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    const { source } = request;
    if (source.receiver === undefined) {
      source.receiver = application;
      source.bodyLimit = bodyLimit;
    }
    if (end === undefined) source.rejection ??= source.bodyTooLarge();
    try {
      if (length !== entries.length) compose();
      if (source.rejection === undefined) return root(request);
      rejection ??= pipe.composeRejection();
      return rejection(request);
    } catch (error) {
      return errors.respond(error, request);
    }
  }

  // All requests share one function.
  const respondObserved: Respond = (request) => respondAlways(respond, request, errors);
  const handle = observer?.handle?.bind(observer);

  return {
    application,
    container,
    debug,
    errors,
    observer,
    tools,
    serverConfig,
    respond: handle === undefined ? respond : (request) => handle(application, request, respondObserved),
    passingOn: () => createRequestHandler(pipe, application, serverConfig, unhandled),
    checkRoutes,
    middleware: (createsServices) => namedMiddleware(application, createsServices),
  };
}

/** Converts the response to a request. */
export type ToWeb = (response: HttpResponse, request: ServerRequest) => Response | Promise<Response>;

/**
 * Handles a request with an application, and converts its response; synchronously if the middleware is synchronous. A response
 * that can't be converted is replaced by an error response.
 */
export function respondAsWeb(
  responder: Pick<RequestHandler, 'respond' | 'errors'>,
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
  responder: Pick<RequestHandler, 'respond' | 'errors'>,
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
  responder: Pick<RequestHandler, 'respond' | 'errors'>,
  request: ServerRequest,
  toWeb: ToWeb,
): Promise<Response> {
  return response.then(
    (settled) => convert(settled, responder, request, toWeb),
    (error) => replace(error, responder, request, toWeb),
  );
}

function replace(
  error: unknown,
  { errors }: Pick<RequestHandler, 'errors'>,
  request: ServerRequest,
  toWeb: ToWeb,
): Promise<Response> {
  const lastResort = (failure: unknown): Response => {
    errors.log(failure);
    return new Response(null, { status: 500 });
  };
  return respondInstead(errors, error, request, (response) => toWeb(response, request), lastResort);
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
