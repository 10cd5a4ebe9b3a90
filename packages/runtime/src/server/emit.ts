import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Emission } from '../message/emission.ts';

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
  const lines = headers.lines as string[];
  // HTTP/2 has no status text.
  if (outgoing.req.httpVersionMajor >= 2) outgoing.writeHead(status, lines);
  else outgoing.writeHead(status, statusText, lines);
  if (content instanceof ReadableStream) void emitStream(outgoing, content, log);
  else if (content === null) outgoing.end();
  else outgoing.end(content);
}

async function emitStream(
  outgoing: ServerResponse,
  stream: ReadableStream,
  log: (error: unknown) => void,
): Promise<void> {
  let clientLeft = false;
  outgoing.once('close', () => (clientLeft = !outgoing.writableFinished));
  try {
    await pipeline(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]), outgoing);
  } catch (error) {
    if (!clientLeft || !isPrematureClose(error)) log(error);
    outgoing.destroy();
  }
}

function isPrematureClose(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
