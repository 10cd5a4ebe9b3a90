import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

// Where HTTP/1 and HTTP/2 differ. Node's HTTP/2 objects look like those of HTTP/1, but lack `destroyed` and `writableFinished`,
// and are `complete` even after an abort, so these functions read the state of their stream instead.

// RFC 9113 7; written here, because Node's HTTP/2 takes time to load, which a server without TLS need not spend.
export const NO_ERROR = 0;
const INTERNAL_ERROR = 2;
// In ms: how long a client may take to read a rejection before its connection is closed.
const MAX_LINGER = 1000;

/** The runtime when it is not Node. */
export function otherRuntime(): 'Bun' | 'Deno' | undefined {
  return (['Bun', 'Deno'] as const).find((name) => name in globalThis);
}

/** Undefined over HTTP/1. */
export function streamOf(incoming: IncomingMessage): ServerHttp2Stream | undefined {
  if (incoming.httpVersionMajor < 2) return undefined;
  return (incoming as unknown as Http2ServerRequest).stream;
}

/** Whether nothing can be sent to the client any more. */
export function isClosed(outgoing: ServerResponse): boolean {
  const stream = streamOf(outgoing.req);
  if (stream !== undefined) return stream.destroyed || stream.closed;
  // A pipelined response, which waits for an earlier one, is not destroyed with its connection.
  return outgoing.destroyed || outgoing.req.socket.destroyed;
}

/** Whether the client did not get the whole response; valid after the exchange has closed. */
export function wasAborted(outgoing: ServerResponse): boolean {
  const stream = streamOf(outgoing.req);
  if (stream === undefined) return !outgoing.writableFinished;
  return !outgoing.writableEnded || stream.rstCode !== NO_ERROR;
}

/** Calls a listener, possibly twice, when the response has been sent or can no longer be sent. */
export function onClose(outgoing: ServerResponse, listener: () => void): void {
  outgoing.once('close', listener);
  const { req: incoming, socket } = outgoing;
  // A pipelined response emits no "close" when its connection closes.
  if (socket === null && streamOf(incoming) === undefined) {
    // Any number of responses may wait for one connection.
    incoming.socket.setMaxListeners(0).once('close', listener);
    outgoing.once('close', () => incoming.socket.off('close', listener));
  }
}

/** Ends an exchange so that the client sees that the response is incomplete. */
export function abort(outgoing: ServerResponse): void {
  const stream = streamOf(outgoing.req);
  if (stream === undefined) outgoing.destroy();
  else stream.close(INTERNAL_ERROR);
}

/** Whether a request has no body, or one that has been read to its end. */
export function hasNoBody(incoming: IncomingMessage): boolean {
  return streamOf(incoming)?.endAfterHeaders ?? incoming.readableEnded;
}

/** Whether the client can send no more of a body. */
export function isBodyAborted(incoming: IncomingMessage): boolean {
  return streamOf(incoming)?.closed ?? incoming.destroyed;
}

/**
 * Whether a body that has ended is complete.
 *
 * @param size the bytes received
 */
export function isComplete(incoming: IncomingMessage, size: number): boolean {
  const stream = streamOf(incoming);
  if (stream === undefined) return incoming.complete;
  // An aborted body "ends" as well, but after its stream was closed.
  return !stream.closed || Number(incoming.headers['content-length']) === size;
}

/**
 * Creates the last response of a connection. The connection closes after the client has had time to read the response: if it
 * closed while the client still sends, it would be reset, and the client would lose the response.
 */
export function lastResponse(socket: Socket, incoming: IncomingMessage): ServerResponse {
  // Not imported; see node-server.ts.
  const outgoing = new (process.getBuiltinModule('node:http').ServerResponse)(incoming);
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socket);
  outgoing.once('finish', () => {
    setTimeout(() => socket.destroy(), MAX_LINGER).unref();
    socket
      .once('end', () => socket.destroy())
      .resume()
      .end();
  });
  return outgoing;
}
