import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { statusPhrase } from '../errors/http-error.ts';
import { type BodyInput, makeContent, noteStreamOf } from './bodies/body-input.ts';
import { type CookieAttributes, withCookie, withoutCookie } from './cookies.ts';
import { FORBIDDEN_IN_VALUE, HeaderList, type HeadersInput, readOnlyHeaders } from './header-list.ts';
import { type BodyContent, finalize, ResponseBody, toWebResponse } from './response-body.ts';

/** The property by which another installed copy of the package recognizes a response and reads its body. */
const CONTENT: unique symbol = Symbol.for('fw-runtime.response');

/**
 * A response. Immutable except for its body, which can be written to: `with…` returns a changed copy, and copies share the body.
 *
 * @example new HttpResponse('created', 201, { Location: '/post/42' })
 */
export class HttpResponse {
  // Declared only, because field initializers would be one more call for each response.
  /** An integer from 200 to 599, 200 by default; 101 for a WebSocket. */
  declare readonly status: number;
  /** @internal */
  declare readonly headerList: HeaderList;
  /** @internal The text given to `withStatus`. */
  declare readonly customStatusText: string | undefined;
  declare private givenBody: BodyContent | ResponseBody;
  declare private cachedHeaders: Headers | undefined;

  /**
   * @throws InvalidArgumentError when the status is not an integer from 200 to 599, a header is malformed, or the body has
   *   another type (rule S6) or is a stream that is locked
   */
  constructor(body: BodyInput | ResponseBody = null, status = 200, headers?: HeadersInput | HeaderList) {
    const isFinal = Number.isInteger(status) && status >= 200 && status <= 599;
    if (!isFinal) {
      throw new InvalidArgumentError('status', 'an integer from 200 to 599', status);
    }
    this.status = status;
    this.headerList = HeaderList.from(headers);
    this.customStatusText = undefined;
    this.cachedHeaders = undefined;
    if (
      typeof body === 'string' ||
      body === null ||
      body instanceof Uint8Array ||
      body instanceof ResponseBody
    ) {
      this.givenBody = body;
      return;
    }
    const { content, type, length } = makeContent(body);
    this.givenBody = content;
    if (type) this.headerList = HeaderList.from(this.headerList, HeaderList.from({ 'Content-Type': type }));
    if (length !== undefined) this.headerList = this.headerList.with('Content-Length', String(length));
  }

  /** The registered phrase of the status, or the text given to `withStatus`. */
  get statusText(): string {
    return this.customStatusText ?? statusPhrase(this.status);
  }

  get body(): ResponseBody {
    if (this.givenBody instanceof ResponseBody) return this.givenBody;
    return (this.givenBody = new ResponseBody(this.givenBody));
  }

  /** @internal The whole body as one value. */
  get content(): BodyContent {
    return this.givenBody instanceof ResponseBody ? this.givenBody.content : this.givenBody;
  }

  /** @internal */
  get [CONTENT](): BodyContent {
    return this.content;
  }

  /** @internal How often the body was written to. */
  get writes(): number {
    return this.givenBody instanceof ResponseBody ? this.givenBody.writes : 0;
  }

  /** The values of a header joined by ", ", like `headers.get(name)`; undefined when it is absent. */
  header(name: string): string | undefined {
    return this.headerList.get(name);
  }

  /** A read-only view, created on first use. */
  get headers(): Headers {
    return (this.cachedHeaders ??= readOnlyHeaders(this.headerList.lines));
  }

  /** @throws InvalidArgumentError when the status or the text is malformed */
  withStatus(status: number, statusText?: string): HttpResponse {
    if (statusText !== undefined && FORBIDDEN_IN_VALUE.test(statusText)) {
      throw new InvalidArgumentError('statusText', 'a string without line breaks', statusText);
    }
    return withText(this.createCopy(this.body, status, this.headerList), statusText);
  }

  /** Replaces a header; an array of values becomes one header line each. */
  withHeader(name: string, value: string | readonly string[]): HttpResponse {
    return this.withHeaders(this.headerList.with(name, value));
  }

  /** @internal Replaces all headers. */
  withHeaders(headers: HeaderList): HttpResponse {
    return withText(this.createCopy(this.body, this.status, headers), this.customStatusText);
  }

  withAddedHeader(name: string, value: string): HttpResponse {
    return this.withHeaders(this.headerList.withAdded(name, value));
  }

  withoutHeader(name: string): HttpResponse {
    return this.withHeaders(this.headerList.without(name));
  }

  /**
   * Sets a cookie, by default with `Path=/; HttpOnly; SameSite=Lax`. It replaces a cookie of the same name, path, domain and
   * `partitioned` in this response. The value is percent-encoded; `request.cookies` decodes it.
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
   * @param attributes the attributes that the cookie was set with; path and domain must be the same
   * @throws InvalidArgumentError when the name or an attribute is malformed
   */
  withoutCookie(name: string, attributes: CookieAttributes = {}): HttpResponse {
    return this.withHeaders(withoutCookie(this.headerList, name, attributes));
  }

  /**
   * Replaces the body; a Content-Length is dropped, because it measured the old body.
   *
   * @throws InvalidArgumentError when the body has a type that the constructor does not accept
   */
  withBody(body: BodyInput): HttpResponse {
    const headers = this.headerList.without('content-length');
    return withText(this.createCopy(body, this.status, headers), this.customStatusText);
  }

  /** A Web response with the same status, headers and body, and its Content-Length if it is known. */
  toWeb(): Response {
    return toWebResponse(finalize(this, 'GET'));
  }

  /**
   * Converts a Web response without reading its body.
   *
   * @throws InvalidArgumentError when its body was read already, or it is a network error, which has no status
   */
  static fromWeb(response: Response): HttpResponse {
    const { body, bodyUsed, status, statusText } = response;
    if (bodyUsed) throw new InvalidArgumentError('response', 'one whose body has not been read', response);
    noteStreamOf(response);
    const headers = HeaderList.from(response.headers);
    // The runtime may have decoded the stream, so its Content-Length may be wrong.
    const own = new HttpResponse(body, status, body === null ? headers : headers.without('content-length'));
    return FORBIDDEN_IN_VALUE.test(statusText) ? own : withText(own, statusText || undefined);
  }

  /** Overridden by `UpgradeResponse`, whose copies also open its WebSocket. */
  protected createCopy(body: BodyInput | ResponseBody, status: number, headers: HeaderList): HttpResponse {
    return new HttpResponse(body, status, headers);
  }
}

// A promise looks up "then" on the value it is resolved with, so each asynchronous middleware looks it up twice. This property
// saves the search through the prototypes, an eighth of the cost of such a middleware.
// oxlint-disable-next-line unicorn/no-thenable
Object.defineProperty(HttpResponse.prototype, 'then', { value: undefined });

const TEXT_TYPE = HeaderList.of('Content-Type', 'text/plain; charset=utf-8');

/** `text/plain; charset=utf-8`, unless the headers have another type. */
export class TextResponse extends HttpResponse {
  constructor(body: string, status = 200, headers?: HeadersInput) {
    super(body, status, HeaderList.from(headers, TEXT_TYPE));
  }
}

/** No body: 204 unless another status is given. */
export class EmptyResponse extends HttpResponse {
  constructor(status = 204, headers?: HeadersInput) {
    super(null, status, headers);
  }
}

/**
 * Creates a function that adds the headers that a response lacks. The headers are checked once.
 *
 * @example
 * const finish = defaultHeaders({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' });
 * app.pipe(async (request, delegate) => finish(await delegate(request)));
 * @throws InvalidArgumentError when a header is malformed
 */
export function defaultHeaders(headers: HeadersInput): (response: HttpResponse) => HttpResponse {
  const defaults = HeaderList.from(headers);
  return (response) => response.withHeaders(response.headerList.withDefaults(defaults));
}

/**
 * Returns a response as it is, and converts a Web `Response` (rule M4) or a response of another installed copy of the package
 * without reading its body. Returns undefined for anything else.
 */
export function toHttpResponse(given: unknown): HttpResponse | undefined {
  if (given instanceof Response) return HttpResponse.fromWeb(given);
  if (typeof given !== 'object' || given === null || !(CONTENT in given)) return undefined;
  if (given instanceof HttpResponse) return given;
  const { status, statusText, headers, [CONTENT]: content } = given as HttpResponse;
  return new HttpResponse(content, status, headers).withStatus(status, statusText);
}

function withText(response: HttpResponse, text: string | undefined): HttpResponse {
  (response as { customStatusText: string | undefined }).customStatusText = text;
  return response;
}
