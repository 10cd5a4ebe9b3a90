import { PayloadTooLargeError } from '../../errors/http-error.ts';
import { clientGone } from './incoming-body.ts';

/** Is given a body as it comes. */
export type BodyTaker = Pick<WholeBody<unknown>, 'add' | 'end' | 'size'>;

/** Collects the chunks of a body, and gives it in the form that was asked for. */
export class WholeBody<T> {
  readonly promise: Promise<T>;
  readonly #limited: { readonly bodyLimit: number };
  readonly #convert: (bytes: Uint8Array) => T;
  #resolve!: (value: T) => void;
  #reject!: (error: unknown) => void;
  #chunks: Buffer[] | undefined;
  #size = 0;
  #isOver = false;

  /** @param convert what it throws, the promise rejects with */
  constructor(limited: { readonly bodyLimit: number }, convert: (bytes: Uint8Array) => T) {
    this.#limited = limited;
    this.#convert = convert;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** In bytes, of what has come. */
  get size(): number {
    return this.#size;
  }

  /** @returns whether there may be more of it; else it is larger than the limit */
  add(chunk: Buffer): boolean {
    this.#size += chunk.length;
    // Nearly all bodies are one chunk, and `push` makes room for sixteen.
    if (this.#chunks === undefined) this.#chunks = [chunk];
    else this.#chunks.push(chunk);
    const { bodyLimit } = this.#limited;
    if (this.#size <= bodyLimit) return true;
    this.#fail(new PayloadTooLargeError(bodyLimit));
    return false;
  }

  /**
   * Nothing when it is over already.
   *
   * @param isWhole whether the client has sent all of it
   */
  end(isWhole: boolean): void {
    if (this.#isOver) return;
    if (!isWhole) {
      this.#fail(clientGone());
      return;
    }
    this.#isOver = true;
    const chunks = this.#chunks ?? [];
    let converted: T;
    try {
      converted = this.#convert(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    } catch (error) {
      this.#reject(error);
      return;
    }
    this.#resolve(converted);
  }

  #fail(error: unknown): void {
    this.#isOver = true;
    this.#chunks = undefined;
    this.#reject(error);
  }
}
