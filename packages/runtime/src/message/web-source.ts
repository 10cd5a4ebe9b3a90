import { InvalidArgumentError } from '../error/coded-errors.ts';
import { isRequestSource, RequestSource } from './request-source.ts';

/** Methods that a Web `Request` refuses, though a server may receive them. */
export const REFUSED_BY_WEB: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT']);

const BASE = 'http://localhost';

/** A request given as a Web `Request`: by `fetch`, by another runtime, by a test. */
export class WebSource extends RequestSource {
  readonly method: string;
  readonly path: string;
  readonly queryString: string;
  readonly #request: Request;
  #lines: readonly string[] | undefined;

  constructor(request: Request, method: string = request.method) {
    super();
    this.#request = request;
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

  get ip(): undefined {
    return undefined;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get href(): string {
    return this.#request.url;
  }

  toWeb(): Request {
    return this.#request;
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
  init: RequestInit | undefined,
): RequestSource {
  if (isRequestSource(input)) return input;
  if (input instanceof Request && init === undefined) return new WebSource(input);
  const method = init?.method?.toUpperCase();
  const refused = method !== undefined && REFUSED_BY_WEB.has(method);
  const url = input instanceof Request ? input : toUrl(input);
  return new WebSource(new Request(url, refused ? { ...init, method: 'GET' } : init), method);
}

function toUrl(input: string | URL): URL {
  try {
    return new URL(input, BASE);
  } catch {
    throw new InvalidArgumentError('input', 'a path, a URL or a Web Request', input);
  }
}
