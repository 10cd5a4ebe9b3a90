import { HttpError, PayloadTooLargeError } from '../errors/http-error.ts';
import {
  bodyUsedError,
  type BodyType,
  collect,
  type ConvertBody,
  convertBody,
  DEFAULT_BODY_LIMIT,
  DEFAULT_FIELD_LIMIT,
  limitStream,
  parseQuery,
} from './bodies/read-body.ts';
import { readPath, type Spelling } from './canonical-path.ts';
import { parseCookies } from './cookies.ts';
import { findHeader, readOnlyHeaders } from './header-list.ts';
import { type WaitUntil, waitUntilOf } from './platform.ts';

/** Created on first use. One object, because nearly no request needs any of it. */
interface Cache {
  lines?: readonly string[];
  headers?: Headers;
  url?: URL;
  query?: URLSearchParams;
  cookies?: ReadonlyMap<string, string>;
  signal?: AbortSignal;
  closing?: AbortSignal;
  web?: Request;
  /** The whole body, after `peek()`. */
  body?: Uint8Array;
}

/** A request as it was received, shared by all its copies. Subclasses wrap a Web `Request` or Node's `IncomingMessage`. */
export abstract class RequestSource {
  abstract readonly method: string;
  /** Canonical, as received (rule P1). */
  abstract readonly path: string;
  /** Without "?"; "" when absent. */
  abstract readonly queryString: string;
  /** The header lines: name, value, name, value, … */
  protected abstract readonly lines: readonly string[];
  /** The value of Content-Length; 0 when it is absent. */
  protected abstract readonly contentLength: number;
  abstract readonly ip: string | undefined;
  abstract readonly signal: AbortSignal;
  /** Absolute, as received. */
  abstract readonly href: string;
  abstract readonly platform: unknown;
  abstract toWeb(): Request;

  /** The error with which the application rejects a request that it cannot route: a malformed path, a body too large. */
  rejection: HttpError | undefined = undefined;
  /** Undefined for a plain path, which every reader reads alike. */
  spelling: Spelling | undefined = undefined;
  /** The application that received it from outside, whose limits apply; undefined for a request that middleware created. */
  receiver: { readonly fieldLimit?: number } | undefined = undefined;
  /** In bytes; set by the first application that handles the request, and lowered by `withBodyLimit`. */
  bodyLimit: number = DEFAULT_BODY_LIMIT;
  /** See pipeline/observer.ts. */
  trace: object | undefined = undefined;
  /** The route that routing found last, for the log: in variant B an error has no reference to its request. */
  route: { readonly name: string; readonly explicitName: string | undefined } | undefined = undefined;
  #bodyUsed = false;
  #stream: ReadableStream<Uint8Array> | null | undefined;
  #cache: Cache | undefined;

  /** Whether the body was read without this object. */
  protected abstract isTaken(): boolean;

  /** The body from the runtime, without a limit; null when the request has no body. */
  protected abstract openStream(): ReadableStream<Uint8Array> | null;

  /** The whole body; fails when it is larger than the limit. Overridden where there is a faster way than a stream. */
  protected readAll(as: BodyType, convert: ConvertBody | undefined): Promise<unknown> {
    // Reading with a limit takes less time than a second stream that has it.
    return collect(this.openStream(), this).then((bytes) => convertBody(bytes, as, convert));
  }

  #readStream(as: BodyType, convert: ConvertBody | undefined): Promise<unknown> {
    const stream = this.#stream ?? this.#openLimited();
    return collect(stream).then((bytes) => convertBody(bytes, as, convert));
  }

  /** The canonical form of a path that isn't plain; for a malformed path "/", and the request is rejected. */
  protected canonical(path: string, isStrict = false): string {
    try {
      return (this.spelling = readPath(path, isStrict)).canonical;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.rejection = error;
      return '/';
    }
  }

  protected get cache(): Cache {
    return (this.#cache ??= {});
  }

  get headers(): Headers {
    return (this.cache.headers ??= readOnlyHeaders(this.lines));
  }

  header(name: string): string | undefined {
    return findHeader(this.lines, name);
  }

  get url(): URL {
    if (this.cache.url !== undefined) return this.cache.url;
    const url = (this.cache.url = new URL(this.href));
    if (this.spelling !== undefined) url.pathname = this.path;
    return url;
  }

  /** @throws {@link HttpError} 400 when it has more fields than the limit */
  get query(): URLSearchParams {
    return (this.cache.query ??= parseQuery(this.queryString, this.fieldLimit));
  }

  get fieldLimit(): number {
    return this.receiver?.fieldLimit ?? DEFAULT_FIELD_LIMIT;
  }

  get cookies(): ReadonlyMap<string, string> {
    return (this.cache.cookies ??= parseCookies(this.header('cookie')));
  }

  get closing(): AbortSignal {
    return (this.cache.closing ??= this.openClosing());
  }

  /** Aborted when the server shuts down; never if there is no server. */
  protected openClosing(): AbortSignal {
    return new AbortController().signal;
  }

  get waitUntil(): WaitUntil | undefined {
    return waitUntilOf(this.platform);
  }

  /** Whether this process or a client on this machine has sent the request. With `debug`, it sees messages and stacks. */
  get isLocal(): boolean {
    return false;
  }

  /** Whether the server is shutting down; always false if there is no server. */
  get draining(): boolean {
    return false;
  }

  /** Whether reading the body has begun. */
  get bodyUsed(): boolean {
    if (this.#bodyUsed) return true;
    if (this.#stream === undefined) return this.#cache?.body === undefined && this.isTaken();
    return this.#stream?.locked === true;
  }

  /** The error when the Content-Length is larger than the limit, so that the body need not be read (rule S3). */
  bodyTooLarge(): PayloadTooLargeError | undefined {
    if (this.method === 'GET' || this.method === 'HEAD') return undefined;
    return this.contentLength > this.bodyLimit ? new PayloadTooLargeError(this.bodyLimit) : undefined;
  }

  /**
   * The whole body, as bytes or as a string.
   *
   * @param convert converts the string; the promise rejects with the error that it throws
   * @throws {@link FwError} FW_BODY_USED when the body was read before
   * @throws {@link PayloadTooLargeError} when it is larger than the limit
   */
  read(as: 'bytes'): Promise<Uint8Array>;
  read<T = string>(as: 'text', convert?: (text: string) => T): Promise<T>;
  read(as: BodyType, convert?: ConvertBody): Promise<unknown> {
    if (this.bodyUsed) return Promise.reject(bodyUsedError(this));
    this.#bodyUsed = true;
    const tooLarge = this.bodyTooLarge();
    if (tooLarge !== undefined) return Promise.reject(tooLarge);
    // The body may have been opened as a stream, or kept by `peek()`.
    const isOpen = this.#stream || this.#cache?.body !== undefined;
    return isOpen ? this.#readStream(as, convert) : this.readAll(as, convert);
  }

  /** The bytes of the body, which can be read again. */
  async peek(): Promise<Uint8Array> {
    const body = this.cache.body ?? (await this.read('bytes'));
    this.#bodyUsed = false;
    this.#stream = undefined;
    return (this.cache.body = body);
  }

  /** The body as a stream that fails when it grows larger than the limit; the same object each time. */
  stream(): ReadableStream<Uint8Array> | null {
    if (this.#stream !== undefined) return this.#stream;
    if (!this.bodyUsed) return (this.#stream = this.#openLimited(() => (this.#bodyUsed = true)));
    const error = bodyUsedError(this);
    return (this.#stream = new ReadableStream({ start: (controller) => controller.error(error) }));
  }

  #openLimited(onRead?: () => void): ReadableStream<Uint8Array> | null {
    const kept = this.#cache?.body;
    const isBodiless = this.method === 'GET' || this.method === 'HEAD';
    const stream = kept === undefined || isBodiless ? this.openStream() : new Response(kept).body;
    return stream && limitStream(stream, this, onRead);
  }
}
