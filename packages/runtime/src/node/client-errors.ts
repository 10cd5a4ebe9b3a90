import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from '../application/request-handler.ts';
import { HttpError } from '../errors/http-error.ts';
import { finalize } from '../http/response-body.ts';
import { ServerRequest } from '../http/server-request.ts';
import { emit } from './writing/emit.ts';
import { bidFarewell, isGone } from './exchange.ts';
import { NodeSource, type ServerShared } from './reading/node-source.ts';

/** Node's state of an HTTP/1 connection: the response in flight, and the request that arrives. */
interface Connection extends Socket {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming: IncomingMessage | null } | null;
}

/** A request that Node could not parse, or not in time. */
function toHttpError({ code }: NodeJS.ErrnoException): HttpError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpError(431, 'The headers of the request are too large.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new HttpError(413, 'The chunk extensions are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError(408, 'The request did not arrive in time.');
  return new HttpError(400, 'The request is not valid HTTP.');
}

/**
 * Responds to what is not HTTP, and closes the connection. Requests that came before it on the connection get their responses
 * first; a request whose own body is malformed gets this one, unless its response has begun. No request gets two.
 */
export async function respondToClientError(
  error: NodeJS.ErrnoException,
  socket: Connection,
  application: RequestHandler,
  shared: ServerShared,
): Promise<void> {
  const current = socket['_httpMessage'];
  // Others are those of TLS and of the connection, on which nothing can be sent.
  const isHttp = /^(?:HPE_|ERR_HTTP_)/.test(error.code ?? '');
  if (!isHttp || !socket.writable) socket.destroy(error);
  else if (!current) {
    if (socket.parser?.incoming?.complete === false) socket.destroy(error);
    else await respondAfterAll(toHttpError(error), socket, application, shared);
  } else if (current.req.complete) {
    current.once('close', () => void respondToClientError(error, socket, application, shared));
  } else if (current.headersSent) socket.destroy(error);
  else await respondInPlace(toHttpError(error), current, application, shared);
}

async function respondInPlace(
  error: HttpError,
  outgoing: ServerResponse,
  application: RequestHandler,
  shared: ServerShared,
): Promise<void> {
  const request = new ServerRequest(new NodeSource(outgoing.req, outgoing, shared));
  const response = await application.errors.respond(error, request);
  // The handler, which may not read the body, has responded meanwhile.
  if (outgoing.headersSent || isGone(outgoing)) return;
  outgoing.shouldKeepAlive = false;
  // So that whoever reads the body learns that it ends there.
  outgoing.once('close', () => outgoing.req.destroy());
  const sent = emit(outgoing, finalize(response, request.method), shared, (fault) =>
    application.errors.log(fault),
  );
  if (sent !== undefined) await sent;
  // Nothing of the body can arrive any more.
  outgoing.end();
}

async function respondAfterAll(
  error: HttpError,
  socket: Socket,
  application: RequestHandler,
  shared: ServerShared,
): Promise<void> {
  const response = await application.errors.respond(error, new ServerRequest('/'));
  if (!socket.writable) return;
  const incoming = Object.assign(new IncomingMessage(socket), { method: 'GET', url: '/', complete: true });
  const outgoing = new ServerResponse(incoming);
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socket);
  outgoing.once('finish', () => bidFarewell(socket));
  await emit(outgoing, finalize(response, 'GET'), shared, (fault) => application.errors.log(fault));
}
