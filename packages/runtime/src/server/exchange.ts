import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, type ServerHttp2Stream } from 'node:http2';

// What differs between the versions of HTTP. The objects of HTTP/2 look like those of HTTP/1, but lack `destroyed` and
// `writableFinished`, and are `complete` after an abort too; what is true of an exchange there, its stream knows.

/** Undefined over HTTP/1. */
export function streamOf(incoming: IncomingMessage): ServerHttp2Stream | undefined {
  if (incoming.httpVersionMajor < 2) return undefined;
  return (incoming as unknown as Http2ServerRequest).stream;
}

/** Whether nothing can be sent to the client any more. */
export function isGone(outgoing: ServerResponse): boolean {
  const stream = streamOf(outgoing.req);
  if (stream !== undefined) return stream.destroyed || stream.closed;
  // An answer that waits behind another on its connection is not destroyed with it.
  return outgoing.destroyed || outgoing.req.socket.destroyed;
}

/** Whether the client has not been given the whole answer, once the exchange is over. */
export function wasCutShort(outgoing: ServerResponse): boolean {
  const stream = streamOf(outgoing.req);
  if (stream === undefined) return !outgoing.writableFinished;
  return !outgoing.writableEnded || stream.rstCode !== constants.NGHTTP2_NO_ERROR;
}

/** Calls back when the exchange is over: the answer is sent, or cannot be sent any more. Possibly twice. */
export function onceOver(outgoing: ServerResponse, listener: () => void): void {
  outgoing.once('close', listener);
  const { req: incoming, socket } = outgoing;
  // It waits behind another, and is not told when their connection closes.
  if (socket === null && streamOf(incoming) === undefined) {
    // One for each answer that waits there.
    incoming.socket.setMaxListeners(0).once('close', listener);
    outgoing.once('close', () => incoming.socket.off('close', listener));
  }
}

/** Ends an exchange so that the client sees that its answer is not whole. */
export function breakOff(outgoing: ServerResponse): void {
  const stream = streamOf(outgoing.req);
  if (stream === undefined) outgoing.destroy();
  else stream.close(constants.NGHTTP2_INTERNAL_ERROR);
}

/** Whether a request has no body, or one of which nothing is left. */
export function hasNoBody(incoming: IncomingMessage): boolean {
  return streamOf(incoming)?.endAfterHeaders ?? incoming.readableEnded;
}

/** Whether no more of a body can come. */
export function isBrokenOff(incoming: IncomingMessage): boolean {
  return streamOf(incoming)?.closed ?? incoming.destroyed;
}

/**
 * Whether a body that ends is whole; asked when its end is told.
 *
 * @param size what came of it, in bytes
 */
export function isWhole(incoming: IncomingMessage, size: number): boolean {
  const stream = streamOf(incoming);
  if (stream === undefined) return incoming.complete;
  // A body that is cut off "ends" too, after its stream was closed.
  return !stream.closed || Number(incoming.headers['content-length']) === size;
}
