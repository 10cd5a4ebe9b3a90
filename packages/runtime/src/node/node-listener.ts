import type { IncomingMessage, ServerResponse } from 'node:http';
import { finalize } from '../http/response-body.ts';
import { HttpResponse } from '../http/http-response.ts';
import { ServerRequest } from '../http/server-request.ts';
import { emit } from './writing/emit.ts';
import { breakOff, isGone } from './exchange.ts';
import { behindGate, inDevelopment } from './process/in-development.ts';
import type { AskedFirst } from './process/inspected.ts';
import type { Answering } from './answering.ts';
import { NodeSource, type ServerShared } from './reading/node-source.ts';
import type { RequestHandler } from '../application/request-handler.ts';
import { passing405 } from '../pipeline/route-request.ts';
import { isUnhandled } from '../pipeline/unhandled.ts';

export interface NodeListenerOptions extends ServerShared {
  readonly files: AskedFirst | undefined;
  /** How requests are read; `NodeSource` when absent. */
  readonly Source?: typeof NodeSource;
  /** Whether routing lets requests continue whose path has no route for their method; false when absent. */
  readonly passes405?: boolean;
}

/**
 * A listener for requests, or a handler among others.
 *
 * @param next called for a request that the application does not answer; a 404 is sent when absent
 */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse, next?: () => void) => void;

/**
 * The hot path from Node's request to the application and back. It makes no Web objects, and no promise when the application
 * answers synchronously.
 */
export function createNodeListener(servable: RequestHandler, options: NodeListenerOptions): NodeListener {
  const { closing, Source = NodeSource, passes405 = false } = options;
  const application = servable.debug ? inDevelopment(servable, options.files) : servable;
  const files = servable.debug ? undefined : options.files;
  // What the application doesn't handle continues in the framework around it.
  let passing: Answering | undefined;
  const { observer } = servable;
  const serve = observer?.handle === undefined ? serveFile : publishFile;
  const log = (error: unknown): void => application.errors.log(error);
  const listener: NodeListener = (incoming, outgoing, next) => {
    const source = new Source(incoming, outgoing, options);
    const received = new ServerRequest(source);
    const request = passes405 ? passing405(received) : received;
    const handler = next === undefined ? application : (passing ??= application.passingOn());
    const file = source.rejection === undefined ? files?.find(request) : undefined;
    const response = file === undefined ? handler.respond(request) : serve(file, request, handler);
    if (response instanceof HttpResponse) send(response, request, source, outgoing, next);
    else sendLater(response, request, source, outgoing, next);
  };
  return servable.debug ? behindGate(listener) : listener;

  function sendLater(
    response: Promise<HttpResponse>,
    request: ServerRequest,
    source: NodeSource,
    outgoing: ServerResponse,
    next: (() => void) | undefined,
  ): void {
    response.then(
      (settled) => send(settled, request, source, outgoing, next),
      (error) => refuse(error, request, outgoing),
    );
  }

  function send(
    response: HttpResponse,
    request: ServerRequest,
    source: NodeSource,
    outgoing: ServerResponse,
    next: (() => void) | undefined,
  ): void {
    if (next !== undefined && isUnhandled(response)) {
      next();
      return;
    }
    // A client that waits for "100 Continue" may send its body or not, so where its next request begins is not known.
    if (closing.closesConnections || source.awaitsContinue) outgoing.shouldKeepAlive = false;
    try {
      if (response.status === 101) {
        source.openWebSocket(response);
        return;
      }
      const sent = emit(outgoing, finalize(response, source.method), options, log);
      if (sent !== undefined) watch(sent, request, outgoing);
    } catch (error) {
      void refuse(error, request, outgoing);
    }
  }

  // Not inside `send`, because a function that contains a closure allocates more at each call.
  function watch(sent: Promise<void>, request: ServerRequest, outgoing: ServerResponse): void {
    sent.catch((error) => refuse(error, request, outgoing));
  }

  function publishFile(
    file: Promise<HttpResponse | undefined>,
    request: ServerRequest,
    handler: Answering,
  ): Promise<HttpResponse> {
    const respond = (): Promise<HttpResponse> => serveFile(file, request, handler);
    return observer?.handle?.(servable.application, request, respond) ?? respond();
  }

  /** Answers with an error in place of a response that cannot be sent. */
  async function refuse(error: unknown, request: ServerRequest, outgoing: ServerResponse): Promise<void> {
    try {
      const response = await application.errors.respond(error, request);
      await emit(outgoing, finalize(response, request.source.method), options, log);
    } catch (failure) {
      fail(failure, outgoing);
    }
  }

  // The last resort: it ends this exchange alone, whatever else fails.
  function fail(error: unknown, outgoing: ServerResponse): void {
    application.errors.log(error);
    try {
      if (outgoing.headersSent || isGone(outgoing)) breakOff(outgoing);
      else {
        for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
        outgoing.writeHead(500).end();
      }
    } catch {
      breakOff(outgoing);
    }
  }
}

async function serveFile(
  file: Promise<HttpResponse | undefined>,
  request: ServerRequest,
  handler: Answering,
): Promise<HttpResponse> {
  return (await file) ?? handler.respond(request);
}
