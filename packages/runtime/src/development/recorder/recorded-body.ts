import type { RequestSource } from '../../http/request-source.ts';

/** In bytes: the longest body whose text is recorded. */
export const LONGEST_TEXT = 65_536;

/** The body of a request as it is read as a whole; what is read as a stream goes by. */
export class RecordedBody {
  #size: number | undefined;
  #bytes: Uint8Array | undefined;

  constructor(source: RequestSource) {
    const readAs = source.readAs.bind(source);
    source.readAs = (convert) =>
      readAs((bytes) => {
        this.#note(bytes);
        return convert(bytes);
      });
  }

  /** In bytes; undefined as long as it was not read. */
  get size(): number | undefined {
    return this.#size;
  }

  /** Undefined where it was not read, is too long or no UTF-8. */
  get text(): string | undefined {
    return this.#bytes && textOf(this.#bytes);
  }

  #note(bytes: Uint8Array): void {
    this.#size = bytes.length;
    if (bytes.length <= LONGEST_TEXT) this.#bytes = bytes;
  }
}

/** @returns undefined for what is no UTF-8 */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
