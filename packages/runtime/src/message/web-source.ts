import { findHeader, ReadOnlyHeaders } from './header-list.ts';
import { collect, limitStream, RequestSource } from './request-source.ts';

/** A request that came as a Web `Request`: from `fetch`, from another runtime, from a test. */
export class WebSource extends RequestSource {
  readonly method: string;
  readonly path: string;
  readonly queryString: string;
  readonly #request: Request;
  readonly #lines: readonly string[];
  #headers: Headers | undefined;

  constructor(request: Request, method: string = request.method) {
    super();
    this.#request = request;
    this.method = method.toUpperCase();
    const { pathname, search } = new URL(request.url);
    this.path = this.canonical(pathname);
    this.queryString = search.slice(1);
    this.#lines = [...request.headers].flat();
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

  get headers(): Headers {
    return (this.#headers ??= new ReadOnlyHeaders(this.#lines));
  }

  get href(): string {
    return this.#request.url;
  }

  header(name: string): string | undefined {
    return findHeader(this.#lines, name);
  }

  toWeb(): Request {
    return this.#request;
  }

  protected override isTaken(): boolean {
    return this.#request.bodyUsed;
  }

  protected async readAll(): Promise<Uint8Array> {
    const { body } = this.#request;
    return body === null ? new Uint8Array() : collect(limitStream(body, this.bodyLimit, () => {}));
  }

  protected openStream(): ReadableStream<Uint8Array> | null {
    return this.#request.body;
  }
}
