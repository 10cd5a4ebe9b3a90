import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { prepare } from '../message/emission.ts';
import { HttpResponse } from '../message/http-response.ts';
import { ServerRequest } from '../message/server-request.ts';
import { emit } from './emit.ts';
import { NodeSource } from './node-source.ts';
import type { Servable } from './servable.ts';
import type { StaticFiles } from './static-files.ts';

export interface NodeListenerOptions {
  readonly files: StaticFiles | undefined;
  /** Whether the server shuts down, so that no connection is kept alive. */
  readonly isClosing: () => boolean;
}

/**
 * The hot path from a socket of Node to the application and back. It makes no promise and no Web object: what the
 * middleware answers at once is written at once.
 */
export function createNodeListener(application: Servable, options: NodeListenerOptions): RequestListener {
  const { files, isClosing } = options;
  return (incoming, outgoing) => {
    const request = new ServerRequest(new NodeSource(incoming, outgoing));
    const file = files?.find(request);
    if (file === undefined) answer(application.respond(request), outgoing);
    else answer(serveFile(file, request), outgoing);
  };

  function answer(response: HttpResponse | Promise<HttpResponse>, outgoing: ServerResponse): void {
    if (response instanceof HttpResponse) send(response, outgoing);
    else
      response.then(
        (settled) => send(settled, outgoing),
        (error) => fail(error, outgoing),
      );
  }

  function send(response: HttpResponse, outgoing: ServerResponse): void {
    if (isClosing()) outgoing.shouldKeepAlive = false;
    try {
      emit(outgoing, prepare(response, methodOf(outgoing.req)), (error) => application.logError(error));
    } catch (error) {
      fail(error, outgoing);
    }
  }

  async function serveFile(
    file: Promise<HttpResponse | undefined>,
    request: ServerRequest,
  ): Promise<HttpResponse> {
    return (await file) ?? application.respond(request);
  }

  // Nothing should come here; what does must not end the process, nor leave the client without an answer.
  function fail(error: unknown, outgoing: ServerResponse): void {
    application.logError(error);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500).end();
  }
}

function methodOf(incoming: IncomingMessage): string {
  return incoming.method ?? 'GET';
}
