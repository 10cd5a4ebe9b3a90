import type { BusboyFileStream } from '@fastify/busboy';
import { FwError } from '../../errors/coded-errors.ts';
import { PayloadTooLargeError } from '../../errors/http-error.ts';
import { collect } from './read-body.ts';

const decoder = new TextDecoder();

/** The part of `PartSource` that is used here. */
interface Form {
  until(condition: () => boolean): Promise<void>;
  notify(): void;
  fail(error: unknown): void;
}

/** A `Part` whose data comes from a stream of the parser. */
export class ArrivingPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
  readonly #form: Form;
  readonly #stream: BusboyFileStream;
  readonly #limit: number;
  #body: ReadableStream<Uint8Array> | undefined;
  #size = 0;
  #isEnded = false;
  #isSkipped = false;

  constructor(
    form: Form,
    stream: BusboyFileStream,
    limit: number,
    { name, filename, type }: { name: string; filename: string | undefined; type: string },
  ) {
    this.name = name;
    this.filename = filename;
    this.type = type;
    this.#form = form;
    this.#stream = stream;
    this.#limit = limit;
    stream
      .on('readable', () => {
        if (this.#isSkipped) this.#drain();
        form.notify();
      })
      .on('end', () => {
        this.#isEnded = true;
        form.notify();
      });
  }

  get body(): ReadableStream<Uint8Array> {
    return (this.#body ??= new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const chunk = await this.#read();
          if (chunk === null) controller.close();
          else controller.enqueue(chunk);
        },
        cancel: () => this.skip(),
      },
      { highWaterMark: 0 },
    ));
  }

  async text(): Promise<string> {
    return decoder.decode(await this.bytes());
  }

  async bytes(): Promise<Uint8Array> {
    if (this.#body !== undefined) throw this.#used('has already been read; read it once and keep the value');
    return collect(this.body);
  }

  /** Discards the data that was not read. */
  skip(): void {
    this.#isSkipped = true;
    this.#drain();
  }

  /** The next data; null at the end. */
  async #read(): Promise<Uint8Array | null> {
    let chunk: Uint8Array | null = null;
    await this.#form.until(() => {
      if (this.#isSkipped && !this.#isEnded)
        throw this.#used('was skipped; read it before you request the next part');
      chunk = this.#take();
      return chunk !== null || this.#isEnded;
    });
    return chunk;
  }

  #drain(): void {
    while (this.#take() !== null);
  }

  #take(): Uint8Array | null {
    const chunk = this.#stream.read() as Uint8Array | null;
    this.#size += chunk?.byteLength ?? 0;
    if (this.#size <= this.#limit) return chunk;
    const type = this.filename === undefined ? 'field' : 'file';
    const message = `The ${type} ${JSON.stringify(this.name)} is larger than the limit of ${this.#limit} bytes.`;
    this.#form.fail(new PayloadTooLargeError(this.#limit, {}, message));
    return null;
  }

  #used(reason: string): FwError {
    return new FwError('FW_BODY_USED', `The part ${JSON.stringify(this.name)} of the form ${reason}.`);
  }
}
