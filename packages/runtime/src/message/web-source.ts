import { InvalidArgumentError } from '../error/coded-errors.ts';
import { ipOf, type WaitUntil, waitUntilOf } from './platform.ts';
import type { RequestChanges } from './request-changes.ts';
import { isRequestSource, RequestSource } from './request-source.ts';
import type { ServerRequestInit } from './server-request-init.ts';

/** Methods that a Web `Request` refuses, though a server may receive them. */
const REFUSED_BY_WEB: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT']);

const BASE = 'http://localhost';

/** A request given as a Web `Request`: by `fetch`, by another runtime, by a test. */
export class WebSource extends RequestSource {
  readonly method: string;
  readonly path: string;
  readonly queryString: string;
  readonly #request: Request;
  readonly #platform: unknown;
  #lines: readonly string[] | undefined;
  // Made when somebody has peeked at the body.
  #kept: Request | undefined;

  constructor(request: Request, method: string = request.method, platform?: unknown) {
    super();
    this.#request = request;
    this.#platform = platform;
    this.method = method.toUpperCase();
    const { pathname, search } = new URL(request.url);
    this.path = this.canonical(pathname);
    this.queryString = search.slice(1);
  }

  protected get lines(): readonly string[] {
    return (this.#lines ??= [...this.#request.headers].flat());
  }

  protected get contentLength(): number {
    return Number(this.header('content-length') ?? 0);
  }

  override get platform(): unknown {
    return this.#platform;
  }

  override get waitUntil(): WaitUntil | undefined {
    return waitUntilOf(this.#platform);
  }

  get ip(): string | undefined {
    return ipOf(this.#platform, this.#request);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get href(): string {
    return this.#request.url;
  }

  toWeb(): Request {
    if (this.#kept !== undefined) return this.#kept;
    if (!this.isKept || this.bodyUsed) return this.#request;
    // The types of the DOM do not know `duplex`, without which a stream is refused.
    const init: RequestInit & { duplex: 'half' } = { body: this.stream(), duplex: 'half' };
    return (this.#kept = new Request(this.#request, init));
  }

  protected override isTaken(): boolean {
    return this.#request.bodyUsed;
  }

  protected openStream(): ReadableStream<Uint8Array> | null {
    return this.#request.body;
  }
}

/**
 * The source of a `ServerRequest` that somebody makes.
 *
 * @param input a relative URL is taken from `BASE`
 * @throws InvalidArgumentError when it is no URL
 */
export function toSource(
  input: string | URL | Request | RequestSource,
  init: ServerRequestInit<object> | undefined,
): RequestSource {
  if (isRequestSource(input)) return input;
  if (input instanceof Request && init === undefined) return new WebSource(input);
  const method = init?.method?.toUpperCase();
  const refused = method !== undefined && REFUSED_BY_WEB.has(method);
  const url = input instanceof Request ? input : toUrl(input);
  const request = new Request(url, refused ? { ...init, method: 'GET' } : init);
  return new WebSource(request, method, init?.platform);
}

/** The part of a `ServerRequest` that a Web `Request` has too. */
interface Received {
  readonly source: RequestSource;
  readonly method: string;
  readonly headers: Headers;
  readonly url: URL;
  readonly signal: AbortSignal;
  readonly changes: RequestChanges | undefined;
}

/**
 * A request as it was received, with the method, the headers, the client and the signal that a copy of it has.
 *
 * @throws InvalidArgumentError for the methods that a Web `Request` cannot have
 */
export function toWebRequest(request: Received): Request {
  const { source, method, headers, url, changes } = request;
  if (REFUSED_BY_WEB.has(method)) {
    throw new InvalidArgumentError('method', 'one that a Web Request can have', method);
  }
  if (changes === undefined && method === source.method) return source.toWeb();
  const { signal } = request;
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal });
  if (changes?.client === undefined) return new Request(source.toWeb(), { method, headers, signal });
  const { body } = source.toWeb();
  // The types of the DOM do not know `duplex`, without which a stream is refused.
  const init: RequestInit = { method, headers, signal, body, ...(body !== null && { duplex: 'half' }) };
  return new Request(url, init);
}

function toUrl(input: string | URL): URL {
  try {
    return new URL(input, BASE);
  } catch {
    throw new InvalidArgumentError('input', 'a path, a URL or a Web Request', input);
  }
}
