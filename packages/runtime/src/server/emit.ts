import type { ServerResponse } from 'node:http';
import type { Emission } from '../message/emission.ts';
import type { Closing } from './closing.ts';
import { emitStream } from './emit-stream.ts';
import { endAfterLeftover, hasLeftover } from './incoming-body.ts';
import { writeHead } from './write-head.ts';

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
