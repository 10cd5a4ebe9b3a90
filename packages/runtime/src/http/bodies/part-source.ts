import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { FwError } from '../../errors/coded-errors.ts';
import { HttpError } from '../../errors/http-error.ts';
import { ArrivingPart } from './arriving-part.ts';
import { tooMany } from './read-body.ts';

/** `PartLimits` with all defaults. */
export type Limits = Record<'parts' | 'fields' | 'files' | 'fieldSize' | 'fileSize', number>;

/**
 * Parses a form while it arrives. A chunk of the body is read only when a consumer waits for the next part or for more of the
 * current part, so a slow consumer slows down the client (backpressure).
 */
export class PartSource {
  readonly #parser: BusboyInstance;
  readonly #body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #limits: Limits;
  readonly #arrived: ArrivingPart[] = [];
  #waiting: (() => void)[] = [];
  #current: ArrivingPart | undefined;
  #counts = { fields: 0, files: 0 };
  /** While a chunk is read and parsed, and when no more follow. */
  #isBusy = false;
  #isComplete = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(
    parser: BusboyInstance,
    body: ReadableStreamDefaultReader<Uint8Array> | undefined,
    limits: Limits,
  ) {
    this.#parser = parser;
    this.#body = body;
    this.#limits = limits;
    parser
      .on('file', (name, stream, filename, _encoding, type) => this.#arrive(name, stream, filename, type))
      .on('partsLimit', () => this.fail(tooMany('parts', limits.parts)))
      .on('error', (cause) => this.fail(malformed(cause)))
      .on('finish', () => {
        this.#isComplete = true;
        this.notify();
      });
  }

  /** The next part, once the rest of the current part is skipped; undefined when the body is complete. */
  async next(): Promise<ArrivingPart | undefined> {
    this.#current?.skip();
    await this.until(() => this.#arrived.length > 0 || this.#isComplete);
    return (this.#current = this.#arrived.shift());
  }

  /** Reads the body until a condition is met. */
  async until(condition: () => boolean): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (condition()) return;
      const changed = new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (!this.#isBusy) void this.#parseChunk();
      await changed;
    }
  }

  /** Makes all waiting consumers check their conditions. */
  notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { error };
    this.#body?.cancel(error).catch(() => {});
    this.notify();
  }

  /** Stops reading, because the consumer has left its loop. */
  close(): void {
    this.fail(new FwError('FW_BODY_USED', 'The parts of this form are no longer read.'));
  }

  #arrive(
    name: string | undefined,
    stream: BusboyFileStream,
    filename: string | undefined,
    type: string,
  ): void {
    // The stream also fails after its part was skipped, and without a listener the error would end the process.
    stream.on('error', (cause) => this.fail(malformed(cause)));
    if (name === undefined) this.fail(malformed(new Error('A part has no name.')));
    const counted = filename === undefined ? 'fields' : 'files';
    if (++this.#counts[counted] > this.#limits[counted]) this.fail(tooMany(counted, this.#limits[counted]));
    if (this.#failure !== undefined) return;
    const limit = filename === undefined ? this.#limits.fieldSize : this.#limits.fileSize;
    this.#arrived.push(new ArrivingPart(this, stream, limit, { name: name ?? '', filename, type }));
    this.notify();
  }

  /** Reads a chunk and waits until the parser has passed all of its data on to consumers. */
  async #parseChunk(): Promise<void> {
    this.#isBusy = true;
    try {
      const read = await this.#body?.read();
      if (read === undefined || read.done) {
        this.#parser.end();
        return;
      }
      await this.#write(read.value);
      this.#isBusy = false;
      this.notify();
    } catch (error) {
      this.fail(error);
    }
  }

  #write(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      try {
        this.#parser.write(chunk, () => resolve());
      } catch (cause) {
        reject(malformed(cause));
      }
    });
  }
}

function malformed(cause: unknown): HttpError {
  return new HttpError(400, 'The form is incomplete or malformed.', { cause });
}
