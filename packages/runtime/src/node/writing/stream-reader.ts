import { Readable } from 'node:stream';
import { streamWasRead, mayBeGenerated } from '../../http/bodies/body-input.ts';

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<unknown>['read']>>;

const END: Chunk = { done: true, value: undefined };

/** Reads the stream of a response, and can stop while it waits for a chunk. */
export class StreamReader {
  readonly #reader: ReadableStreamDefaultReader<unknown>;
  readonly #isCancelledBetweenReads: boolean;
  #reading: Promise<Chunk> | undefined;
  #isOver = false;
  #stopWaiting: ((end: Chunk) => void) | undefined;

  /** @throws FwError FW_BODY_USED when the stream was read before */
  constructor(stream: ReadableStream) {
    // It takes Web streams too, which the types of Node 20 do not say.
    if (Readable.isDisturbed(stream as unknown as Readable)) throw streamWasRead();
    this.#isCancelledBetweenReads = mayBeGenerated(stream);
    this.#reader = stream.getReader();
  }

  read(): Promise<Chunk> {
    return (this.#reading = this.#reader.read());
  }

  /** The next chunk, or the end when `stop()` is called meanwhile. */
  readUntilStopped(): Promise<Chunk> {
    if (this.#isOver) return Promise.resolve(END);
    return new Promise((resolve, reject) => {
      this.#stopWaiting = resolve;
      this.read().then(resolve, reject);
    });
  }

  stop(): void {
    this.cancel();
    this.#stopWaiting?.(END);
  }

  /** Notes that the stream has ended, so that it is not cancelled: some implementations throw then. */
  end(): void {
    this.#isOver = true;
  }

  cancel(reason?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
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
