import type { ServerResponse } from 'node:http';
import type { Emission } from '../message/emission.ts';
import { breakOff, isGone } from './exchange.ts';
import { hasLeftover } from './incoming-body.ts';
import { writeHead } from './write-head.ts';

// How long the headers wait for the first chunk, in ms: until then a stream that fails can still become a 500.
const PATIENCE = 500;

/**
 * Waits for the first chunk. Where it takes long the headers go out before it, those of a stream of events at once.
 *
 * @param log told why the headers cannot be sent
 */
export async function waitForFirst<T>(
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
  const timer = setTimeout(flush, isOfEvents ? 0 : PATIENCE);
  try {
    return await chunk;
  } finally {
    clearTimeout(timer);
  }
}
