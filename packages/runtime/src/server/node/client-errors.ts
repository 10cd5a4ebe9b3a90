import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import { HttpError } from '../../kernel/errors/http-error.ts';
import { finalize } from '../../kernel/http/response-body.ts';
import { ServerRequest } from '../../kernel/http/server-request.ts';
import { isClosed, lastResponse } from './exchange.ts';
import { isReceivingBody, responseInFlight } from './internals/response-state.ts';
import { writeResponse } from './node-listener.ts';
import { NodeSource, type ServerShared } from './node-source.ts';

/**
 * Responds to a request that Node could not parse, or did not receive in time, and closes the connection. Earlier requests of the
 * connection get their responses first. A request whose own body is malformed gets this response, unless it has a response.
 */
export async function respondToClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  application: RequestHandler,
  shared: ServerShared,
): Promise<void> {
  const { errors } = application;
  const current = responseInFlight(socket);
  // Other codes are errors of TLS or of the connection, on which nothing can be sent.
  const isHttp = /^(?:HPE_|ERR_HTTP_)/.test(error.code ?? '');
  if (!isHttp || !socket.writable) return void socket.destroy(error);
  if (current?.req.complete === true) {
    current.once('close', () => void respondToClientError(error, socket, application, shared));
    return;
  }
  if (current === undefined ? isReceivingBody(socket) : current.headersSent)
    return void socket.destroy(error);
  const request = current
    ? new ServerRequest(new NodeSource(current.req, current, shared))
    : new ServerRequest('/');
  const response = finalize(await errors.respond(toHttpError(error), request), request.method);
  // A handler that doesn't read the body may have responded meanwhile.
  if (current ? current.headersSent || isClosed(current) : !socket.writable) return;
  const outgoing = current ?? lastResponse(socket, placeholder(socket));
  outgoing.shouldKeepAlive = false;
  // Readers of the body learn that it ends here.
  current?.once('close', () => current.req.destroy());
  await writeResponse(outgoing, response, shared, (failure) => errors.log(failure));
  // Nothing of the body can arrive any more.
  current?.end();
}

/** In place of a request that Node could not parse. */
function placeholder(socket: Socket): IncomingMessage {
  return Object.assign(new IncomingMessage(socket), { method: 'GET', url: '/', complete: true });
}

function toHttpError({ code }: NodeJS.ErrnoException): HttpError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpError(431, 'The headers of the request are too large.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new HttpError(413, 'The chunk extensions are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError(408, 'The request did not arrive in time.');
  return new HttpError(400, 'The request is not valid HTTP.');
}
