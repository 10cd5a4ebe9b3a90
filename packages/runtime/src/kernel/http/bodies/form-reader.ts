import { FwError } from '../../errors/coded-errors.ts';
import { PayloadTooLargeError } from '../../errors/http-error.ts';
import { incomplete, MultipartParser } from './multipart-parser.ts';
import { type PartHead, parseHead } from './part-head.ts';
import { collect, lazyStream, tooMany } from './read-body.ts';

/** `PartLimits` with all defaults. */
export type Limits = Record<'parts' | 'fields' | 'files' | 'fieldSize' | 'fileSize', number>;

const decoder = new TextDecoder();
const NO_BYTES: Uint8Array = new Uint8Array();

/**
 * Reads a form while it arrives. A chunk of the body is read only when a consumer waits for the next part or for more of the
 * current part, so a slow consumer slows down the client (backpressure).
 */
export class FormReader {
  readonly #parser: MultipartParser;
  readonly #body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #limits: Limits;
  readonly #counts = { parts: 0, fields: 0, files: 0 };
  #current: ArrivingPart | undefined;
  /** The bytes of the current part that were read. */
  #size = 0;
  #isEnded = false;
  #failure: { readonly error: unknown } | undefined;
  /** Settles when the reading before has ended: two consumers never read at the same time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(boundary: string, body: ReadableStreamDefaultReader<Uint8Array> | undefined, limits: Limits) {
    this.#parser = new MultipartParser(boundary);
    this.#body = body;
    this.#limits = limits;
  }

  /** The next part, once the rest of the current part is skipped; undefined when the body is complete. */
  next(): Promise<ArrivingPart | undefined> {
    const skipped = this.#current;
    this.#current = undefined;
    return this.#inTurn(async () => {
      if (skipped !== undefined) while ((await this.#content(skipped)) !== undefined);
      const head = await this.#until(() => this.#parser.readHead());
      if (head !== undefined) return (this.#current = this.#arrive(parseHead(head)));
      // The epilogue is part of the body, and can be cut short too.
      while (!this.#isEnded) await this.#readChunk();
      return undefined;
    });
  }

  /** More of the content of a part; undefined at its end. */
  async contentOf(part: ArrivingPart): Promise<Uint8Array | undefined> {
    if (part !== this.#current && this.#failure === undefined) {
      throw usedError(part, 'was skipped; read it before you request the next part');
    }
    return this.#inTurn(() => this.#content(part));
  }

  /** Stops reading, because the consumer has left its loop. */
  close(): void {
    this.#fail(new FwError('FW_BODY_USED', 'The parts of this form are no longer read.'));
  }

  #inTurn<T>(read: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      try {
        if (this.#failure === undefined) return await read();
      } catch (error) {
        this.#fail(error);
      }
      throw this.#failure?.error;
    });
    this.#last = result.catch(() => {});
    return result;
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { error };
    this.#body?.cancel(error).catch(() => {});
  }

  #arrive(head: PartHead): ArrivingPart {
    for (const counted of ['parts', head.filename === undefined ? 'fields' : 'files'] as const) {
      if (++this.#counts[counted] > this.#limits[counted]) throw tooMany(counted, this.#limits[counted]);
    }
    this.#size = 0;
    return new ArrivingPart(this, head);
  }

  async #content({ name, filename }: ArrivingPart): Promise<Uint8Array | undefined> {
    const chunk = await this.#until(() => {
      while (this.#parser.isInContent) {
        const piece = this.#parser.readContent();
        if (piece?.length !== 0) return piece;
      }
      return NO_BYTES;
    });
    this.#size += chunk?.length ?? 0;
    const [type, limit] =
      filename === undefined ? (['field', 'fieldSize'] as const) : (['file', 'fileSize'] as const);
    const most = this.#limits[limit];
    if (this.#size <= most) return chunk?.length === 0 ? undefined : chunk;
    const message = `The ${type} ${JSON.stringify(name)} is larger than the limit of ${most} bytes.`;
    throw new PayloadTooLargeError(most, {}, message);
  }

  /** Reads the body until there is a result; undefined when the form is complete. */
  async #until<T>(read: () => T | undefined): Promise<T | undefined> {
    for (;;) {
      const result = read();
      if (result !== undefined || this.#parser.isComplete) return result;
      if (this.#isEnded) throw incomplete();
      await this.#readChunk();
    }
  }

  async #readChunk(): Promise<void> {
    const { done, value } = (await this.#body?.read()) ?? { done: true, value: undefined };
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#isEnded = done;
    if (value === undefined) this.#parser.writeEnd();
    else this.#parser.write(value);
  }
}

/** A `Part` whose content is read from the form. */
class ArrivingPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
  readonly #form: FormReader;
  #body: ReadableStream<Uint8Array> | undefined;

  constructor(form: FormReader, { name, filename, type }: PartHead) {
    this.#form = form;
    this.name = name;
    this.filename = filename;
    this.type = type;
  }

  get body(): ReadableStream<Uint8Array> {
    return (this.#body ??= lazyStream(async (controller) => {
      const chunk = await this.#form.contentOf(this);
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    }));
  }

  async text(): Promise<string> {
    return decoder.decode(await this.bytes());
  }

  async bytes(): Promise<Uint8Array> {
    if (this.#body !== undefined)
      throw usedError(this, 'has already been read; read it once and keep the value');
    return collect(this.body);
  }
}

function usedError({ name }: ArrivingPart, reason: string): FwError {
  return new FwError('FW_BODY_USED', `The part ${JSON.stringify(name)} of the form ${reason}.`);
}
