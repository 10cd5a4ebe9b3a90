import type { IncomingMessage } from 'node:http';
import {
  type BodyType,
  type ConvertBody,
  convertBody,
  lazyStream,
} from '../../kernel/http/bodies/read-body.ts';
import { HttpError, PayloadTooLargeError } from '../../kernel/errors/http-error.ts';
import { hasNoBody, isBodyAborted, isComplete } from './exchange.ts';
import { type BodyReceiver, IncomingRequest } from './internals/incoming-request.ts';

/**
 * Reads a whole body.
 *
 * @param limited the limit in bytes, which may change while the body arrives
 * @param convert converts the string of the body; when it throws, the promise rejects with that error
 * @throws {@link PayloadTooLargeError} when the body is larger than the limit
 */
export function readWhole(
  incoming: IncomingMessage,
  limited: { readonly bodyLimit: number },
  as: BodyType,
  convert: ConvertBody | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const body = new BufferedBody(limited, as, convert, resolve, reject);
    if (!(incoming instanceof IncomingRequest && incoming.receiveBody(body))) readEvents(incoming, body);
  });
}

/** @returns a function that stops the reading */
function readEvents(incoming: IncomingMessage, receiver: BodyReceiver): () => void {
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (!receiver.add(chunk)) stop();
  };
  // A broken connection emits "close" without "end".
  const onEnd = (): void => receiver.end(isComplete(incoming, size));
  const stop = (): void => void incoming.off('data', onData).off('end', onEnd).off('close', onEnd).pause();
  incoming.on('data', onData).on('end', onEnd).on('close', onEnd);
  return stop;
}

/** Collects the chunks of a body, and converts them at its end. */
class BufferedBody implements BodyReceiver {
  readonly #limited: { readonly bodyLimit: number };
  readonly #as: BodyType;
  readonly #convert: ConvertBody | undefined;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: unknown) => void;
  #chunks: Buffer[] | undefined;
  #size = 0;
  #hasEnded = false;

  constructor(
    limited: { readonly bodyLimit: number },
    as: BodyType,
    convert: ConvertBody | undefined,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.#limited = limited;
    this.#as = as;
    this.#convert = convert;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** @returns false when the body is larger than the limit */
  add(chunk: Buffer): boolean {
    this.#size += chunk.length;
    // Nearly all bodies are one chunk, and `push` allocates space for sixteen.
    if (this.#chunks === undefined) this.#chunks = [chunk];
    else this.#chunks.push(chunk);
    const { bodyLimit } = this.#limited;
    if (this.#size <= bodyLimit) return true;
    this.#fail(new PayloadTooLargeError(bodyLimit));
    return false;
  }

  /**
   * Settles the promise, unless it is settled already.
   *
   * @param complete whether the client has sent the whole body
   */
  end(complete: boolean): void {
    if (this.#hasEnded) return;
    if (!complete) return this.#fail(clientGone());
    this.#hasEnded = true;
    const chunks = this.#chunks ?? [];
    try {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      this.#resolve(convertBody(bytes, this.#as, this.#convert));
    } catch (error) {
      this.#reject(error);
    }
  }

  #fail(error: unknown): void {
    this.#hasEnded = true;
    this.#chunks = undefined;
    this.#reject(error);
  }
}

/**
 * The body of a request as a stream that pauses the socket while it is not read. Cancelling the stream leaves the connection open,
 * so that a response can still be sent.
 *
 * @param onRead called at each read
 */
export function incomingStream(incoming: IncomingMessage, onRead: () => void): ReadableStream<Uint8Array> {
  let stop: (() => void) | undefined;
  const readInto = (controller: ReadableStreamDefaultController<Uint8Array>): (() => void) =>
    readEvents(incoming, {
      add(chunk) {
        incoming.pause();
        controller.enqueue(chunk);
        return true;
      },
      end(complete) {
        stop?.();
        if (complete) controller.close();
        else controller.error(clientGone());
      },
    });
  return lazyStream(
    (controller) => {
      onRead();
      if (stop === undefined && hasNoBody(incoming)) controller.close();
      else if (stop === undefined && isBodyAborted(incoming)) controller.error(clientGone());
      else {
        stop ??= readInto(controller);
        incoming.resume();
      }
    },
    () => stop?.(),
  );
}

export function clientGone(): HttpError {
  return new HttpError(400, 'The client disconnected before the body of its request was complete.');
}
