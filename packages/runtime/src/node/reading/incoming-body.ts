import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../../errors/http-error.ts';
import { hasNoBody, isBrokenOff, isWhole, NO_ERROR, streamOf } from '../exchange.ts';

// In bytes: how much of an unread body is received after the response, for clients that send all before they read.
const MOST_LEFTOVER = 16 * 1024 * 1024;
// In ms, between two chunks of it.
const LONGEST_SILENCE = 1000;

/**
 * The body of a request as a stream that pauses the socket while nobody reads. Cancelling it leaves the connection open, so
 * that a response can still be sent.
 *
 * @param onRead called at each read
 */
export function incomingStream(incoming: IncomingMessage, onRead: () => void): ReadableStream<Uint8Array> {
  let detach: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        onRead();
        if (detach !== undefined) incoming.resume();
        else if (hasNoBody(incoming)) controller.close();
        else if (isBrokenOff(incoming)) controller.error(clientGone());
        else {
          detach = attach(incoming, controller);
          incoming.resume();
        }
      },
      cancel() {
        detach?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** @returns a function that removes the listeners */
function attach(
  incoming: IncomingMessage,
  controller: ReadableStreamDefaultController<Uint8Array>,
): () => void {
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    incoming.pause();
    controller.enqueue(chunk);
  };
  const onEnd = (): void => {
    detach();
    if (isWhole(incoming, size)) controller.close();
    else controller.error(clientGone());
  };
  const detach = (): void => {
    incoming.off('data', onData).off('end', onEnd).off('error', onEnd).off('close', onEnd).pause();
  };
  incoming.on('data', onData).once('end', onEnd).once('error', onEnd).once('close', onEnd);
  return detach;
}

export function clientGone(): HttpError {
  return new HttpError(400, 'The client went away before the body of its request was complete.');
}

/** Whether a client may still be sending a body. */
export function hasLeftover(incoming: IncomingMessage): boolean {
  const { method, complete, destroyed } = incoming;
  if (complete || destroyed || method === 'GET' || method === 'HEAD') return false;
  const stream = streamOf(incoming);
  // An HTTP/2 request needs no header to have a body.
  return stream === undefined
    ? lengthOf(incoming) > 0 || incoming.headers['transfer-encoding'] !== undefined
    : !stream.endAfterHeaders;
}

/** Whether a body is too long to be received after the response, so that the connection must be closed. */
export function isLeftoverTooLong(incoming: IncomingMessage): boolean {
  return lengthOf(incoming) > MOST_LEFTOVER;
}

function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

/**
 * Ends a response to a client that is still sending. Closing the connection now would reset it before the client has read the
 * response, so the rest of the body is received and dropped first (RFC 9112 9.6). Over HTTP/2 the response ends at once, and
 * only the stream is closed after the body (RFC 9113 8.1).
 */
export function endAfterLeftover(outgoing: ServerResponse): void {
  const incoming = outgoing.req;
  const stream = streamOf(incoming);
  if (stream !== undefined) outgoing.end();
  let size = 0;
  const end = (): void => {
    clearTimeout(silence);
    incoming.off('data', onData).off('end', end).off('close', end);
    if (stream !== undefined) {
      stream.close(NO_ERROR);
      return;
    }
    if (!incoming.complete) outgoing.once('finish', () => incoming.socket.destroySoon());
    outgoing.end();
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    silence.refresh();
    if (size > MOST_LEFTOVER) end();
    // A reader that stopped half way pauses it at each chunk.
    else incoming.resume();
  };
  const silence = setTimeout(end, LONGEST_SILENCE);
  incoming.on('data', onData).once('end', end).once('close', end).resume();
}
