import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { RunningServer, RunOptions } from '../../application/request-handler.ts';
import type { Platform } from '../../http/platform.ts';
import { callingFiles } from '#development/call-sites';
import { Closing } from '../process/closing.ts';
import { inspected } from '../process/inspected.ts';
import { createNodeListener } from '../node-listener.ts';
import { checkOutcomes, type PassedOutcomes } from '../../pipeline/pass-on.ts';
import { StaticFiles } from '../files/static-files.ts';
import { handlerOf } from './handler-of.ts';
import { warnOfDebug } from '../process/warn-of-debug.ts';

/** An application or a pipe, of either variant. */
export interface NodeApplication {
  fetch(request: Request): Promise<Response>;
  run(options?: RunOptions): Promise<RunningServer>;
}

export interface NodeHandlerOptions {
  /** What `request.platform` is; undefined when absent. */
  readonly platform?: Platform;
  /**
   * To be aborted when the server begins to shut down: it aborts `request.closing`, ends streams of events, and closes each
   * connection after its response. Without it none of that happens.
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
 * Answers requests of an `http`, `https` or `http2` server.
 *
 * @param next called for a request that the application does not answer; without it such a request is answered with 404
 */
export type NodeHandler = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Makes an application a handler of somebody else's server: of `http`, `https` and `http2`, of Express and Connect, of Vite's
 * middlewares, of supertest. It serves `server.document_root` and keeps `server.body_limit`. Addresses, limits of time and the
 * shutdown are the server's.
 *
 * Where there is a `next`, what no route and no middleware answers goes on to it with its body unread (see `passOn`), as does a
 * request that cannot be routed. Errors are answered here. The path is that of `req.url`, which Express shortens by the path of `use()`.
 *
 * @example http.createServer(toNodeHandler(app)).listen(8080);
 * @throws InvalidArgumentError when it is no application, or `passOn` no list of outcomes
 */
export function toNodeHandler(
  application: NodeApplication,
  { platform, closing: signal, passOn = [404] }: NodeHandlerOptions = {},
): NodeHandler {
  const outcomes = checkOutcomes(passOn);
  const servable = handlerOf(application);
  warnOfDebug(servable);
  const root = servable.serverConfig.document_root;
  const closing = closingOn(signal);
  const listener = createNodeListener(servable, {
    files: inspected(servable, root === undefined ? undefined : new StaticFiles(root, callingFiles())),
    closing,
    joined: true,
    passes405: outcomes.includes(405),
    ...(platform !== undefined && { platform }),
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

/** @param signal aborted when the server begins to shut down */
export function closingOn(signal: AbortSignal | undefined): Closing {
  const closing = new Closing();
  const begin = (): void => {
    closing.drain();
    closing.begin();
  };
  if (signal?.aborted) begin();
  else signal?.addEventListener('abort', begin, { once: true });
  return closing;
}
