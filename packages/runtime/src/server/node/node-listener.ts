import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import { finalize, type FinalizedResponse } from '../../kernel/http/response-body.ts';
import { HttpResponse } from '../../kernel/http/http-response.ts';
import { ServerRequest } from '../../kernel/http/server-request.ts';
import { UpgradeResponse, wrongWebSocket } from '../../kernel/http/upgrade-web-socket.ts';
import { passing405 } from '../../kernel/pipeline/route-request.ts';
import { isUnhandled } from '../../kernel/pipeline/responses.ts';
import { abort, isClosed } from './exchange.ts';
import { NodeSource, type ServerShared } from './node-source.ts';
import type { PreHandler, Responder } from '../../kernel/application/request-handler.ts';
import { endAfterUnreadBody, hasUnreadBody, writeHead } from './response-writer.ts';
import { writeStream } from './stream-writer.ts';

export interface NodeListenerOptions extends ServerShared {
  readonly files: PreHandler | undefined;
  /** How requests are read; `NodeSource` when absent. */
  readonly Source?: typeof NodeSource;
  /** Whether routing lets requests continue whose path has no route for their method; false when absent. */
  readonly passes405?: boolean;
}

/**
 * A listener for requests, or a handler among others.
 *
 * @param next called for a request that the application doesn't handle; a 404 is sent when absent
 */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse, next?: () => void) => void;

/**
 * The hot path from Node's request to the application and back. It creates no Web objects, and no promise when the application
 * responds synchronously.
 *
 * @param responder responds in place of the application; the application when absent
 */
export function createNodeListener(
  application: RequestHandler,
  options: NodeListenerOptions,
  responder: Responder = application,
): NodeListener {
  const { closing, files, Source = NodeSource, passes405 = false, openWebSocket } = options;
  const { observer } = application;
  // Requests that the application doesn't handle continue in the framework around it.
  let passing: Responder | undefined;
  const log = (error: unknown): void => responder.errors.log(error);

  const listener: NodeListener = (incoming, outgoing, next) => {
    try {
      const source = new Source(incoming, outgoing, options);
      const received = new ServerRequest(source);
      const request = passes405 ? passing405(received) : received;
      const handler = next === undefined ? responder : (passing ??= responder.passingOn());
      const file = source.rejection === undefined ? files?.find(request) : undefined;
      const response = file === undefined ? handler.respond(request) : serve(file, request, handler);
      if (response instanceof HttpResponse) send(response, request, outgoing, next);
      else sendLater(response, request, outgoing, next);
    } catch (error) {
      // Node would end the process.
      sendPlainError(error, outgoing);
    }
  };
  return listener;

  function sendLater(
    response: Promise<HttpResponse>,
    request: ServerRequest,
    outgoing: ServerResponse,
    next: (() => void) | undefined,
  ): void {
    response.then(
      (settled) => send(settled, request, outgoing, next),
      (error) => sendError(error, request, outgoing),
    );
  }

  function send(
    response: HttpResponse,
    request: ServerRequest,
    outgoing: ServerResponse,
    next: (() => void) | undefined,
  ): void {
    try {
      if (next !== undefined && isUnhandled(response)) {
        next();
        return;
      }
      const source = request.source as NodeSource;
      // A client that waits for "100 Continue" may send its body or not, so the start of its next request is unknown.
      if (closing.closesConnections || source.awaitsContinue) outgoing.shouldKeepAlive = false;
      if (response instanceof UpgradeResponse) {
        if (openWebSocket === undefined) throw wrongWebSocket(source);
        openWebSocket(response, source, outgoing);
        return;
      }
      const sent = writeResponse(outgoing, finalize(response, source.method), options, log);
      if (sent !== undefined) catchError(sent, request, outgoing);
    } catch (error) {
      void sendError(error, request, outgoing);
    }
  }

  // Not inside `send`, because a function that contains a closure allocates more at each call.
  function catchError(sent: Promise<void>, request: ServerRequest, outgoing: ServerResponse): void {
    sent.catch((error) => sendError(error, request, outgoing));
  }

  function serve(
    file: Promise<HttpResponse | undefined>,
    request: ServerRequest,
    handler: Responder,
  ): Promise<HttpResponse> {
    const respond = async (): Promise<HttpResponse> => (await file) ?? handler.respond(request);
    return observer?.handle?.(application.application, request, respond) ?? respond();
  }

  /** Responds with an error in place of a response that can't be sent. */
  async function sendError(error: unknown, request: ServerRequest, outgoing: ServerResponse): Promise<void> {
    try {
      const response = await responder.errors.respond(error, request);
      await writeResponse(outgoing, finalize(response, request.source.method), options, log);
    } catch (failure) {
      sendPlainError(failure, outgoing);
    }
  }

  // The last resort: it ends this exchange alone, whatever else fails.
  function sendPlainError(error: unknown, outgoing: ServerResponse): void {
    log(error);
    try {
      if (outgoing.headersSent || isClosed(outgoing)) abort(outgoing);
      else {
        for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
        outgoing.writeHead(500).end();
      }
    } catch {
      abort(outgoing);
    }
  }
}

/**
 * Writes a response to the socket.
 *
 * @param log called when a stream fails half way
 * @returns for a stream, a promise that rejects when the stream fails before its headers were sent
 */
export function writeResponse(
  outgoing: ServerResponse,
  response: FinalizedResponse,
  server: ServerShared,
  log: (error: unknown) => void,
): Promise<void> | undefined {
  const { content } = response;
  if (content instanceof ReadableStream) return writeStream(outgoing, response, content, server, log);
  if (outgoing.headersSent || outgoing.destroyed) return undefined;
  const hasUnread = hasUnreadBody(outgoing.req);
  writeHead(outgoing, response, hasUnread, server.joined);
  if (hasUnread) {
    // On Bun, an empty chunk sends no headers.
    if (content === null || content.length === 0) outgoing.flushHeaders();
    else outgoing.write(content);
    endAfterUnreadBody(outgoing);
  } else if (content === null) outgoing.end();
  else outgoing.end(content);
  return undefined;
}
