import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

// What differs between HTTP/1 and HTTP/2. Node's HTTP/2 objects look like those of HTTP/1, but lack `destroyed` and
// `writableFinished`, and are `complete` even after an abort; so their stream is asked instead.

// RFC 9113 7; written here, because Node's HTTP/2 takes time to load, which a server without TLS need not spend.
export const NO_ERROR = 0;
const INTERNAL_ERROR = 2;
// In ms: how long a client that was refused may take to read why.
const LONGEST_FAREWELL = 1000;
/** Undefined over HTTP/1. */
export function streamOf(incoming: IncomingMessage): ServerHttp2Stream | undefined {
  if (incoming.httpVersionMajor < 2) return undefined;
  return (incoming as unknown as Http2ServerRequest).stream;
}

/** Whether nothing can be sent to the client any more. */
export function isGone(outgoing: ServerResponse): boolean {
  const stream = streamOf(outgoing.req);
  if (stream !== undefined) return stream.destroyed || stream.closed;
  // A pipelined response, which waits for the one before it, is not destroyed with its connection.
  return outgoing.destroyed || outgoing.req.socket.destroyed;
}

/** Whether the client did not get the whole response; asked when the exchange is over. */
export function wasCutShort(outgoing: ServerResponse): boolean {
  const stream = streamOf(outgoing.req);
  if (stream === undefined) return !outgoing.writableFinished;
  return !outgoing.writableEnded || stream.rstCode !== NO_ERROR;
}

/** Calls back, possibly twice, when the response has been sent or can no longer be sent. */
export function onceOver(outgoing: ServerResponse, listener: () => void): void {
  outgoing.once('close', listener);
  const { req: incoming, socket } = outgoing;
  // A pipelined response, which gets no "close" when its connection closes.
  if (socket === null && streamOf(incoming) === undefined) {
    // Any number of responses may wait for one connection.
    incoming.socket.setMaxListeners(0).once('close', listener);
    outgoing.once('close', () => incoming.socket.off('close', listener));
  }
}

/** Ends an exchange so that the client sees that the response is incomplete. */
export function breakOff(outgoing: ServerResponse): void {
  const stream = streamOf(outgoing.req);
  if (stream === undefined) outgoing.destroy();
  else stream.close(INTERNAL_ERROR);
}

/** Whether a request has no body, or one that has been read to its end. */
export function hasNoBody(incoming: IncomingMessage): boolean {
  return streamOf(incoming)?.endAfterHeaders ?? incoming.readableEnded;
}

/** Whether the client can send no more of a body. */
export function isBrokenOff(incoming: IncomingMessage): boolean {
  return streamOf(incoming)?.closed ?? incoming.destroyed;
}

/**
 * Whether a body that has ended is complete.
 *
 * @param size the bytes received
 */
export function isWhole(incoming: IncomingMessage, size: number): boolean {
  const stream = streamOf(incoming);
  if (stream === undefined) return incoming.complete;
  // An aborted body "ends" as well, but after its stream was closed.
  return !stream.closed || Number(incoming.headers['content-length']) === size;
}

/** Closes a connection. At once would reset it before the client has read the response, where the client has sent more. */
export function bidFarewell(socket: Socket): void {
  setTimeout(() => socket.destroy(), LONGEST_FAREWELL).unref();
  socket
    .once('end', () => socket.destroy())
    .resume()
    .end();
}
