import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { InvalidArgumentError } from '../error/coded-errors.ts';
import { FwError } from '../error/fw-error.ts';
import { type Emission, lengthTold } from '../message/emission.ts';
import { breakOff, isGone, onceOver, streamOf } from './exchange.ts';
import { endAfterLeftover, hasLeftover } from './incoming-body.ts';
import { writeHead } from './write-head.ts';

// How long the headers wait for the first chunk, in ms: until then a stream that fails can still become a 500.
const PATIENCE = 500;

type Reader = ReadableStreamDefaultReader<unknown>;

/**
 * Writes a response whose body is a stream, no faster than the client takes it, and neither more nor less than its
 * Content-Length says. The stream is cancelled when the client goes away.
 *
 * @param log told why a stream failed half way
 * @returns rejects when the stream failed before anything was sent
 */
export async function emitStream(
  outgoing: ServerResponse,
  emission: Emission,
  stream: ReadableStream,
  log: (error: unknown) => void,
): Promise<void> {
  if (outgoing.headersSent || isGone(outgoing)) {
    if (!stream.locked) stream.cancel().catch(() => {});
    return;
  }
  // Else what is left of it would be sent as if it were all. The types of Node 20 do not know that it takes Web streams.
  if (Readable.isDisturbed(stream as unknown as Readable)) {
    throw new FwError('FW_BODY_USED', 'The stream of a response was read before the response was sent.');
  }
  const reader: Reader = stream.getReader();
  try {
    await writeAll(outgoing, emission, reader, log);
  } catch (error) {
    reader.cancel(error).catch(() => {});
    if (!outgoing.headersSent) throw error;
    if (!isGone(outgoing)) log(error);
    breakOff(outgoing);
  }
}

async function writeAll(
  outgoing: ServerResponse,
  emission: Emission,
  reader: Reader,
  log: (error: unknown) => void,
): Promise<void> {
  let wake: (() => void) | undefined;
  let ended = false;
  onceOver(outgoing, () => {
    wake?.();
    // A stream that has come to its end is never cancelled: some implementations take that for a fault of the process.
    if (!ended) reader.cancel().catch(() => {});
  });
  const told = lengthTold(emission.headers);
  let size = 0;
  for (let read = firstOf(reader, outgoing, emission, log); ; read = reader.read()) {
    const { done, value } = await read;
    ended = done;
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
    if (outgoing.write(chunk)) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
      outgoing.once('drain', resolve);
    });
    if (isGone(outgoing)) return;
  }
  if (hasLeftover(outgoing.req)) endAfterLeftover(outgoing);
  else outgoing.end();
}

/** The first chunk. Where it takes long the headers go out before it, those of an event stream at once. */
async function firstOf(
  reader: Reader,
  outgoing: ServerResponse,
  emission: Emission,
  log: (error: unknown) => void,
): ReturnType<Reader['read']> {
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
  const isOfEvents = /^text\/event-stream\b/i.test(emission.headers.get('content-type') ?? '');
  const timer = setTimeout(flush, isOfEvents ? 0 : PATIENCE);
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
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
