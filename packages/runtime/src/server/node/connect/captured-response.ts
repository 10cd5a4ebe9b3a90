import type { IncomingMessage, ServerResponse } from 'node:http';
import { HeaderList } from '../../../kernel/http/header-list.ts';
import { HttpResponse } from '../../../kernel/http/http-response.ts';
import { onClose } from '../exchange.ts';
import { markHeadersSent, sendImplicitHeaders } from '../internals/response-state.ts';
import { bufferOf } from '../stream-writer.ts';
import { CapturedBody } from './captured-body.ts';
import { ConnectResponse, setGivenHeaders } from './connect-response.ts';

type Callback = (error?: Error | null) => void;

/**
 * A response for Connect middleware, which may write to it, or set headers, replace its methods and wait for its events before it
 * calls `next`. Written content becomes an `HttpResponse`; the response of `next` is written through replaced methods. The methods
 * are properties of the object itself, because Express replaces its prototype.
 */
export class CapturedResponse {
  readonly outgoing: ServerResponse;
  /** Resolved once the status and the headers are known. */
  readonly settled: Promise<HttpResponse>;
  readonly #real: ServerResponse | undefined;
  readonly #methods: Pick<ServerResponse, 'writeHead' | 'write' | 'end'>;
  #resolve!: (response: HttpResponse) => void;
  #reject!: (error: unknown) => void;
  #body: CapturedBody | undefined;
  #isSettled = false;
  #isFollowed = false;

  /** @param real Node's own response, with which this response ends; undefined over `fetch` */
  constructor(incoming: IncomingMessage, real: ServerResponse | undefined) {
    const outgoing = new ConnectResponse(incoming);
    this.outgoing = outgoing;
    this.#real = real;
    this.settled = new Promise((...settle) => ([this.#resolve, this.#reject] = settle));
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

  /** Whether `settled` is settled. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Whether middleware has replaced one of the methods. */
  isReplaced(method: 'writeHead' | 'write' | 'end'): boolean {
    return this.outgoing[method] !== this.#methods[method];
  }

  /** Settles with a response. */
  resolve(response: HttpResponse): void {
    this.#isSettled = true;
    this.#resolve(response);
  }

  /** Sends the headers as they are set, and ends without a body. */
  complete(): void {
    sendImplicitHeaders(this.outgoing);
    Object.assign(this.outgoing, { finished: true });
    this.#finishSoon();
  }

  /** A copy of a response with the status and the headers that are set here. */
  withHead(response: HttpResponse): HttpResponse {
    const { outgoing } = this;
    // Node's types lack `getRawHeaderNames` on a ServerResponse.
    const names = (outgoing as unknown as { getRawHeaderNames(): string[] }).getRawHeaderNames();
    const lines = names.flatMap((name) =>
      [outgoing.getHeader(name) ?? []].flat().map((value): [string, string] => [name, String(value)]),
    );
    return response
      .withHeaders(HeaderList.from(lines))
      .withStatus(outgoing.statusCode, outgoing.statusMessage || undefined);
  }

  /** Rejects; after the response has been settled, its stream fails unless it has ended. */
  fail(error: unknown): void {
    if (this.#isSettled) this.#body?.fail(error);
    else {
      this.#isSettled = true;
      this.#reject(error);
      if (this.#real === undefined) queueMicrotask(() => this.#close());
    }
  }

  writeHead(status: number, ...given: [unknown?, unknown?]): ServerResponse {
    const { outgoing } = this;
    if (outgoing.headersSent) {
      const sent = new Error('Cannot write headers after they are sent to the client');
      throw Object.assign(sent, { code: 'ERR_HTTP_HEADERS_SENT' });
    }
    const [text, headers] = typeof given[0] === 'string' ? given : [undefined, given[1] ?? given[0]];
    outgoing.statusCode = status;
    if (typeof text === 'string') outgoing.statusMessage = text;
    setGivenHeaders(outgoing, headers);
    markHeadersSent(outgoing);
    return outgoing;
  }

  // Fastify passes null in place of an encoding and a callback.
  write(chunk: unknown, encoding?: BufferEncoding | Callback | null, callback?: Callback | null): boolean {
    const { outgoing } = this;
    const [charset, done] = typeof encoding === 'function' ? [undefined, encoding] : [encoding, callback];
    sendImplicitHeaders(outgoing);
    const bytes = bufferOf(chunk, charset ?? undefined);
    if (typeof done === 'function') queueMicrotask(() => done());
    if (outgoing.writableEnded) return false;
    const body = this.#stream();
    return body === undefined || body.push(bytes);
  }

  end(
    chunk?: unknown,
    encoding?: BufferEncoding | Callback | null,
    callback?: Callback | null,
  ): ServerResponse {
    const { outgoing } = this;
    if (typeof chunk === 'function') return this.end(undefined, undefined, chunk as Callback);
    const [charset, done] = typeof encoding === 'function' ? [undefined, encoding] : [encoding, callback];
    if (outgoing.writableEnded) return outgoing;
    if (typeof done === 'function') outgoing.once('finish', () => done());
    const bytes = chunk === undefined || chunk === null ? null : bufferOf(chunk, charset ?? undefined);
    sendImplicitHeaders(outgoing);
    Object.assign(outgoing, { finished: true });
    if (!this.#isSettled) this.#deliver(bytes);
    else {
      if (bytes !== null) this.#body?.push(bytes);
      this.#body?.end();
    }
    this.#finishSoon();
    return outgoing;
  }

  flushHeaders(): void {
    sendImplicitHeaders(this.outgoing);
    this.#stream();
  }

  destroy(error?: Error): ServerResponse {
    this.fail(error ?? new Error('The middleware destroyed its response.'));
    this.#close();
    return this.outgoing;
  }

  /** The stream for written content; undefined for a response without a body, as with HEAD. */
  #stream(): CapturedBody | undefined {
    if (this.#isSettled) return this.#body;
    const { statusCode, req } = this.outgoing;
    if (req.method === 'HEAD' || statusCode === 204 || statusCode === 304) {
      this.#deliver(null);
      return undefined;
    }
    const body = new CapturedBody(
      () => this.outgoing.emit('drain'),
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

  // Called when a listener is added.
  #follow(): void {
    if (this.#isFollowed) return;
    this.#isFollowed = true;
    // Any number of middleware functions may wait for one response.
    this.#real?.setMaxListeners(0).once('finish', () => this.#finish());
    if (this.#real !== undefined) onClose(this.#real, () => this.#close());
  }

  #finish(): void {
    const { outgoing } = this;
    if (outgoing.destroyed) return;
    // The response was sent in another way, for instance as an error.
    if (!outgoing.headersSent && this.#real !== undefined) {
      outgoing.statusCode = this.#real.statusCode;
      markHeadersSent(outgoing);
    }
    Object.assign(outgoing, { finished: true });
    outgoing.emit('finish');
    if (this.#real === undefined) this.#close();
  }

  #close(): void {
    if (this.outgoing.destroyed) return;
    Object.assign(this.outgoing, { destroyed: true });
    this.outgoing.emit('close');
  }
}
