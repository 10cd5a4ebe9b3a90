import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type {
  RequestHandler,
  RunningServer,
  RunOptions,
} from '../../../kernel/application/request-handler.ts';
import type { Platform } from '../../../kernel/http/platform.ts';
import { callingFiles } from '#call-sites';
import { checkOutcomes, type PassedOutcomes, passing405 } from '../../../kernel/pipeline/route-request.ts';
import { createDebugListener, warnOfDebug } from '../debug-listener.ts';
import { StaticFiles, withFiles } from '../files/static-files.ts';
import { ShutdownSignal } from '../process/lifecycle.ts';
import { requestHandlerOf } from '../request-handler-of.ts';

/** An application or a pipe, of either variant. */
export interface NodeApplication {
  /** Handles a Web `Request`. */
  fetch(request: Request): Promise<Response>;
  /** Starts a server. */
  run(options?: RunOptions): Promise<RunningServer>;
}

/** Options of `toNodeHandler()` and `attachWebSockets()`. */
export interface NodeHandlerOptions {
  /** The value of `request.platform`; undefined when absent. */
  readonly platform?: Platform;
  /**
   * A signal to abort when the server starts to shut down: that aborts `request.closing`, ends server-sent events, and
   * closes each connection after its response. None of that happens when absent.
   */
  readonly closing?: AbortSignal;
  /**
   * The outcomes of routing for which `next` is called: with 404 requests whose path has no route, with 405 also those whose path
   * has a route for another method. `[404]` when absent; with `[]` the application responds to every request. A status that a
   * handler chose never calls `next`.
   */
  readonly passOn?: PassedOutcomes;
}

/**
 * Handles the requests of an `http`, `https` or `http2` server.
 *
 * @param next called for a request that the application doesn't handle; a 404 is sent when absent
 */
export type NodeHandler = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Creates a handler for a server that `run()` doesn't create: for `http`, `https` and `http2`, Express and Connect,
 * Vite's middlewares, supertest. The handler serves `server.document_root` and applies `server.body_limit`. The server
 * itself sets addresses and time limits, and shuts down.
 *
 * With `next`, the handler calls `next` for a request that no route and no middleware handles, and for a request that
 * can't be routed. The body of the request is unread then (see `passOn`). Errors become responses here. The path is
 * taken from `req.url`, which Express shortens by the path of `use()`.
 *
 * @param application the application that handles the requests
 * @param options the platform, a signal for the shutdown, and the outcomes that call `next`; each has a default
 * @returns a function `(req, res, next?)`
 * @throws {@link InvalidArgumentError} when `application` isn't an application, or `passOn` isn't an array of outcomes
 * @example http.createServer(toNodeHandler(app)).listen(8080);
 */
export function toNodeHandler(
  application: NodeApplication,
  { platform, closing: signal, passOn = [404] }: NodeHandlerOptions = {},
): NodeHandler {
  const outcomes = checkOutcomes(passOn);
  const handler = requestHandlerOf(application);
  warnOfDebug(handler);
  const root = handler.serverConfig.document_root;
  const servable = root === undefined ? handler : withFiles(handler, new StaticFiles(root, callingFiles()));
  const listener = createDebugListener(outcomes.includes(405) ? passingOn405(servable) : servable, {
    closing: ShutdownSignal.from(signal),
    joined: true,
    strictPaths: true,
    platform,
  });
  const passes404 = outcomes.includes(404);
  // Express treats functions with four parameters as error handlers.
  return (incoming, outgoing, next) =>
    listener(
      incoming as IncomingMessage,
      outgoing as ServerResponse,
      passes404 && next ? () => next() : undefined,
    );
}

/** Handles requests as an application with the middleware `passOn([404, 405])` does. */
function passingOn405(handler: RequestHandler): RequestHandler {
  return {
    ...handler,
    respond: (request) => handler.respond(passing405(request)),
    passingOn: () => passingOn405(handler.passingOn()),
  };
}
