import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { FwError } from '../../errors/fw-error.ts';
import { HttpError } from '../../errors/http-error.ts';
import { ArrivingPart } from './arriving-part.ts';
import { tooMany } from './parse-body.ts';
import { Signal } from '../signal.ts';

/** In the terms of `PartLimits`, all of them given. */
export type Limits = Record<'parts' | 'fields' | 'files' | 'fieldSize' | 'fileSize', number>;

/**
 * Takes a form apart while it arrives. A chunk of the body is read only when somebody waits for the next part or for more of
 * this one, so that a consumer who takes its time keeps the client waiting.
 */
export class PartSource {
  readonly #parser: BusboyInstance;
  readonly #body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #limits: Limits;
  readonly #arrived: ArrivingPart[] = [];
  readonly #wanted = new Signal();
  readonly #changed = new Signal();
  #current: ArrivingPart | undefined;
  #counts = { fields: 0, files: 0 };
  #isWanted = false;
  #isWhole = false;
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
        this.#isWhole = true;
        this.#changed.notify();
      });
    void this.#pump();
  }

  /** The next part, when what is left of the one before has gone by; undefined when there is none and the body is complete. */
  async next(): Promise<ArrivingPart | undefined> {
    this.#current?.pass();
    await this.until(() => this.#arrived.length > 0 || this.#isWhole);
    return (this.#current = this.#arrived.shift());
  }

  /** Lets more of the body arrive until a condition holds. */
  async until(condition: () => boolean): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (condition()) return;
      this.#isWanted = true;
      this.#wanted.notify();
      await this.#changed.next();
    }
  }

  /** Tells whoever waits that there may be more of a part. */
  tell(): void {
    this.#changed.notify();
  }

  fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { error };
    this.#body?.cancel(error).catch(() => {});
    this.#changed.notify();
    this.#wanted.notify();
  }

  /** Nobody asks for more parts. */
  close(): void {
    this.fail(new FwError('FW_BODY_USED', 'The parts of this form are no longer read.'));
  }

  #arrive(
    name: string | undefined,
    stream: BusboyFileStream,
    filename: string | undefined,
    type: string,
  ): void {
    // Its data has gone by; without a listener its error would end the process.
    stream.on('error', (cause) => this.fail(malformed(cause)));
    if (name === undefined) this.fail(malformed(new Error('A part has no name.')));
    const kind = filename === undefined ? 'fields' : 'files';
    if (++this.#counts[kind] > this.#limits[kind]) this.fail(tooMany(kind, this.#limits[kind]));
    if (this.#failure !== undefined) return;
    const limit = filename === undefined ? this.#limits.fieldSize : this.#limits.fileSize;
    this.#arrived.push(new ArrivingPart(this, stream, limit, { name: name ?? '', filename, type }));
    this.#changed.notify();
  }

  async #pump(): Promise<void> {
    try {
      for (;;) {
        while (!this.#isWanted) await this.#wanted.next();
        this.#isWanted = false;
        if (this.#failure !== undefined) return;
        const read = await this.#body?.read();
        if (read === undefined || read.done) break;
        await this.#write(read.value);
        this.#changed.notify();
      }
      this.#parser.end();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Resolves when the parser takes more, which it does not while its consumer has not taken what it has. */
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
