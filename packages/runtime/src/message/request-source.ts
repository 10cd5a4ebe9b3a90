import { FwError } from '../error/fw-error.ts';
import { HttpError, PayloadTooLargeError } from '../error/http-error.ts';
import { canonicalPath } from './canonical-path.ts';
import { findHeader, ReadOnlyHeaders } from './header-list.ts';

/** In bytes; what `config.server.body_limit` changes. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

/** Where a source says that it is one, for another installed copy of the package, which cannot know it by `instanceof`. */
const SOURCE: unique symbol = Symbol.for('fw-runtime.request-source');

/**
 * What a request was received as, shared by all its copies: the request line, the headers and the one body.
 * There is one kind for a Web `Request` and one for Node's `IncomingMessage`.
 */
export abstract class RequestSource {
  abstract readonly method: string;
  /** Canonical, as received (SEMANTICS P1). */
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

  /** Why the request cannot be routed: its path is malformed, or its body too large. The application refuses it. */
  fault: HttpError | undefined = undefined;
  /** Whether an application was given this request, so that no middleware made it. */
  isReceived: boolean = false;
  /** The most that a body may hold, in bytes. There is one body, so the first application that handles it decides. */
  bodyLimit: number = DEFAULT_BODY_LIMIT;
  /** See pipeline/request-trace.ts. */
  trace: object | undefined = undefined;
  #bodyUsed = false;
  #stream: ReadableStream<Uint8Array> | null | undefined;
  #headers: Headers | undefined;
  #url: URL | undefined;
  #query: URLSearchParams | undefined;
  #closing: AbortSignal | undefined;

  /** The body as the runtime gives it, without a limit; null when there is none. */
  protected abstract openStream(): ReadableStream<Uint8Array> | null;

  /** The whole body; fails when it is larger than the limit. Overridden where there is a faster way than a stream. */
  protected readAll(): Promise<Uint8Array> {
    const stream = this.openStream();
    return collect(stream && limitStream(stream, this.bodyLimit));
  }

  /** The canonical form of a path, or "/" and a fault when it has none. */
  protected canonical(path: string): string {
    try {
      return canonicalPath(path);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.fault = error;
      return '/';
    }
  }

  /** @internal */
  get [SOURCE](): true {
    return true;
  }

  get headers(): Headers {
    return (this.#headers ??= new ReadOnlyHeaders(this.lines));
  }

  header(name: string): string | undefined {
    return findHeader(this.lines, name);
  }

  get url(): URL {
    return (this.#url ??= new URL(this.href));
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.queryString));
  }

  get closing(): AbortSignal {
    return (this.#closing ??= this.openClosing());
  }

  /** Aborted when the server shuts down; never where there is none. */
  protected openClosing(): AbortSignal {
    return new AbortController().signal;
  }

  /** Whether somebody began to read the body. */
  get bodyUsed(): boolean {
    return this.#bodyUsed || (this.#stream === undefined ? this.isTaken() : this.#stream?.locked === true);
  }

  /** Whether the body was read past this object. */
  protected isTaken(): boolean {
    return false;
  }

  /** Why a body is refused before any of it is read: its Content-Length is larger than the limit (SEMANTICS S3). */
  excess(): PayloadTooLargeError | undefined {
    if (this.method === 'GET' || this.method === 'HEAD') return undefined;
    return this.contentLength > this.bodyLimit ? new PayloadTooLargeError(this.bodyLimit) : undefined;
  }

  /**
   * @throws FwError FW_BODY_USED when the body was read before
   * @throws PayloadTooLargeError when it is larger than the limit
   */
  read(): Promise<Uint8Array> {
    if (this.bodyUsed) return Promise.reject(this.#alreadyUsed());
    this.#bodyUsed = true;
    const excess = this.excess();
    if (excess !== undefined) return Promise.reject(excess);
    return this.#stream ? collect(this.#stream) : this.readAll();
  }

  /** The body as a stream that fails when it grows larger than the limit; the same one each time. */
  stream(): ReadableStream<Uint8Array> | null {
    if (this.#stream === undefined) {
      const stream = this.bodyUsed ? failing(this.#alreadyUsed()) : this.openStream();
      this.#stream = stream && limitStream(stream, this.bodyLimit, () => (this.#bodyUsed = true));
    }
    return this.#stream;
  }

  #alreadyUsed(): FwError {
    return new FwError(
      'FW_BODY_USED',
      `The body of ${this.method} ${this.path} has been read before; read it once and pass the value on as an attribute.`,
    );
  }
}

/** Whether a value is what a request of this or of another installed copy of the package was received as. */
export function isRequestSource(value: unknown): value is RequestSource {
  if (value instanceof RequestSource) return true;
  return typeof value === 'object' && value !== null && SOURCE in value;
}

function failing(error: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(error) });
}

/** The content of a stream as one array. */
async function collect(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A stream of the same bytes that fails with a PayloadTooLargeError once there are more than `limit`. */
function limitStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  onRead?: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onRead?.();
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > limit) {
          const error = new PayloadTooLargeError(limit);
          reader.cancel(error).catch(() => {});
          throw error;
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read before somebody asks for it.
    { highWaterMark: 0 },
  );
}
