import type { IncomingMessage, ServerResponse } from 'node:http';
import { finalize, type FinalizedResponse } from '../../kernel/http/response-body.ts';
import { HttpResponse } from '../../kernel/http/http-response.ts';
import { ServerRequest } from '../../kernel/http/server-request.ts';
import { UpgradeResponse, wrongWebSocket } from '../../kernel/http/upgrade-web-socket.ts';
import { isUnhandled } from '../../kernel/pipeline/responses.ts';
import { abort, isClosed } from './exchange.ts';
import { NodeSource, type ServerShared } from './node-source.ts';
import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import { respondInstead } from '../../kernel/error-responses/error-responder.ts';
import { endAfterUnreadBody, hasUnreadBody, writeHead } from './response-writer.ts';
import { writeStream } from './stream-writer.ts';

/**
 * A listener for requests, or a handler among others.
 *
 * @param next called for a request that the application doesn't handle; a 404 is sent when absent
 */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse, next?: () => void) => void;

/**
 * The hot path from Node's request to the application and back. It creates no Web objects, and no promise when the application
 * responds synchronously.
 */
export function createNodeListener(handler: RequestHandler, shared: ServerShared): NodeListener {
  const { closing, openWebSocket } = shared;
  const { errors } = handler;
  // Requests that the application doesn't handle continue in the framework around it.
  let passing: RequestHandler | undefined;
  const log = (error: unknown): void => errors.log(error);

  const listener: NodeListener = (incoming, outgoing, next) => {
    try {
      const request = new ServerRequest(new NodeSource(incoming, outgoing, shared));
      const { respond } = next === undefined ? handler : (passing ??= handler.passingOn());
      const response = respond(request);
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
      const sent = writeResponse(outgoing, finalize(response, source.method), shared, log);
      if (sent !== undefined) catchError(sent, request, outgoing);
    } catch (error) {
      void sendError(error, request, outgoing);
    }
  }

  // Not inside `send`, because a function that contains a closure allocates more at each call.
  function catchError(sent: Promise<void>, request: ServerRequest, outgoing: ServerResponse): void {
    sent.catch((error) => sendError(error, request, outgoing));
  }

  /** Responds with an error in place of a response that can't be sent. */
  function sendError(error: unknown, request: ServerRequest, outgoing: ServerResponse): Promise<void> {
    return respondInstead(
      errors,
      error,
      request,
      (response) => writeResponse(outgoing, finalize(response, request.source.method), shared, log),
      (failure) => sendPlainError(failure, outgoing),
    );
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
