import type { ServerResponse } from 'node:http';
import type { Emission } from '../message/emission.ts';
import { endAfterLeftover, hasLeftover, isLeftoverTooLong } from './incoming-body.ts';

/**
 * Writes a response to the socket: in one write when its body is plain, with back-pressure when it is a stream.
 *
 * @param log told why a stream failed half way; the client then sees a broken connection, not a short body
 */
export function emit(outgoing: ServerResponse, emission: Emission, log: (error: unknown) => void): void {
  const { status, statusText, headers, content } = emission;
  if (outgoing.headersSent || outgoing.destroyed) {
    if (content instanceof ReadableStream) content.cancel().catch(() => {});
    return;
  }
  const leftover = hasLeftover(outgoing.req);
  if (leftover && isLeftoverTooLong(outgoing.req)) outgoing.shouldKeepAlive = false;
  const lines = headers.lines as string[];
  // HTTP/2 has no status text.
  if (outgoing.req.httpVersionMajor >= 2) outgoing.writeHead(status, lines);
  else outgoing.writeHead(status, statusText, lines);
  if (content instanceof ReadableStream) void emitStream(outgoing, content, log);
  else if (leftover) {
    if (content === null || content.length === 0) outgoing.flushHeaders();
    else outgoing.write(content);
    endAfterLeftover(outgoing);
  } else if (content === null) outgoing.end();
  else outgoing.end(content);
}

// A stream that has come to its end is never cancelled: some implementations take that for a fault of the process.
async function emitStream(
  outgoing: ServerResponse,
  stream: ReadableStream,
  log: (error: unknown) => void,
): Promise<void> {
  let reader: ReadableStreamDefaultReader<string | Uint8Array> | undefined;
  let ended = false;
  outgoing.once('close', () => {
    if (!ended) reader?.cancel().catch(() => {});
  });
  try {
    reader = (stream as ReadableStream<string | Uint8Array>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (outgoing.destroyed) return;
      if (done) break;
      if (!outgoing.write(value)) await drained(outgoing);
    }
    if (hasLeftover(outgoing.req)) endAfterLeftover(outgoing);
    else outgoing.end();
  } catch (error) {
    if (!outgoing.destroyed) log(error);
    outgoing.destroy();
  }
}

/** Resolves when the socket takes more, or is gone. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      outgoing.off('drain', settle).off('close', settle);
      resolve();
    };
    outgoing.on('drain', settle).on('close', settle);
  });
}
