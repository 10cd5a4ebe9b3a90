import {
  declaredLength,
  finalize,
  type FinalizedResponse,
  toServed,
  toWebResponse,
} from '../../kernel/http/response-body.ts';
import type { HttpResponse } from '../../kernel/http/http-response.ts';
import {
  bufferOf,
  checkLength,
  EVENTS_GRACE,
  FIRST_CHUNK_WAIT,
  isEventStream,
  StreamReader,
} from '../node/stream-writer.ts';
import type { NativeShared, NativeSource } from './native-source.ts';

/**
 * The response for the server of Bun or Deno. Streams are cancelled when the client goes away, and server-sent events end when
 * the server shuts down.
 *
 * @throws what a stream fails with before its first chunk
 */
export function toNative(
  response: HttpResponse,
  source: NativeSource,
  shared: NativeShared,
): Response | Promise<Response> {
  const { method } = source;
  if (response.content instanceof ReadableStream) {
    const final = finalize(response, method);
    if (final.content !== null) return sendStream(response, final, source, shared);
  }
  source.finish();
  return withConnection(toServed(response, method), response, source, shared);
}

function withConnection(
  web: Response,
  { headerList }: HttpResponse,
  source: NativeSource,
  { closing }: NativeShared,
): Response {
  const closes = closing.closesConnections || headerList.sendable.closesConnection;
  if (closes && !source.isClosedByRuntime) web.headers.set('connection', 'close');
  return web;
}

async function sendStream(
  response: HttpResponse,
  final: FinalizedResponse,
  source: NativeSource,
  shared: NativeShared,
): Promise<Response> {
  const isEvents = isEventStream(final.headers);
  const reader = new StreamReader(final.content as ReadableStream, isEvents);
  const stop = (): void => void setTimeout(() => reader.stop(), EVENTS_GRACE);
  const forget = isEvents ? shared.closing.onStart(stop) : undefined;
  const sent = new SentStream(reader, declaredLength(final.headers), shared.log, (isAborted) => {
    forget?.();
    source.finish(isAborted);
  });
  if (!isEvents) await firstOf(sent.first, FIRST_CHUNK_WAIT);
  return withConnection(toWebResponse({ ...final, content: sent.stream }), response, source, shared);
}

/**
 * Waits for the first chunk of a stream.
 *
 * @param time in milliseconds
 * @throws what the stream fails with within the time
 */
async function firstOf(chunk: Promise<unknown>, time: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, time)));
  await Promise.race([chunk, late]).finally(() => clearTimeout(timer));
}

/** A stream as the runtime reads it: it has as many bytes as the Content-Length says, and its errors are logged. */
class SentStream {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #reader: StreamReader;
  readonly #declared: number | undefined;
  /** The first chunk, read before the response is sent. */
  readonly first: Promise<Uint8Array | undefined>;
  #next: Promise<Uint8Array | undefined> | undefined;
  #size = 0;

  /** @param end called when the stream has ended; `isAborted` when the client went away */
  constructor(
    reader: StreamReader,
    declared: number | undefined,
    log: (error: unknown) => void,
    end: (isAborted: boolean) => void,
  ) {
    this.#reader = reader;
    this.#declared = declared;
    this.first = this.#next = this.#read();
    // The stream below, or the response in its place, reports the error.
    this.first.catch((error: unknown) => reader.cancel(error));
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const chunk = await (this.#next ?? this.#read());
            this.#next = undefined;
            if (chunk !== undefined) controller.enqueue(chunk);
            else {
              end(false);
              controller.close();
            }
          } catch (error) {
            reader.cancel(error);
            end(false);
            log(error);
            // Bun would print the error, too.
            controller.error();
          }
        },
        cancel(reason) {
          end(true);
          reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** The next chunk that isn't empty; undefined at the end. */
  async #read(): Promise<Uint8Array | undefined> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) this.#reader.end();
      const chunk = done ? undefined : bufferOf(value);
      this.#size += chunk?.length ?? 0;
      checkLength(this.#size, this.#declared, done);
      if (chunk === undefined || chunk.length > 0) return chunk;
    }
  }
}
