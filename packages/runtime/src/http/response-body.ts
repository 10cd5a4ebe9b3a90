import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { FwError } from '../errors/fw-error.ts';

/** A body in a form that can be sent; `null` is no body. */
export type BodyContent = string | Uint8Array | ReadableStream | null;

/** The body of a response, the one part of it that can be changed in place. */
export class ResponseBody {
  /** @internal How often `write` was called. */
  writes = 0;
  #content: BodyContent;
  #written: (string | Uint8Array)[] | undefined;

  constructor(content: BodyContent) {
    this.#content = content;
  }

  /**
   * Appends to the body. Copies of the response share it.
   *
   * @throws FwError FW_BODY_IS_STREAM when the body is a stream
   * @throws InvalidArgumentError when the chunk is neither a string nor a Uint8Array
   */
  write(chunk: string | Uint8Array): void {
    if (this.#content instanceof ReadableStream) {
      throw new FwError(
        'FW_BODY_IS_STREAM',
        'This body is a stream and cannot be written to; use withBody() to replace it.',
      );
    }
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      throw new InvalidArgumentError('chunk', 'a string or a Uint8Array', chunk);
    }
    this.#written ??= this.#content === null ? [] : [this.#content];
    this.#written.push(chunk);
    this.writes++;
  }

  /** In bytes; undefined for a stream. */
  get size(): number | undefined {
    return contentSize(this.content);
  }

  /** The whole body as one value, also of what was written piece by piece. A stream can be read once. */
  get content(): BodyContent {
    const chunks = this.#written;
    if (chunks === undefined) return this.#content;
    const [first] = chunks;
    if (chunks.length === 1 && first !== undefined) return first;
    return chunks.every((chunk) => typeof chunk === 'string') ? chunks.join('') : concatenate(chunks);
  }
}

/** The size of a body in bytes; undefined for a stream. */
export function contentSize(content: BodyContent): number | undefined {
  if (content === null) return 0;
  if (typeof content === 'string') return byteLength(content);
  return content instanceof Uint8Array ? content.byteLength : undefined;
}

// Buffer counts faster, but other runtimes may lack it.
const byteLength: (text: string) => number =
  typeof Buffer === 'undefined'
    ? (text) => encoder.encode(text).byteLength
    : (text) => Buffer.byteLength(text);
const encoder = new TextEncoder();

function concatenate(chunks: readonly (string | Uint8Array)[]): Uint8Array {
  const arrays = chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk));
  const whole = new Uint8Array(arrays.reduce((size, array) => size + array.byteLength, 0));
  let offset = 0;
  for (const array of arrays) {
    whole.set(array, offset);
    offset += array.byteLength;
  }
  return whole;
}
