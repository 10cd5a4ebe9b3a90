import { concatenate } from './read-body.ts';
import { HttpError, PayloadTooLargeError } from '../../errors/http-error.ts';

const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;
/** The line break before the first and after the last delimiter, which a body may lack. */
const LINE_BREAK: Uint8Array = Uint8Array.of(CR, LF);
const MAX_HEAD = 16_384;
// In bytes: without a limit, each chunk of an endless delimiter would be compared with all chunks before it.
const MAX_PADDING = 256;
const UNDECIDED = -1;

/**
 * Finds the parts of a multipart body in chunks (RFC 2046 5.1). Lines end with CR LF. A line that only begins with the delimiter
 * is content.
 */
export class MultipartParser {
  readonly #delimiter: Uint8Array;
  #bytes: Uint8Array = LINE_BREAK;
  /** The first byte that was not read, and the byte where the search for the end of a head continues. */
  #at = 0;
  #searched = 0;
  /** Two behind a head, whose line break may begin a delimiter: then the part is empty. */
  #skipped = 0;
  /** The end of what was read before the first delimiter. */
  #before = '';
  #state: 'preamble' | 'head' | 'content' | 'end' = 'preamble';

  constructor(boundary: string) {
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  }

  /** Whether the last delimiter was found. All bytes behind it are ignored. */
  get isComplete(): boolean {
    return this.#state === 'end';
  }

  /** Whether the part has more content. */
  get isInContent(): boolean {
    return this.#state === 'content';
  }

  /** Adds bytes, which are not copied unless a part of the bytes before is still needed. */
  write(chunk: Uint8Array): void {
    const rest = this.#bytes.subarray(this.#at);
    this.#searched = Math.max(0, this.#searched - this.#at);
    this.#at = 0;
    this.#bytes = rest.length === 0 || this.isComplete ? chunk : concatenate([rest, chunk]);
  }

  /** Adds the line break that the last line may lack. */
  writeEnd(): void {
    this.write(LINE_BREAK);
  }

  /**
   * The headers of the next part; undefined when it needs more bytes, or when the form is complete.
   *
   * @throws {@link PayloadTooLargeError} when they are too large
   */
  readHead(): Uint8Array | undefined {
    while (this.#state === 'preamble') {
      const piece = this.readContent();
      if (piece === undefined) break;
      const text = this.#before + new TextDecoder('latin1').decode(piece);
      // Otherwise a faulty first delimiter would lose its part.
      if (/content-disposition/i.test(text)) throw malformed('a part has no boundary before it');
      this.#before = text.slice(-20);
    }
    if (this.#state !== 'head') return undefined;
    const [bytes, start] = [this.#bytes, this.#at];
    // The line break of the delimiter is also that of an empty head.
    for (
      let at = bytes.indexOf(CR, Math.max(start, this.#searched));
      at !== -1;
      at = bytes.indexOf(CR, at + 1)
    ) {
      if (at - start > MAX_HEAD) break;
      if (bytes[at + 1] !== LF || bytes[at + 2] !== CR || bytes[at + 3] !== LF) continue;
      this.#at = at + 2;
      this.#skipped = 2;
      this.#state = 'content';
      return bytes.subarray(start + 2, at);
    }
    this.#searched = Math.max(start, bytes.length - 3);
    if (bytes.length - start < MAX_HEAD + 4) return undefined;
    const message = `The headers of a part are larger than the limit of ${MAX_HEAD} bytes.`;
    throw new PayloadTooLargeError(MAX_HEAD, {}, message);
  }

  /** A piece of the content, empty where the part ends; undefined when it needs more bytes. */
  readContent(): Uint8Array | undefined {
    const [bytes, start] = [this.#bytes, this.#at];
    let next = 0;
    let end = bytes.indexOf(CR, start);
    for (; end !== -1; end = bytes.indexOf(CR, end + 1)) {
      next = this.#readDelimiter(end);
      if (next !== 0) break;
    }
    if (end === -1) end = bytes.length;
    this.#at = next > 0 ? next : end;
    if (next <= 0 && end === start) return undefined;
    const content = bytes.subarray(start + this.#skipped, end);
    this.#skipped = 0;
    return content;
  }

  /** @returns where the bytes continue behind a delimiter at `start`, 0 for other bytes, or UNDECIDED */
  #readDelimiter(start: number): number {
    const [bytes, delimiter] = [this.#bytes, this.#delimiter];
    for (let index = 1; index < delimiter.length; index++) {
      if (start + index === bytes.length) return UNDECIDED;
      if (bytes[start + index] !== delimiter[index]) return 0;
    }
    let at = start + delimiter.length;
    if (bytes[at] === DASH && at + 1 === bytes.length) return UNDECIDED;
    const isLast = bytes[at] === DASH && bytes[at + 1] === DASH;
    if (isLast) at += 2;
    // Blanks behind a delimiter are ignored.
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
    if (at - start - delimiter.length > MAX_PADDING) throw malformed('too many blanks follow a boundary');
    // The last line may end without CR.
    if (isLast && bytes[at] === LF) at--;
    else if (at < bytes.length && bytes[at] !== CR) return 0;
    if (at + 1 >= bytes.length) return UNDECIDED;
    if (bytes[at + 1] !== LF) return 0;
    this.#state = isLast ? 'end' : 'head';
    // The head begins with this line break.
    return at;
  }
}

/** The error for a form that is malformed. */
export function malformed(reason: string): HttpError {
  return new HttpError(400, `The form is malformed: ${reason}.`);
}

/** The error for a form without its last delimiter. */
export function incomplete(): HttpError {
  return malformed('it ends before its last boundary');
}
