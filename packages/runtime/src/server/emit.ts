import type { ServerResponse } from 'node:http';
import { InvalidArgumentError } from '../error/coded-errors.ts';
import { FwError } from '../error/fw-error.ts';
import { type Emission, lengthTold } from '../message/emission.ts';
import type { HeaderList } from '../message/header-list.ts';
import type { Closing } from './closing.ts';
import { breakOff, isGone, onceOver, streamOf } from './exchange.ts';
import { endAfterLeftover, hasLeftover } from './incoming-body.ts';
import { StreamReader } from './stream-reader.ts';
import { writeHead } from './write-head.ts';

// How long the headers wait for the first chunk, in ms: until then a stream that fails can still become a 500.
const LONGEST_WAIT_FOR_CHUNK = 500;
// In ms, for the handler of a stream of events to say good-bye, or to end it, when it hears that the server shuts down.
const LAST_WORDS = 100;

/**
 * Writes a response to the socket: in one write when its body is plain, with back-pressure when it is a stream.
 *
 * @param log told why a stream failed half way; the client then sees a broken connection, not a short body
 * @returns for a stream, a promise that rejects when it failed before anything was sent
 */
export function emit(
  outgoing: ServerResponse,
  emission: Emission,
  closing: Closing,
  log: (error: unknown) => void,
): Promise<void> | undefined {
  const { content } = emission;
  if (content instanceof ReadableStream) return emitStream(outgoing, emission, content, closing, log);
  if (outgoing.headersSent || outgoing.destroyed) return undefined;
  const leftover = hasLeftover(outgoing.req);
  writeHead(outgoing, emission, leftover);
  if (leftover) {
    if (content === null || content.length === 0) outgoing.flushHeaders();
    else outgoing.write(content);
    endAfterLeftover(outgoing);
  } else if (content === null) outgoing.end();
  else outgoing.end(content);
  return undefined;
}

/**
 * Writes a response whose body is a stream, no faster than the client takes it, and neither more nor less than its
 * Content-Length says. The stream is cancelled when the client goes away; a stream of events ends when the server shuts
 * down (SEMANTICS S4).
 *
 * @param log told why a stream failed half way
 * @returns rejects when the stream failed before anything was sent
 */
async function emitStream(
  outgoing: ServerResponse,
  emission: Emission,
  stream: ReadableStream,
  closing: Closing,
  log: (error: unknown) => void,
): Promise<void> {
  if (outgoing.headersSent || isGone(outgoing)) {
    if (!stream.locked) stream.cancel().catch(() => {});
    return;
  }
  const reader = new StreamReader(stream);
  try {
    await writeAll(outgoing, emission, reader, closing, log);
  } catch (error) {
    reader.cancel(error);
    if (!outgoing.headersSent) throw error;
    if (!isGone(outgoing)) log(error);
    breakOff(outgoing);
  }
}

async function writeAll(
  outgoing: ServerResponse,
  emission: Emission,
  reader: StreamReader,
  closing: Closing,
  log: (error: unknown) => void,
): Promise<void> {
  let wake: (() => void) | undefined;
  onceOver(outgoing, () => {
    wake?.();
    reader.cancel();
  });
  const isOfEvents = isEventStream(emission.headers);
  if (isOfEvents) closing.during(outgoing, () => setTimeout(() => reader.stop(), LAST_WORDS));
  const next = () => (isOfEvents ? reader.readUntilStopped() : reader.read());
  const told = lengthTold(emission.headers);
  let size = 0;
  let read = waitForFirst(next(), outgoing, emission, isOfEvents, log);
  for (;;) {
    const { done, value } = await read;
    if (done) reader.end();
    if (isGone(outgoing)) return;
    const chunk = done ? undefined : bytesOf(value);
    size += chunk?.length ?? 0;
    if (done && told !== undefined && size < told) throw wrongLength(size, told);
    if (!outgoing.headersSent) writeHead(outgoing, emission, hasLeftover(outgoing.req));
    if (chunk === undefined) break;
    if (told !== undefined && size > told) {
      log(wrongLength(size, told));
      cutOff(outgoing, chunk.subarray(0, chunk.length - (size - told)));
      return;
    }
    if (!outgoing.write(chunk)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        outgoing.once('drain', resolve);
      });
      if (isGone(outgoing)) return;
    }
    read = next();
  }
  if (hasLeftover(outgoing.req)) endAfterLeftover(outgoing);
  else outgoing.end();
}

/**
 * Waits for the first chunk. Where it takes long the headers go out before it, those of a stream of events at once.
 *
 * @param log told why the headers cannot be sent
 */
async function waitForFirst<T>(
  chunk: Promise<T>,
  outgoing: ServerResponse,
  emission: Emission,
  isOfEvents: boolean,
  log: (error: unknown) => void,
): Promise<T> {
  const flush = (): void => {
    if (isGone(outgoing)) return;
    try {
      writeHead(outgoing, emission, hasLeftover(outgoing.req));
      outgoing.flushHeaders();
    } catch (error) {
      log(error);
      breakOff(outgoing);
    }
  };
  const timer = setTimeout(flush, isOfEvents ? 0 : LONGEST_WAIT_FOR_CHUNK);
  try {
    return await chunk;
  } finally {
    clearTimeout(timer);
  }
}

function isEventStream(headers: HeaderList): boolean {
  return /^text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === 'string') return Buffer.from(chunk);
  throw new InvalidArgumentError('chunk of a body', 'a string or a Uint8Array', chunk);
}

function wrongLength(size: number, told: number): FwError {
  const fault = size > told ? `gives ${size} bytes or more` : `ended after ${size} bytes`;
  return new FwError(
    'FW_WRONG_LENGTH',
    `The stream of a response ${fault}, but its Content-Length says ${told}; leave the header out or make it true.`,
  );
}

// What is more than was told would be read as the beginning of the next answer.
function cutOff(outgoing: ServerResponse, last: Uint8Array): void {
  if (streamOf(outgoing.req) !== undefined) {
    breakOff(outgoing);
    return;
  }
  // First of all listeners, before an answer that waits behind this one is written.
  outgoing.prependOnceListener('finish', () => outgoing.req.socket.destroy());
  outgoing.end(last);
}
