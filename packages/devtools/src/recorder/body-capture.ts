import type { RequestSource } from 'fw-runtime/internal';

const decoder = new TextDecoder();

/** The maximum size of a body whose text is recorded, in bytes. */
export const LONGEST_TEXT = 65_536;

/** Records the body of a request when the body is read as a whole. A body that is read as a stream isn't recorded. */
export class BodyCapture {
  #size: number | undefined;
  #bytes: Uint8Array | undefined;

  constructor(source: RequestSource) {
    const read = source.read.bind(source);
    // As bytes, because the text of a body that isn't UTF-8 isn't recorded.
    const capture = async (as: 'bytes' | 'text', convert?: (text: string) => unknown): Promise<unknown> => {
      const bytes = await read('bytes');
      this.#note(bytes);
      if (as === 'bytes') return bytes;
      const text = decoder.decode(bytes);
      return convert === undefined ? text : convert(text);
    };
    source.read = capture as typeof source.read;
  }

  /** The size in bytes; undefined until the body is read. */
  get size(): number | undefined {
    return this.#size;
  }

  /** The text of the body; undefined if the body wasn't read, is too long or isn't UTF-8. */
  get text(): string | undefined {
    return this.#bytes && textOf(this.#bytes);
  }

  #note(bytes: Uint8Array): void {
    this.#size = bytes.length;
    if (bytes.length <= LONGEST_TEXT) this.#bytes = bytes;
  }
}

/** @returns undefined if the bytes aren't UTF-8 */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
