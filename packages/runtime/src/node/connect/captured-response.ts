import type { IncomingMessage, ServerResponse } from 'node:http';
import { InvalidArgumentError } from '../../errors/coded-errors.ts';
import { HeaderList } from '../../http/header-list.ts';
import { HttpResponse } from '../../http/http-response.ts';
import { CapturedBody } from './captured-body.ts';
import { onceOver } from '../exchange.ts';
import { ConnectResponse } from './express-names.ts';
import { setGivenHeaders } from '../writing/merge-headers.ts';

/** What of Node's response has no type, though middleware relies on it. */
interface Internals {
  /** In the case in which they were set. */
  getRawHeaderNames(): string[];
  /** Set once the headers are sent. */
  _header: string | null;
  /** Sends the headers by `writeHead`, which middleware may have replaced. */
  _implicitHeader(): void;
}

type Outgoing = ServerResponse & Internals;
type Callback = (error?: Error | null) => void;

/**
 * A response for Connect middleware, which may write to it, or set headers, replace its methods and wait for its events before it
 * passes on. What is written becomes an `HttpResponse`; a response from further in is written through the methods that were
 * replaced. The methods are properties of the object itself, because Express gives it another prototype.
 */
export class CapturedResponse {
  readonly outgoing: ServerResponse;
  readonly #outgoing: Outgoing;
  readonly #real: ServerResponse | undefined;
  readonly #methods: Pick<ServerResponse, 'writeHead' | 'write' | 'end'>;
  readonly #settle: { resolve(response: HttpResponse): void; reject(error: unknown): void };
  #body: CapturedBody | undefined;
  #isOver = false;
  #isFollowed = false;

  /**
   * @param real Node's own response where there is one, whose end is also that of this one
   * @param settle told of the response once its headers are known, or of what fails before
   */
  constructor(
    incoming: IncomingMessage,
    real: ServerResponse | undefined,
    settle: { resolve(response: HttpResponse): void; reject(error: unknown): void },
  ) {
    const outgoing = new ConnectResponse(incoming) as unknown as Outgoing;
    this.outgoing = outgoing;
    this.#outgoing = outgoing;
    this.#real = real;
    this.#settle = settle;
    this.#methods = {
      writeHead: ((...given: Parameters<typeof this.writeHead>) => this.writeHead(...given)) as never,
      write: ((...given: Parameters<typeof this.write>) => this.write(...given)) as never,
      end: ((...given: Parameters<typeof this.end>) => this.end(...given)) as never,
    };
    Object.assign(outgoing, this.#methods, {
      socket: incoming.socket,
      flushHeaders: () => this.flushHeaders(),
      destroy: (error?: Error) => this.destroy(error),
      cork() {},
      uncork() {},
      writeContinue() {},
      writeProcessing() {},
      writeEarlyHints: (_hints: object, callback?: () => void) => callback?.(),
    });
    outgoing.on('newListener', (event) => {
      if (event === 'finish' || event === 'close') this.#follow();
    });
  }

  /** Whether the response is known, or has failed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether middleware has put its own method in the place of one of ours. */
  isReplaced(method: 'writeHead' | 'write' | 'end'): boolean {
    return this.#outgoing[method] !== this.#methods[method];
  }

  /** Answers with a response as it is. */
  resolve(response: HttpResponse): void {
    this.#isOver = true;
    this.#settle.resolve(response);
  }

  /** Sends the headers as they are set, as if a body followed that ends the response. */
  complete(): void {
    this.#outgoing['_implicitHeader']();
    Object.assign(this.#outgoing, { finished: true });
    this.#finishSoon();
  }

  /** A response with the status and the headers that are set here. */
  withHead(response: HttpResponse): HttpResponse {
    const outgoing = this.#outgoing;
    const lines = outgoing
      .getRawHeaderNames()
      .flatMap((name) =>
        [outgoing.getHeader(name) ?? []].flat().map((value): [string, string] => [name, String(value)]),
      );
    return response
      .withHeaders(HeaderList.from(lines))
      .withStatus(outgoing.statusCode, outgoing.statusMessage || undefined);
  }

  /** Before the response is known, it fails; after that, its stream does, where it has not ended. */
  fail(error: unknown): void {
    if (this.#isOver) this.#body?.fail(error);
    else {
      this.#isOver = true;
      this.#settle.reject(error);
      if (this.#real === undefined) queueMicrotask(() => this.#close());
    }
  }

  writeHead(status: number, ...given: [unknown?, unknown?]): ServerResponse {
    const outgoing = this.#outgoing;
    if (outgoing.headersSent) {
      const sent = new Error('Cannot write headers after they are sent to the client');
      throw Object.assign(sent, { code: 'ERR_HTTP_HEADERS_SENT' });
    }
    const [text, headers] = typeof given[0] === 'string' ? given : [undefined, given[1] ?? given[0]];
    outgoing.statusCode = status;
    if (typeof text === 'string') outgoing.statusMessage = text;
    setGivenHeaders(outgoing, headers);
    outgoing['_header'] = 'captured';
    return outgoing;
  }

  write(chunk: unknown, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    const outgoing = this.#outgoing;
    const [charset, done] = typeof encoding === 'function' ? [undefined, encoding] : [encoding, callback];
    if (!outgoing.headersSent) outgoing['_implicitHeader']();
    const bytes = bytesOf(chunk, charset);
    if (done !== undefined) queueMicrotask(() => done());
    if (outgoing.writableEnded) return false;
    const body = this.#stream();
    return body === undefined || body.push(bytes);
  }

  end(chunk?: unknown, encoding?: BufferEncoding | Callback, callback?: Callback): ServerResponse {
    const outgoing = this.#outgoing;
    if (typeof chunk === 'function') return this.end(undefined, undefined, chunk as Callback);
    const [charset, done] = typeof encoding === 'function' ? [undefined, encoding] : [encoding, callback];
    if (outgoing.writableEnded) return outgoing;
    if (done !== undefined) outgoing.once('finish', () => done());
    const bytes = chunk === undefined || chunk === null ? null : bytesOf(chunk, charset);
    if (!outgoing.headersSent) outgoing['_implicitHeader']();
    Object.assign(outgoing, { finished: true });
    if (!this.#isOver) this.#deliver(bytes);
    else {
      if (bytes !== null) this.#body?.push(bytes);
      this.#body?.end();
    }
    this.#finishSoon();
    return outgoing;
  }

  flushHeaders(): void {
    if (!this.#outgoing.headersSent) this.#outgoing['_implicitHeader']();
    this.#stream();
  }

  destroy(error?: Error): ServerResponse {
    this.fail(error ?? new Error('The middleware destroyed its response.'));
    this.#close();
    return this.#outgoing;
  }

  /** The stream that what is written goes to; undefined where it goes nowhere, as with HEAD. */
  #stream(): CapturedBody | undefined {
    if (this.#isOver) return this.#body;
    const { statusCode, req } = this.#outgoing;
    if (req.method === 'HEAD' || statusCode === 204 || statusCode === 304) {
      this.#deliver(null);
      return undefined;
    }
    const body = new CapturedBody(
      () => this.#outgoing.emit('drain'),
      () => this.#close(),
    );
    this.#body = body;
    this.#deliver(body.stream);
    return body;
  }

  #deliver(content: Uint8Array | ReadableStream<Uint8Array> | null): void {
    try {
      this.resolve(this.withHead(new HttpResponse(content)));
    } catch (error) {
      this.fail(error);
    }
  }

  #finishSoon(): void {
    if (this.#real === undefined) queueMicrotask(() => this.#finish());
  }

  // Only for those who listen.
  #follow(): void {
    if (this.#isFollowed) return;
    this.#isFollowed = true;
    // Any number of middlewares may wait for one response.
    this.#real?.setMaxListeners(0).once('finish', () => this.#finish());
    if (this.#real !== undefined) onceOver(this.#real, () => this.#close());
  }

  #finish(): void {
    const outgoing = this.#outgoing;
    if (outgoing.destroyed) return;
    // Somebody else has answered, for instance with an error.
    if (!outgoing.headersSent && this.#real !== undefined) {
      outgoing.statusCode = this.#real.statusCode;
      outgoing['_header'] = 'captured';
    }
    Object.assign(outgoing, { finished: true });
    outgoing.emit('finish');
    if (this.#real === undefined) this.#close();
  }

  #close(): void {
    if (this.#outgoing.destroyed) return;
    Object.assign(this.#outgoing, { destroyed: true });
    this.#outgoing.emit('close');
  }
}

export function bytesOf(chunk: unknown, encoding: BufferEncoding = 'utf8'): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding);
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new InvalidArgumentError('chunk of a body', 'a string or a Uint8Array', chunk);
}
