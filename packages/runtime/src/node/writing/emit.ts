import type { ServerResponse } from 'node:http';
import { InvalidArgumentError } from '../../errors/coded-errors.ts';
import { FwError } from '../../errors/fw-error.ts';
import { type FinalizedResponse, declaredLength } from '../../http/response-body.ts';
import type { HeaderList } from '../../http/header-list.ts';
import { breakOff, isGone, onceOver, streamOf } from '../exchange.ts';
import { endAfterLeftover, hasLeftover } from '../reading/incoming-body.ts';
import type { ServerShared } from '../reading/node-source.ts';
import { StreamReader } from './stream-reader.ts';
import { writeHead } from './write-head.ts';

// In ms: how long the headers wait for the first chunk; those of a stream of events do not. A stream that fails before its
// headers are sent is answered with a 500.
const FIRST_CHUNK_WAIT = 500;
// In ms: what a handler has to end its stream of events by itself after `request.closing` is aborted.
const EVENTS_GRACE = 100;

/**
 * Writes a response to the socket.
 *
 * @param log called when a stream fails half way; the client then sees a broken connection, not a short body
 * @returns for a stream, a promise that rejects when the stream fails before anything was sent
 */
export function emit(
  outgoing: ServerResponse,
  response: FinalizedResponse,
  server: ServerShared,
  log: (error: unknown) => void,
): Promise<void> | undefined {
  const { content } = response;
  if (content instanceof ReadableStream) return emitStream(outgoing, response, content, server, log);
  if (outgoing.headersSent || outgoing.destroyed) return undefined;
  const leftover = hasLeftover(outgoing.req);
  writeHead(outgoing, response, leftover, server.joined);
  if (leftover) {
    // On Bun, an empty chunk sends no headers.
    if (content === null || content.length === 0) outgoing.flushHeaders();
    else outgoing.write(content);
    endAfterLeftover(outgoing);
  } else if (content === null) outgoing.end();
  else outgoing.end(content);
  return undefined;
}

/**
 * Writes a stream no faster than the client reads it, and no more or less than the Content-Length says. The stream is
 * cancelled when the client goes away; a stream of events ends when the server shuts down (rule S4).
 */
async function emitStream(
  outgoing: ServerResponse,
  response: FinalizedResponse,
  stream: ReadableStream,
  server: ServerShared,
  log: (error: unknown) => void,
): Promise<void> {
  if (outgoing.headersSent || isGone(outgoing)) {
    if (!stream.locked) stream.cancel().catch(() => {});
    return;
  }
  const reader = new StreamReader(stream);
  const fail = (error: unknown): void => {
    reader.cancel(error);
    if (!isGone(outgoing)) log(error);
    breakOff(outgoing);
  };
  const sendHeadFirst = (): void => {
    if (outgoing.headersSent || isGone(outgoing)) return;
    try {
      writeHead(outgoing, response, hasLeftover(outgoing.req), server.joined);
      outgoing.flushHeaders();
    } catch (error) {
      fail(error);
    }
  };
  const isEvents = isEventStream(response.headers);
  const timer = setTimeout(sendHeadFirst, isEvents ? 0 : FIRST_CHUNK_WAIT);
  if (isEvents) server.closing.during(outgoing, () => setTimeout(() => reader.stop(), EVENTS_GRACE));
  try {
    await writeAll(outgoing, response, reader, isEvents, server, log);
  } catch (error) {
    if (outgoing.headersSent) fail(error);
    else {
      reader.cancel(error);
      throw error;
    }
  } finally {
    clearTimeout(timer);
  }
}

async function writeAll(
  outgoing: ServerResponse,
  response: FinalizedResponse,
  reader: StreamReader,
  isEvents: boolean,
  server: ServerShared,
  log: (error: unknown) => void,
): Promise<void> {
  let wake: (() => void) | undefined;
  onceOver(outgoing, () => {
    wake?.();
    reader.cancel();
  });
  const declared = declaredLength(response.headers);
  let size = 0;
  for (;;) {
    const { done, value } = await (isEvents ? reader.readUntilStopped() : reader.read());
    if (done) reader.end();
    if (isGone(outgoing)) return;
    const chunk = done ? undefined : bytesOf(value);
    size += chunk?.length ?? 0;
    if (done && declared !== undefined && size < declared) throw wrongLength(size, declared);
    if (!outgoing.headersSent) writeHead(outgoing, response, hasLeftover(outgoing.req), server.joined);
    if (chunk === undefined) break;
    if (declared !== undefined && size > declared) {
      log(wrongLength(size, declared));
      cutOff(outgoing, chunk.subarray(0, chunk.length - (size - declared)));
      return;
    }
    if (!outgoing.write(chunk)) {
      // One listener for all, because compressing middleware never lets go of any.
      if (wake === undefined) outgoing.on('drain', () => wake?.());
      await new Promise<void>((resolve) => (wake = resolve));
      if (isGone(outgoing)) return;
    }
  }
  if (hasLeftover(outgoing.req)) endAfterLeftover(outgoing);
  else outgoing.end();
}

function isEventStream(headers: HeaderList): boolean {
  return /^text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === 'string') return Buffer.from(chunk);
  throw new InvalidArgumentError('chunk of a body', 'a string or a Uint8Array', chunk);
}

function wrongLength(size: number, declared: number): FwError {
  const mismatch = size > declared ? `gives ${size} bytes or more` : `ended after ${size} bytes`;
  return new FwError(
    'FW_WRONG_LENGTH',
    `The stream of a response ${mismatch}, but its Content-Length says ${declared}; leave the header out or make it true.`,
  );
}

// The client would take bytes beyond the Content-Length for the next response, so the connection is closed.
function cutOff(outgoing: ServerResponse, last: Uint8Array): void {
  if (streamOf(outgoing.req) !== undefined) {
    breakOff(outgoing);
    return;
  }
  // Before Node's own listener, which writes the next response of the connection.
  outgoing.prependOnceListener('finish', () => outgoing.req.socket.destroy());
  outgoing.end(last);
}
