import type { IncomingMessage } from 'node:http';
import { PayloadTooLargeError } from '../../errors/http-error.ts';
import type { ServerRequest } from '../../http/server-request.ts';

/**
 * Watches for a middleware that reads the body of Node's request by itself: it is held to the limit (rule S3), and does not wait
 * for a body that was read before.
 *
 * @param fail called with what is wrong
 * @returns to be called when the middleware has passed on
 */
export function watchBody(
  incoming: IncomingMessage,
  request: ServerRequest,
  fail: (error: unknown) => void,
): () => void {
  const { source } = request;
  const stop = (): void => void incoming.off('newListener', onListener);
  const stopReading = (): void => {
    incoming.unpipe();
    incoming.removeAllListeners('data').removeAllListeners('readable').pause();
  };
  const onListener = (event: string | symbol): void => {
    if (event !== 'data' && event !== 'readable') return;
    stop();
    if (source.method === 'GET' || source.method === 'HEAD') return;
    const tooLarge = source.bodyTooLarge();
    if (tooLarge !== undefined) {
      // When it is there.
      queueMicrotask(stopReading);
      fail(tooLarge);
    }
    // It fails, and says that the body was read before.
    else if (request.bodyUsed) request.bytes().catch(fail);
    else limit();
  };
  const limit = (): void => {
    let size = 0;
    const onData = (chunk: Buffer | string): void => {
      size += Buffer.byteLength(chunk);
      if (size <= source.bodyLimit) return;
      stopReading();
      fail(new PayloadTooLargeError(source.bodyLimit));
    };
    incoming.on('data', onData);
  };
  incoming.on('newListener', onListener);
  return stop;
}
