// In bytes: how much of an unread body is buffered before its writer must wait.
const MAX_BUFFERED = 16_384;

/** The body that middleware writes, as a stream with backpressure. */
export class CapturedBody {
  readonly stream: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isWaiting = false;

  /**
   * @param onDrain called when more may be written after `push` has returned false
   * @param onCancel called when the reader cancels the stream
   */
  constructor(onDrain: () => void, onCancel: () => void) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          if (!this.#isWaiting) return;
          this.#isWaiting = false;
          onDrain();
        },
        cancel: () => {
          this.#controller = undefined;
          onCancel();
        },
      },
      { highWaterMark: MAX_BUFFERED, size: (bytes) => bytes.byteLength },
    );
  }

  /** @returns whether more may be written at once */
  push(bytes: Uint8Array): boolean {
    const controller = this.#controller;
    if (controller === undefined) return true;
    if (bytes.length > 0) controller.enqueue(bytes);
    const hasRoom = (controller.desiredSize ?? 0) > 0;
    if (!hasRoom) this.#isWaiting = true;
    return hasRoom;
  }

  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }

  fail(error: unknown): void {
    this.#controller?.error(error);
    this.#controller = undefined;
  }
}
