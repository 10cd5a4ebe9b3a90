import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { FwError, InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import { mayBeGenerated, streamWasRead } from '../../kernel/http/bodies/body-input.ts';
import { cancelUnread, declaredLength, type FinalizedResponse } from '../../kernel/http/response-body.ts';
import type { HeaderList } from '../../kernel/http/header-list.ts';
import { abort, isClosed, onClose } from './exchange.ts';
import type { ServerShared } from './node-source.ts';
import { endAfterUnreadBody, hasUnreadBody, writeHead } from './response-writer.ts';

// In ms: how long the headers wait for the first chunk. A stream that fails before its headers are sent becomes a 500. The
// headers of server-sent events don't wait.
export const FIRST_CHUNK_WAIT = 500;
// In ms: how long a handler may take to end its server-sent events after `request.closing` is aborted.
export const EVENTS_GRACE = 100;

/**
 * Writes a response with a stream no faster than the client reads it (backpressure). The stream is cancelled when the client
 * goes away; server-sent events end when the server shuts down (rule S4).
 *
 * @param log called when a stream fails after its headers were sent; the client then sees an aborted response
 * @throws what the stream fails with before its headers were sent; FwError FW_WRONG_LENGTH when the stream is shorter or longer
 *   than its Content-Length
 */
export async function writeStream(
  outgoing: ServerResponse,
  response: FinalizedResponse,
  stream: ReadableStream,
  server: ServerShared,
  log: (error: unknown) => void,
): Promise<void> {
  if (outgoing.headersSent || isClosed(outgoing)) return cancelUnread(stream);
  const isEvents = isEventStream(response.headers);
  const reader = new StreamReader(stream, declaredLength(response.headers), isEvents);
  const fail = (error: unknown): void => {
    reader.cancel(error);
    if (!isClosed(outgoing)) log(error);
    abort(outgoing);
  };
  const sendHead = (): void => {
    if (outgoing.headersSent || isClosed(outgoing)) return;
    writeHead(outgoing, response, hasUnreadBody(outgoing.req), server.joined);
  };
  const sendHeadFirst = (): void => {
    try {
      sendHead();
      outgoing.flushHeaders();
    } catch (error) {
      fail(error);
    }
  };
  const timer = setTimeout(sendHeadFirst, isEvents ? 0 : FIRST_CHUNK_WAIT);
  if (isEvents) server.closing.during(outgoing, () => setTimeout(() => reader.stop(), EVENTS_GRACE));
  try {
    await writeChunks(outgoing, reader, sendHead);
    if (isClosed(outgoing)) return;
    if (hasUnreadBody(outgoing.req)) endAfterUnreadBody(outgoing);
    else outgoing.end();
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

/**
 * Writes the chunks of a stream until it ends or the response closes. Does not end the response.
 *
 * @param sendHead called before each chunk and at the end
 */
export async function writeChunks(
  outgoing: ServerResponse,
  reader: StreamReader,
  sendHead: () => void,
): Promise<void> {
  let wake: (() => void) | undefined;
  onClose(outgoing, () => {
    wake?.();
    reader.cancel();
  });
  for (;;) {
    const chunk = await reader.next();
    if (isClosed(outgoing)) return;
    sendHead();
    if (chunk === undefined) return;
    if (!outgoing.write(chunk)) {
      // One listener for all chunks, because compressing middleware never removes any.
      if (wake === undefined) outgoing.on('drain', () => wake?.());
      await new Promise<void>((resolve) => (wake = resolve));
      if (isClosed(outgoing)) return;
    }
  }
}

export function isEventStream(headers: HeaderList): boolean {
  return /^text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}

/** @throws {@link InvalidArgumentError} when a chunk is neither a string nor a Uint8Array */
export function bufferOf(chunk: unknown, encoding: BufferEncoding = 'utf8'): Buffer {
  if (chunk instanceof Buffer) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding);
  throw new InvalidArgumentError('chunk of a body', 'a string or a Uint8Array', chunk);
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<unknown>['read']>>;

const END: Chunk = { done: true, value: undefined };

/** Reads the stream of a response. */
export class StreamReader {
  readonly #reader: ReadableStreamDefaultReader<unknown>;
  readonly #declared: number | undefined;
  readonly #canStop: boolean;
  readonly #isCancelledBetweenReads: boolean;
  #size = 0;
  #reading: Promise<Chunk> | undefined;
  #hasEnded = false;
  #stopWaiting: ((end: Chunk) => void) | undefined;

  /**
   * @param declared the Content-Length; absent when the stream may have any length
   * @param canStop whether `stop()` also ends a read that waits for a chunk; false when absent
   * @throws {@link FwError} FW_BODY_USED when the stream was read before
   */
  constructor(stream: ReadableStream, declared?: number, canStop = false) {
    // `isDisturbed` accepts Web streams too; the types of Node 20 lack that.
    if (Readable.isDisturbed(stream as unknown as Readable)) throw streamWasRead();
    this.#isCancelledBetweenReads = mayBeGenerated(stream);
    this.#declared = declared;
    this.#canStop = canStop;
    this.#reader = stream.getReader();
  }

  /**
   * The next chunk; undefined at the end, and after `cancel()` and `stop()`.
   *
   * @throws {@link FwError} FW_WRONG_LENGTH when the stream is longer than its Content-Length, or has ended and is shorter
   * @throws {@link InvalidArgumentError} when the chunk is neither a string nor a Uint8Array
   */
  async next(): Promise<Buffer | undefined> {
    if (this.#hasEnded) return undefined;
    const { done, value } = await this.#read();
    // It was cancelled meanwhile.
    if (this.#hasEnded) return undefined;
    // Some implementations throw when a stream is cancelled after its end.
    this.#hasEnded = done;
    const chunk = done ? undefined : bufferOf(value);
    this.#size += chunk?.length ?? 0;
    this.#checkLength(done);
    return chunk;
  }

  #read(): Promise<Chunk> {
    const reading = (this.#reading = this.#reader.read());
    if (!this.#canStop) return reading;
    return new Promise((resolve, reject) => {
      this.#stopWaiting = resolve;
      reading.then(resolve, reject);
    });
  }

  #checkLength(hasEnded: boolean): void {
    const [size, declared] = [this.#size, this.#declared];
    if (declared === undefined || (hasEnded ? size >= declared : size <= declared)) return;
    const mismatch = size > declared ? `has ${size} bytes or more` : `ended after ${size} bytes`;
    throw new FwError(
      'FW_WRONG_LENGTH',
      `The stream of a response ${mismatch}, but its Content-Length is ${declared}; remove or correct the header.`,
    );
  }

  stop(): void {
    this.cancel();
    this.#stopWaiting?.(END);
  }

  cancel(reason?: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const cancelled = this.#isCancelledBetweenReads
      ? this.#cancelBetweenReads(reason)
      : this.#reader.cancel(reason);
    cancelled.catch(() => {});
  }

  async #cancelBetweenReads(reason: unknown): Promise<void> {
    const last = await this.#reading;
    if (last?.done !== true) await this.#reader.cancel(reason);
  }
}
