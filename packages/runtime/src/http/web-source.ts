import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { HOST, malformedTarget, NO_HOST } from './host.ts';
import { ipOf, type WaitUntil, waitUntilOf } from './platform.ts';
import type { RequestChanges } from './request-changes.ts';
import { isRequestSource, RequestSource } from './request-source.ts';
import type { ServerRequestInit } from './server-request-init.ts';

/** Methods that a Web `Request` refuses, though a server may receive them. */
const REFUSED_BY_WEB: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT']);

const BASE = 'http://localhost';

// Bun gives "/path" where there is no Host. Deno joins Host and target without parsing them: "http://evil/admin?/path".
const URL_OF_REQUEST = /^(?:https?:\/\/([^/?#]*))?(\/[^?#]*)?(?:\?([^#]*))?/i;

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
    const [, host, path, query = ''] = URL_OF_REQUEST.exec(request.url) as RegExpExecArray;
    const header = request.headers.get('host');
    // An empty one is valid (RFC 9112 3.2): the client knows no name of the server.
    const isValid =
      (!header || HOST.test(header)) && (host === undefined ? path !== undefined : HOST.test(host));
    this.path = this.canonical((isValid && path) || '/');
    this.queryString = isValid ? query : '';
    if (!isValid) this.refusal = malformedTarget();
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
    const { url } = this.#request;
    return URL.canParse(url) ? url : `http://${NO_HOST}${this.path}?${this.queryString}`;
  }

  toWeb(): Request {
    if (this.#kept !== undefined) return this.#kept;
    const [request, { href }] = [this.#request, this];
    const isUrl = href === request.url;
    // A body is replaced, because that of the runtime has no limit.
    if (isUrl && (request.body === null || this.bodyUsed)) return request;
    const { method, headers, signal } = request;
    const body = this.bodyUsed ? null : this.stream();
    // The types of the DOM do not know `duplex`, without which a stream is refused.
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
    return (this.#kept = new Request(isUrl ? request : href, init));
  }

  protected override isTaken(): boolean {
    return this.#request.bodyUsed;
  }

  protected openStream(): ReadableStream<Uint8Array> | null {
    return this.#request.body;
  }
}

/** A request that this process has made, as a test does. One that `fetch` is given may come from anywhere. */
class OwnSource extends WebSource {
  override get isDeveloper(): boolean {
    return this.ip === undefined;
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
  if (input instanceof Request && init === undefined) return new OwnSource(input);
  const method = init?.method?.toUpperCase();
  const refused = method !== undefined && REFUSED_BY_WEB.has(method);
  const url = input instanceof Request ? input : toUrl(input);
  const request = new Request(url, refused ? { ...init, method: 'GET' } : init);
  return new OwnSource(request, method, init?.platform);
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
  const isBodiless = method === 'GET' || method === 'HEAD';
  const web = isBodiless ? undefined : source.toWeb();
  const { signal } = request;
  const body = web?.body ?? null;
  // The types of the DOM do not know `duplex`, without which a stream is refused.
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
  return new Request(changes?.client === undefined && web ? web : url, init);
}

function toUrl(input: string | URL): URL {
  try {
    return new URL(input, BASE);
  } catch {
    throw new InvalidArgumentError('input', 'a path, a URL or a Web Request', input);
  }
}
