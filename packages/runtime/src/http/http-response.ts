import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { statusPhrase } from '../errors/status-phrase.ts';
import { type BodyInput, makeContent } from './bodies/body-kinds.ts';
import { type CookieAttributes, withCookie, withoutCookie } from './cookies.ts';
import { finalize, toWebResponse } from './finalized-response.ts';
import { noteStreamOf } from './bodies/generated-streams.ts';
import { FORBIDDEN_IN_VALUE, HeaderList, type HeadersInput, readOnlyHeaders } from './header-list.ts';
import { type BodyContent, ResponseBody } from './response-body.ts';

/** The property by which another installed copy of the package recognises a response and reads its body. */
const CONTENT: unique symbol = Symbol.for('fw-runtime.response');

/**
 * The answer to a request. Immutable but for its body, which may be written to: `with…` returns a changed copy,
 * and copies share the body.
 *
 * @example new HttpResponse('created', 201, { Location: '/post/42' })
 */
export class HttpResponse {
  /** An integer from 200 to 599, 200 by default; 101 for a WebSocket. */
  readonly status: number;
  /** @internal */
  readonly headerList: HeaderList;
  #statusText: string | undefined;
  #content: BodyContent | ResponseBody;
  #headers: Headers | undefined;

  /**
   * @throws InvalidArgumentError when the status is no integer from 200 to 599, a header is malformed, or the body is of
   *   another kind (rule S6) or a stream that is locked
   */
  constructor(
    body: BodyInput | ResponseBody = null,
    status = 200,
    headers: HeadersInput | HeaderList = HeaderList.empty,
  ) {
    const isFinal = Number.isInteger(status) && status >= 200 && status <= 599;
    if (!isFinal) {
      throw new InvalidArgumentError('status', 'an integer from 200 to 599', status);
    }
    this.status = status;
    this.headerList = HeaderList.from(headers);
    if (
      typeof body === 'string' ||
      body === null ||
      body instanceof Uint8Array ||
      body instanceof ResponseBody
    ) {
      this.#content = body;
      return;
    }
    const { content, type, length } = makeContent(body);
    this.#content = content;
    if (type) this.headerList = this.headerList.withDefaults(HeaderList.from({ 'Content-Type': type }));
    if (length !== undefined) this.headerList = this.headerList.with('Content-Length', String(length));
  }

  /** The phrase beside the status; the registered one unless `withStatus` gave another. */
  get statusText(): string {
    return this.#statusText ?? statusPhrase(this.status);
  }

  get body(): ResponseBody {
    if (this.#content instanceof ResponseBody) return this.#content;
    return (this.#content = new ResponseBody(this.#content));
  }

  /** @internal The whole body as one value. */
  get content(): BodyContent {
    return this.#content instanceof ResponseBody ? this.#content.content : this.#content;
  }

  /** @internal */
  get [CONTENT](): BodyContent {
    return this.content;
  }

  /** @internal How often somebody wrote to the body. */
  get writes(): number {
    return this.#content instanceof ResponseBody ? this.#content.writes : 0;
  }

  /** The values of a header joined by ", ", as `headers.get(name)` gives them; undefined when it is absent. */
  header(name: string): string | undefined {
    return this.headerList.get(name);
  }

  /** A read-only view, made on first use. */
  get headers(): Headers {
    return (this.#headers ??= readOnlyHeaders(this.headerList.lines));
  }

  /** @throws InvalidArgumentError when the status or the text is malformed */
  withStatus(status: number, statusText?: string): HttpResponse {
    if (statusText !== undefined && FORBIDDEN_IN_VALUE.test(statusText)) {
      throw new InvalidArgumentError('statusText', 'text without line breaks', statusText);
    }
    const copy = this.createCopy(this.body, status, this.headerList);
    copy.#statusText = statusText;
    return copy;
  }

  /** Replaces a header; a list of values becomes one header line each. */
  withHeader(name: string, value: string | readonly string[]): HttpResponse {
    return this.withHeaders(this.headerList.with(name, value));
  }

  /** @internal Replaces all headers. */
  withHeaders(headers: HeaderList): HttpResponse {
    return this.#copy(this.body, headers);
  }

  withAddedHeader(name: string, value: string): HttpResponse {
    return this.withHeaders(this.headerList.withAdded(name, value));
  }

  withoutHeader(name: string): HttpResponse {
    return this.withHeaders(this.headerList.without(name));
  }

  /**
   * Sets a cookie, by default with `Path=/; HttpOnly; SameSite=Lax`, in place of one of the same name, path, domain and
   * `partitioned` that was set before. The value is percent-encoded, as `request.cookies` decodes it.
   *
   * @example response.withCookie('theme', 'dark', { maxAge: 31_536_000, httpOnly: false })
   * @throws InvalidArgumentError when name, value or an attribute is malformed or larger than 4096 bytes together, or `secure`
   *   is missing for `__Host-`, `__Secure-`, `partitioned` or `sameSite: 'none'`
   */
  withCookie(name: string, value: string, attributes: CookieAttributes = {}): HttpResponse {
    return this.withHeaders(withCookie(this.headerList, name, value, attributes));
  }

  /**
   * Makes the browser delete a cookie.
   *
   * @param attributes those with which it was set; path and domain must be the same
   * @throws InvalidArgumentError when the name or an attribute is malformed
   */
  withoutCookie(name: string, attributes: CookieAttributes = {}): HttpResponse {
    return this.withHeaders(withoutCookie(this.headerList, name, attributes));
  }

  /**
   * Replaces the body; a Content-Length that was set is dropped with the body that it measured.
   *
   * @throws InvalidArgumentError when the body is of another kind than the constructor takes
   */
  withBody(body: BodyInput): HttpResponse {
    return this.#copy(body, this.headerList.without('content-length'));
  }

  /** A Web response with the same status, headers and body, and its Content-Length where it is known. */
  toWeb(): Response {
    return toWebResponse(finalize(this, 'GET'));
  }

  /**
   * Takes over a Web response; its body is not read.
   *
   * @throws InvalidArgumentError when its body has been read already, or it is a network error, which has no status
   */
  static fromWeb(response: Response): HttpResponse {
    if (response.bodyUsed) {
      throw new InvalidArgumentError('response', 'one whose body has not been read', response);
    }
    noteStreamOf(response);
    const headers = HeaderList.from(response.headers);
    const { body, status, statusText } = response;
    const taken = new HttpResponse(
      body,
      status,
      // The stream may have been decoded on its way, so its Content-Length cannot be trusted.
      body === null ? headers : headers.without('content-length'),
    );
    if (!FORBIDDEN_IN_VALUE.test(statusText)) taken.#statusText = statusText || undefined;
    return taken;
  }

  #copy(body: BodyInput | ResponseBody, headers: HeaderList): HttpResponse {
    const copy = this.createCopy(body, this.status, headers);
    copy.#statusText = this.#statusText;
    return copy;
  }

  /** Overridden by `UpgradeResponse`, whose copies also open its WebSocket. */
  protected createCopy(body: BodyInput | ResponseBody, status: number, headers: HeaderList): HttpResponse {
    return new HttpResponse(body, status, headers);
  }
}

// A promise asks what it is resolved with for a method "then", so each asynchronous layer asks the response twice. An answer here
// saves the search through the prototypes behind, an eighth of what such a layer costs.
// oxlint-disable-next-line unicorn/no-thenable
Object.defineProperty(HttpResponse.prototype, 'then', { value: undefined });

/**
 * Returns a response as it is, and creates one from a Web `Response` (rule M4) or from a response of another installed copy of
 * the package without reading its body.
 *
 * @returns undefined for anything else
 */
export function toHttpResponse(given: unknown): HttpResponse | undefined {
  if (given instanceof HttpResponse) return given;
  if (given instanceof Response) return HttpResponse.fromWeb(given);
  if (typeof given !== 'object' || given === null || !(CONTENT in given)) return undefined;
  const { status, statusText, headers, [CONTENT]: content } = given as HttpResponse;
  return new HttpResponse(content, status, headers).withStatus(status, statusText);
}
