import {
  declaredLength,
  finalize,
  type FinalizedResponse,
  toServed,
  toWebResponse,
} from '../../kernel/http/response-body.ts';
import type { HttpResponse } from '../../kernel/http/http-response.ts';
import { lazyStream } from '../../kernel/http/bodies/read-body.ts';
import { isSettled } from '../node/process/lifecycle.ts';
import { EVENTS_GRACE, FIRST_CHUNK_WAIT, isEventStream, StreamReader } from '../node/stream-writer.ts';
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
  const reader = new StreamReader(final.content as ReadableStream, declaredLength(final.headers), isEvents);
  const stop = (): void => void setTimeout(() => reader.stop(), EVENTS_GRACE);
  const forget = isEvents ? shared.closing.onStart(stop) : undefined;
  const first = nextOf(reader);
  const content = sentStream(first, reader, shared.log, (isAborted) => {
    forget?.();
    source.finish(isAborted);
  });
  // A stream that fails before its first chunk becomes an error response.
  if (!isEvents) await isSettled(first, FIRST_CHUNK_WAIT);
  return withConnection(toWebResponse({ ...final, content }), response, source, shared);
}

/**
 * A stream as the runtime reads it. Its errors are logged.
 *
 * @param first the first chunk, read before the response is sent
 * @param end called when the stream has ended; `isAborted` when the client went away
 */
function sentStream(
  first: Promise<Uint8Array | undefined>,
  reader: StreamReader,
  log: (error: unknown) => void,
  end: (isAborted: boolean) => void,
): ReadableStream<Uint8Array> {
  // The stream below, or the response in its place, reports the error.
  first.catch((error: unknown) => reader.cancel(error));
  let next: typeof first | undefined = first;
  return lazyStream(
    async (controller) => {
      try {
        const chunk = await (next ?? nextOf(reader));
        next = undefined;
        if (chunk !== undefined) return controller.enqueue(chunk);
        end(false);
        controller.close();
      } catch (error) {
        reader.cancel(error);
        end(false);
        log(error);
        // Bun would print the error, too.
        controller.error();
      }
    },
    (reason) => {
      end(true);
      reader.cancel(reason);
    },
  );
}

/** The next chunk that isn't empty; undefined at the end. */
async function nextOf(reader: StreamReader): Promise<Uint8Array | undefined> {
  for (;;) {
    const chunk = await reader.next();
    if (chunk?.length !== 0) return chunk;
  }
}
