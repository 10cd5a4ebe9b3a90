import { FwError } from '../errors/fw-error.ts';
import { HttpError, PayloadTooLargeError } from '../errors/http-error.ts';
import { canonicalPath } from './canonical-path.ts';
import { parseCookies } from './cookies.ts';
import { findHeader, readOnlyHeaders } from './header-list.ts';
import { collect, limitStream } from './bodies/limited-stream.ts';
import { parseQuery } from './bodies/parse-body.ts';
import type { WaitUntil } from './platform.ts';

/** In bytes; what `config.server.body_limit` changes. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

/** How many fields a form or a query may have; what `config.server.field_limit` changes. */
export const DEFAULT_FIELD_LIMIT = 1000;

/** The property by which another installed copy of the package recognises a source, as `instanceof` cannot. */
const SOURCE: unique symbol = Symbol.for('fw-runtime.request-source');

/** What is made on first use. One object, since nearly no request needs any of it. */
interface Made {
  headers?: Headers;
  url?: URL;
  query?: URLSearchParams;
  cookies?: ReadonlyMap<string, string>;
  signal?: AbortSignal;
  closing?: AbortSignal;
  web?: Request;
  /** The whole body, once somebody has peeked at it. */
  kept?: Uint8Array;
}

interface LoggedRoute {
  readonly name: string;
  readonly explicitName: string | undefined;
  toString(): string;
}

/**
 * A request as it was received, shared by all copies of a `ServerRequest`: request line, headers and the one body.
 * Subclasses read it from a Web `Request` or from Node's `IncomingMessage`.
 */
export abstract class RequestSource {
  abstract readonly method: string;
  /** Canonical, as received (rule P1). */
  abstract readonly path: string;
  /** Without "?"; "" when absent. */
  abstract readonly queryString: string;
  /** The header lines: name, value, name, value, … */
  protected abstract readonly lines: readonly string[];
  /** What the Content-Length says; 0 when it is absent. */
  protected abstract readonly contentLength: number;
  abstract readonly ip: string | undefined;
  abstract readonly signal: AbortSignal;
  /** Absolute, as received. */
  abstract readonly href: string;
  abstract toWeb(): Request;

  /** The error with which the application refuses a request that it cannot route: a malformed path, a body too large. */
  refusal: HttpError | undefined = undefined;
  /** The application that was given it from outside, whose limits count; undefined for a request that a middleware made. */
  receiver: { readonly fieldLimit?: number } | undefined = undefined;
  /** In bytes; set by the first application that handles the request, and lowered by `withBodyLimit`. */
  bodyLimit: number = DEFAULT_BODY_LIMIT;
  /** See pipeline/request-trace.ts. */
  trace: object | undefined = undefined;
  /** The route that routing found last, for the log: in variant B an error doesn't carry the request it arose in. */
  route: LoggedRoute | undefined = undefined;
  #bodyUsed = false;
  #stream: ReadableStream<Uint8Array> | null | undefined;
  #made: Made | undefined;

  /** The body as the runtime gives it, without a limit; null when there is none. */
  protected abstract openStream(): ReadableStream<Uint8Array> | null;

  /**
   * The whole body, converted; fails when it is larger than the limit. Overridden where there is a faster way than a stream.
   *
   * @param convert may throw
   */
  protected readAll<T>(convert: (bytes: Uint8Array) => T): Promise<T> {
    const stream = this.openStream();
    return collect(stream && limitStream(stream, this)).then(convert);
  }

  /** The canonical form of a path; of a malformed one "/", and the request is refused. */
  protected canonical(path: string): string {
    try {
      return canonicalPath(path);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.refusal = error;
      return '/';
    }
  }

  protected get made(): Made {
    return (this.#made ??= {});
  }

  /** @internal */
  get [SOURCE](): true {
    return true;
  }

  get headers(): Headers {
    return (this.made.headers ??= readOnlyHeaders(this.lines));
  }

  header(name: string): string | undefined {
    return findHeader(this.lines, name);
  }

  get url(): URL {
    return (this.made.url ??= new URL(this.href));
  }

  /** @throws HttpError 400 when it has more fields than the limit */
  get query(): URLSearchParams {
    return (this.made.query ??= parseQuery(this.queryString, this.fieldLimit));
  }

  get fieldLimit(): number {
    return this.receiver?.fieldLimit ?? DEFAULT_FIELD_LIMIT;
  }

  get cookies(): ReadonlyMap<string, string> {
    return (this.made.cookies ??= parseCookies(this.header('cookie')));
  }

  get closing(): AbortSignal {
    return (this.made.closing ??= this.openClosing());
  }

  /** Aborted when the server shuts down; never where there is none. */
  protected openClosing(): AbortSignal {
    return new AbortController().signal;
  }

  /** Whether errors may show source code, and whether the request is recorded; see development/gate.ts. */
  get isDeveloper(): boolean {
    return false;
  }

  /** Whether the server has been told to stop; never where there is none. */
  get draining(): boolean {
    return false;
  }

  /** What the runtime has handed over. */
  get platform(): unknown {
    return undefined;
  }

  get waitUntil(): WaitUntil | undefined {
    return undefined;
  }

  /** Whether somebody began to read the body. */
  get bodyUsed(): boolean {
    if (this.#bodyUsed) return true;
    if (this.#stream === undefined) return !this.isKept && this.isTaken();
    return this.#stream?.locked === true;
  }

  /** Whether somebody has peeked at the body, so that it is no longer where it came from. */
  protected get isKept(): boolean {
    return this.#made?.kept !== undefined;
  }

  /** Whether the body was read past this object. */
  protected isTaken(): boolean {
    return false;
  }

  /** The error when the Content-Length is larger than the limit, so that nothing of the body need be read (rule S3). */
  bodyTooLarge(): PayloadTooLargeError | undefined {
    if (this.method === 'GET' || this.method === 'HEAD') return undefined;
    return this.contentLength > this.bodyLimit ? new PayloadTooLargeError(this.bodyLimit) : undefined;
  }

  /**
   * @throws FwError FW_BODY_USED when the body was read before
   * @throws PayloadTooLargeError when it is larger than the limit
   */
  read(): Promise<Uint8Array> {
    return this.readAs(asItIs);
  }

  /**
   * The same in another form, in one promise.
   *
   * @param convert what it throws, the promise rejects with
   */
  readAs<T>(convert: (bytes: Uint8Array) => T): Promise<T> {
    if (this.bodyUsed) return Promise.reject(this.#alreadyUsed());
    this.#bodyUsed = true;
    const tooLarge = this.bodyTooLarge();
    if (tooLarge !== undefined) return Promise.reject(tooLarge);
    if (!this.#stream && !this.isKept) return this.readAll(convert);
    return collect(this.#stream ?? this.#openLimited()).then(convert);
  }

  /**
   * The whole body, which can be read once more.
   *
   * @throws FwError FW_BODY_USED when the body was read before
   * @throws PayloadTooLargeError when it is larger than the limit
   */
  async peek(): Promise<Uint8Array> {
    const { made } = this;
    if (made.kept !== undefined) return made.kept;
    made.kept = await this.read();
    this.#bodyUsed = false;
    this.#stream = undefined;
    return made.kept;
  }

  /** The body as a stream that fails when it grows larger than the limit; the same one each time. */
  stream(): ReadableStream<Uint8Array> | null {
    if (this.#stream === undefined) {
      this.#stream = this.bodyUsed
        ? failing(this.#alreadyUsed())
        : this.#openLimited(() => (this.#bodyUsed = true));
    }
    return this.#stream;
  }

  #openLimited(onRead?: () => void): ReadableStream<Uint8Array> | null {
    const [kept, { method }] = [this.#made?.kept, this];
    const isAsGiven = kept === undefined || method === 'GET' || method === 'HEAD';
    const stream = isAsGiven ? this.openStream() : new Response(kept).body;
    return stream && limitStream(stream, this, onRead);
  }

  #alreadyUsed(): FwError {
    return new FwError(
      'FW_BODY_USED',
      `The body of ${this.method} ${this.path} has been read before; read it once and pass the value on as an attribute.`,
    );
  }
}

/** Whether a value is a source of this or of another installed copy of the package. */
export function isRequestSource(value: unknown): value is RequestSource {
  if (value instanceof RequestSource) return true;
  return typeof value === 'object' && value !== null && SOURCE in value;
}

function asItIs(bytes: Uint8Array): Uint8Array {
  return bytes;
}

function failing(error: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(error) });
}
