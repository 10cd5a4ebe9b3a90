import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { prepare } from '../message/emission.ts';
import { HttpResponse } from '../message/http-response.ts';
import { ServerRequest } from '../message/server-request.ts';
import type { Closing } from './closing.ts';
import { emit } from './emit.ts';
import { endingWithServer } from './event-stream.ts';
import { NodeSource } from './node-source.ts';
import type { Servable } from './servable.ts';
import type { StaticFiles } from './static-files.ts';

export interface NodeListenerOptions {
  readonly files: StaticFiles | undefined;
  readonly closing: Closing;
  /** Whether the clients wait for "100 Continue"; false when absent. */
  readonly awaitsContinue?: boolean;
}

/**
 * The hot path from a socket of Node to the application and back. It makes no promise and no Web object: what the
 * middleware answers at once is written at once.
 */
export function createNodeListener(application: Servable, options: NodeListenerOptions): RequestListener {
  const { files, closing, awaitsContinue } = options;
  const log = (error: unknown): void => application.logError(error);
  return (incoming, outgoing) => {
    const source = new NodeSource(incoming, outgoing, closing, awaitsContinue);
    const request = new ServerRequest(source);
    const file = files?.find(request);
    const response = file === undefined ? application.respond(request) : serveFile(file, request);
    if (response instanceof HttpResponse) send(response, source, outgoing);
    else
      response.then(
        (settled) => send(settled, source, outgoing),
        (error) => fail(error, outgoing),
      );
  };

  function send(response: HttpResponse, source: NodeSource, outgoing: ServerResponse): void {
    // Whether a client that was not told to continue sends its body all the same cannot be known.
    if (closing.begun || source.awaitsContinue) outgoing.shouldKeepAlive = false;
    try {
      const ending = endingWithServer(response, outgoing, closing);
      emit(outgoing, prepare(ending, methodOf(outgoing.req)), log);
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
