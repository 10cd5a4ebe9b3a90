import type { BusboyFileStream } from '@fastify/busboy';
import { FwError } from '../../errors/fw-error.ts';
import { PayloadTooLargeError } from '../../errors/http-error.ts';
import type { Part } from './part.ts';
import { collect } from './limited-stream.ts';

const decoder = new TextDecoder();

/** What a part needs of the form that it belongs to. */
interface Form {
  until(condition: () => boolean): Promise<void>;
  tell(): void;
  fail(error: unknown): void;
}

/** A part, of which the stream of the parser gives the data. */
export class ArrivingPart implements Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
  readonly #form: Form;
  readonly #stream: BusboyFileStream;
  readonly #limit: number;
  #body: ReadableStream<Uint8Array> | undefined;
  #size = 0;
  #isEnded = false;
  #isPassed = false;

  constructor(
    form: Form,
    stream: BusboyFileStream,
    limit: number,
    { name, filename, type }: Pick<Part, 'name' | 'filename' | 'type'>,
  ) {
    this.name = name;
    this.filename = filename;
    this.type = type;
    this.#form = form;
    this.#stream = stream;
    this.#limit = limit;
    stream
      .on('readable', () => {
        if (this.#isPassed) this.#drain();
        form.tell();
      })
      .on('end', () => {
        this.#isEnded = true;
        form.tell();
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
        cancel: () => this.pass(),
      },
      { highWaterMark: 0 },
    ));
  }

  async text(): Promise<string> {
    return decoder.decode(await this.bytes());
  }

  async bytes(): Promise<Uint8Array> {
    if (this.#body !== undefined)
      throw this.#used('has been read before; read it once and keep what was read');
    return collect(this.body);
  }

  /** Lets what was not read of it go by. */
  pass(): void {
    this.#isPassed = true;
    this.#drain();
  }

  /** More of it; null at its end. */
  async #read(): Promise<Uint8Array | null> {
    let chunk: Uint8Array | null = null;
    await this.#form.until(() => {
      if (this.#isPassed && !this.#isEnded)
        throw this.#used('has gone by; read it before you ask for the next');
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
    const what = this.filename === undefined ? 'field' : 'file';
    const message = `The ${what} ${JSON.stringify(this.name)} is larger than the limit of ${this.#limit} bytes.`;
    this.#form.fail(new PayloadTooLargeError(this.#limit, {}, message));
    return null;
  }

  #used(what: string): FwError {
    return new FwError('FW_BODY_USED', `The part ${JSON.stringify(this.name)} of the form ${what}.`);
  }
}
