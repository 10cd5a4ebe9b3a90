// In bytes: what is kept of a body that nobody reads yet, before its writer is told to wait.
const MOST_BUFFERED = 16_384;

/** What is written to a response as a stream, which makes its writer wait while nobody reads. */
export class CapturedBody {
  readonly stream: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isAwaited = false;

  /**
   * @param onDrain called when more may be written after `push` said no
   * @param onCancel called when nobody will read any more
   */
  constructor(onDrain: () => void, onCancel: () => void) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          if (!this.#isAwaited) return;
          this.#isAwaited = false;
          onDrain();
        },
        cancel: () => {
          this.#controller = undefined;
          onCancel();
        },
      },
      { highWaterMark: MOST_BUFFERED, size: (bytes) => bytes.byteLength },
    );
  }

  /** @returns whether more may be written at once */
  push(bytes: Uint8Array): boolean {
    const controller = this.#controller;
    if (controller === undefined) return true;
    if (bytes.length > 0) controller.enqueue(bytes);
    const mayGoOn = (controller.desiredSize ?? 0) > 0;
    if (!mayGoOn) this.#isAwaited = true;
    return mayGoOn;
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
