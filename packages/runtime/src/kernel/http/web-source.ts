import type { BodyType, ConvertBody } from './bodies/read-body.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { AttributeName } from './attributes.ts';
import { PayloadTooLargeError } from '../errors/http-error.ts';
import { isSameName } from './header-list.ts';
import { ipOf, type Platform, targetOf } from './platform.ts';
import { malformedTarget, NO_HOST } from './request-changes.ts';
import { isPlain } from './canonical-path.ts';
import { RequestSource } from './request-source.ts';

/**
 * The options of a request that you create, in addition to the init of a Web `Request`.
 *
 * @typeParam Params the parameters of the route, for a test that calls a handler directly
 */
export interface ServerRequestInit<Params extends object = Record<string, string>> extends RequestInit {
  /**
   * The parameters that a route would have matched, decoded; none when absent. Each is an attribute too, as after a
   * match (rule R15).
   */
  params?: Params;
  /** Attributes as pairs of key and value, as for `with` and `withAttribute`; none when absent. */
  attributes?: Iterable<readonly [AttributeName, unknown]>;
  /** The value of `request.platform`; undefined when absent. */
  platform?: Platform;
}

/** Methods that a Web `Request` rejects, though a server may receive them. */
export const REJECTED_BY_WEB: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT']);

const encoder = new TextEncoder();

const BASE = 'http://localhost';

/** A request from a Web `Request`: from `fetch`, another runtime or a test. */
export class WebSource extends RequestSource {
  readonly method: string;
  readonly path: string;
  readonly queryString: string;
  // Private, so that a printed request does not show credentials.
  readonly #request: Request;
  readonly #platform: unknown;
  #contentLength: number | undefined;

  /** @param isStrict whether code in front may have judged the path as received (rule P1) */
  constructor(request: Request, method: string = request.method, platform?: unknown, isStrict = false) {
    super();
    this.#request = request;
    this.#platform = platform;
    this.method = method.toUpperCase();
    const target = targetOf(request);
    if (target === undefined) this.rejection = malformedTarget();
    const known = target ?? '/';
    const mark = known.indexOf('?');
    const path = mark === -1 ? known : known.slice(0, mark);
    this.path = isPlain(path) ? path : this.canonical(path, isStrict);
    this.queryString = mark === -1 ? '' : known.slice(mark + 1);
  }

  protected get request(): Request {
    return this.#request;
  }

  protected get lines(): readonly string[] {
    return (this.cache.lines ??= [...this.#request.headers].flat());
  }

  protected get contentLength(): number {
    return (this.#contentLength ??= Number(this.#request.headers.get('content-length') ?? 0));
  }

  override header(name: string): string | undefined {
    // Not every runtime joins the lines of Cookie by "; ".
    if (isSameName(name, 'cookie')) return super.header(name);
    try {
      return this.#request.headers.get(name) ?? undefined;
    } catch {
      // No header has such a name.
      return undefined;
    }
  }

  get platform(): unknown {
    return this.#platform;
  }

  get ip(): string | undefined {
    return ipOf(this.#platform, this.#request);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get href(): string {
    const { url } = this.#request;
    return URL.canParse(url) ? url : `http://${NO_HOST}${this.path}?${this.queryString}`;
  }

  toWeb(): Request {
    if (this.cache.web !== undefined) return this.cache.web;
    const [request, { href }] = [this.#request, this];
    const isUrl = href === request.url;
    // The body of the runtime has no limit, so it is replaced.
    if (isUrl && (request.body === null || this.bodyUsed)) return request;
    const { method, headers, signal } = request;
    const body = this.bodyUsed ? null : this.stream();
    // A stream needs `duplex`, which the types of the DOM lack.
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
    return (this.cache.web = new Request(isUrl ? request : href, init));
  }

  protected isTaken(): boolean {
    return this.#request.bodyUsed;
  }

  // The platform reads a body faster than a stream does, but without a limit. A server sends no more than the Content-Length.
  protected override readAll(as: BodyType, convert: ConvertBody | undefined): Promise<unknown> {
    if (this.contentLength === 0) return super.readAll(as, convert);
    if (as === 'bytes') {
      return this.settle(this.#request.arrayBuffer(), (buffer) => {
        this.#checkSize(buffer.byteLength);
        return new Uint8Array(buffer);
      });
    }
    return this.settle(this.#request.text(), (text) => {
      // A character takes one byte at least.
      this.#checkSize(text.length > this.contentLength ? encoder.encode(text).byteLength : text.length);
      return convert === undefined ? text : convert(text as never);
    });
  }

  /** Converts what the platform reads. Overridden by servers that limit the time. */
  protected settle<V, T>(reading: Promise<V>, convert: (value: V) => T): Promise<T> {
    return reading.then(convert);
  }

  // The Content-Length of a request that no server has received may be wrong.
  #checkSize(size: number): void {
    if (size > this.bodyLimit) throw new PayloadTooLargeError(this.bodyLimit);
  }

  protected openStream(): ReadableStream<Uint8Array> | null {
    return this.#request.body;
  }
}

/** A request that this process created, as a test does. A request passed to `fetch` may come from anywhere. */
class OwnSource extends WebSource {
  override get isLocal(): boolean {
    return this.ip === undefined;
  }
}

/**
 * The source of a `ServerRequest` that user code creates.
 *
 * @param input relative URLs are resolved against `BASE`
 * @throws {@link InvalidArgumentError} when it is not a URL
 */
export function toSource(
  input: string | URL | Request,
  init: ServerRequestInit<object> | undefined,
  isStrict = false,
): RequestSource {
  if (input instanceof Request && init === undefined) {
    return new OwnSource(input, undefined, undefined, isStrict);
  }
  const method = init?.method?.toUpperCase();
  const isRejected = method !== undefined && REJECTED_BY_WEB.has(method);
  const url = input instanceof Request ? input : toUrl(input);
  const request = new Request(url, isRejected ? { ...init, method: 'GET' } : init);
  return new OwnSource(request, method, init?.platform, isStrict);
}

function toUrl(input: string | URL): URL {
  if (URL.canParse(String(input), BASE)) return new URL(input, BASE);
  throw new InvalidArgumentError('input', 'a path, a URL or a Web Request', input);
}
