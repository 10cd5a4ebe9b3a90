import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { statusPhrase } from '../errors/http-error.ts';
import { type BodyInput, createContent, noteStreamOf } from './bodies/body-input.ts';
import { type CookieAttributes, withCookie, withoutCookie } from './cookies.ts';
import { FORBIDDEN_IN_VALUE, HeaderList, type HeadersInput, readOnlyHeaders } from './header-list.ts';
import { type BodyContent, finalize, ResponseBody, toWebResponse } from './response-body.ts';

/**
 * A response with any body and headers. It is immutable except for its body, which can be written to: `with…` returns a
 * changed copy, and copies share the body.
 *
 * @example new HttpResponse('created', 201, { Location: '/post/42' })
 */
export class HttpResponse {
  // Declared only, because field initializers would be one more call for each response.
  /** The status: an integer from 200 to 599; 101 for a WebSocket. */
  declare readonly status: number;
  /** @internal */
  declare readonly headerList: HeaderList;
  /** @internal The text given to `withStatus`. */
  declare readonly customStatusText: string | undefined;
  declare private givenBody: BodyContent | ResponseBody;
  declare private cachedHeaders: Headers | undefined;

  /**
   * Creates a response. It has no Content-Type unless the headers or the body define one.
   *
   * @param body a string, bytes, a stream, null for no body, or another type that `BodyInput` names; null when absent
   * @param status an integer from 200 to 599; 200 when absent
   * @param headers headers of the response; none when absent
   * @throws {@link InvalidArgumentError} when the status is not an integer from 200 to 599, a header is malformed, or
   *   the body has another type (rule S6) or is a stream that is locked
   * @example new HttpResponse(csv, 200, { 'Content-Type': 'text/csv' })
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
    const { content, type, length } = createContent(body);
    this.givenBody = content;
    if (type) this.headerList = HeaderList.from(this.headerList, HeaderList.from({ 'Content-Type': type }));
    if (length !== undefined) this.headerList = this.headerList.with('Content-Length', String(length));
  }

  /** The registered phrase of the status, or the text passed to `withStatus`. HTTP/2 doesn't send it. */
  get statusText(): string {
    return this.customStatusText ?? statusPhrase(this.status);
  }

  /** The body: `body.write(chunk)` appends to it, and `body.content` is the whole of it. */
  get body(): ResponseBody {
    if (this.givenBody instanceof ResponseBody) return this.givenBody;
    return (this.givenBody = new ResponseBody(this.givenBody));
  }

  /** @internal The whole body as one value. */
  get content(): BodyContent {
    return this.givenBody instanceof ResponseBody ? this.givenBody.content : this.givenBody;
  }

  /** @internal How often the body was written to. */
  get writes(): number {
    return this.givenBody instanceof ResponseBody ? this.givenBody.writes : 0;
  }

  /**
   * Returns the values of a header joined by ", ", like `headers.get(name)`.
   *
   * @param name ignores case
   * @returns undefined when the header is absent
   */
  header(name: string): string | undefined {
    return this.headerList.get(name);
  }

  /** The headers, read-only. The object is created on first use; `header(name)` is the cheaper way to one header. */
  get headers(): Headers {
    return (this.cachedHeaders ??= readOnlyHeaders(this.headerList.lines));
  }

  /**
   * Replaces the status.
   *
   * @param status an integer from 200 to 599
   * @param statusText the text after the status; the registered phrase of the status when absent
   * @returns a changed copy
   * @throws {@link InvalidArgumentError} when the status or the text is malformed
   * @example (await delegate(request)).withStatus(203)
   */
  withStatus(status: number, statusText?: string): HttpResponse {
    if (statusText !== undefined && FORBIDDEN_IN_VALUE.test(statusText)) {
      throw new InvalidArgumentError('statusText', 'a string without line breaks', statusText);
    }
    return withText(this.createCopy(this.body, status, this.headerList), statusText);
  }

  /**
   * Replaces a header, or adds it when it is absent. An array of values becomes one header line each.
   *
   * @param name ignores case
   * @param value replaces all values of the header
   * @returns a changed copy
   * @throws {@link InvalidArgumentError} when the name or a value is malformed
   * @example response.withHeader('Cache-Control', 'no-store')
   */
  withHeader(name: string, value: string | readonly string[]): HttpResponse {
    return this.withHeaders(this.headerList.with(name, value));
  }

  /** @internal Replaces all headers. */
  withHeaders(headers: HeaderList): HttpResponse {
    return withText(this.createCopy(this.body, this.status, headers), this.customStatusText);
  }

  /**
   * Adds a header line, and keeps the lines of the same name.
   *
   * @param name the name of the header
   * @param value the value of the new line
   * @returns a changed copy
   * @throws {@link InvalidArgumentError} when the name or the value is malformed
   * @example response.withAddedHeader('Server-Timing', 'db;dur=12')
   */
  withAddedHeader(name: string, value: string): HttpResponse {
    return this.withHeaders(this.headerList.withAdded(name, value));
  }

  /**
   * Removes all lines of a header. Removing a header that is absent is no error.
   *
   * @param name ignores case
   * @returns a changed copy
   */
  withoutHeader(name: string): HttpResponse {
    return this.withHeaders(this.headerList.without(name));
  }

  /**
   * Sets a cookie, with `Path=/; HttpOnly; SameSite=Lax` unless the attributes differ. It replaces a cookie of the same
   * name, path, domain and `partitioned` in this response. The value is percent-encoded; `request.cookies` decodes it.
   *
   * @param name an HTTP token
   * @param value a string of any characters; name, value and attributes have at most 4096 bytes together
   * @param attributes see {@link CookieAttributes} for the defaults
   * @returns a changed copy
   * @throws {@link InvalidArgumentError} when name, value or an attribute is malformed or they are too long, or
   *   `secure` is missing for `__Host-`, `__Secure-`, `partitioned` or `sameSite: 'none'`
   * @example response.withCookie('theme', 'dark', { maxAge: 31_536_000, httpOnly: false })
   */
  withCookie(name: string, value: string, attributes: CookieAttributes = {}): HttpResponse {
    return this.withHeaders(withCookie(this.headerList, name, value, attributes));
  }

  /**
   * Makes the browser delete a cookie.
   *
   * @param name the name of the cookie
   * @param attributes the attributes that the cookie was set with; path and domain must be the same
   * @returns a changed copy
   * @throws {@link InvalidArgumentError} when the name or an attribute is malformed
   * @example response.withoutCookie('theme')
   */
  withoutCookie(name: string, attributes: CookieAttributes = {}): HttpResponse {
    return this.withHeaders(withoutCookie(this.headerList, name, attributes));
  }

  /**
   * Replaces the body; a Content-Length is dropped, because it measured the old body.
   *
   * @param body any body that the constructor accepts
   * @returns a changed copy
   * @throws {@link InvalidArgumentError} when the body has a type that the constructor does not accept
   */
  withBody(body: BodyInput): HttpResponse {
    const headers = this.headerList.without('content-length');
    return withText(this.createCopy(body, this.status, headers), this.customStatusText);
  }

  /**
   * Converts the response to a Web `Response` with the same status, headers and body, and its Content-Length if it is
   * known.
   */
  toWeb(): Response {
    return toWebResponse(finalize(this, 'GET'));
  }

  /**
   * Converts a Web `Response` without reading its body. Middleware may return a Web `Response` without converting it.
   *
   * @throws {@link InvalidArgumentError} when its body was read already, or it is a network error, which has no status
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

/**
 * A plain text response, `text/plain; charset=utf-8`.
 *
 * @example new TextResponse('Hello!')
 */
export class TextResponse extends HttpResponse {
  /**
   * Creates a plain text response.
   *
   * @param body the text, which is sent as UTF-8
   * @param status an integer from 200 to 599; 200 when absent
   * @param headers more headers; a Content-Type replaces the default
   * @throws {@link InvalidArgumentError} when the status or a header is malformed
   * @example return new TextResponse('Not now.', 503, { 'Retry-After': '120' });
   */
  constructor(body: string, status = 200, headers?: HeadersInput) {
    super(body, status, HeaderList.from(headers, TEXT_TYPE));
  }
}

/**
 * A response without a body, with status 204 unless another status is passed.
 *
 * @example new EmptyResponse()
 */
export class EmptyResponse extends HttpResponse {
  /**
   * Creates a response without a body.
   *
   * @param status an integer from 200 to 599; 204 when absent
   * @param headers the headers; none when absent
   * @throws {@link InvalidArgumentError} when the status or a header is malformed
   * @example return new EmptyResponse(201, { Location: '/post/42' });
   */
  constructor(status = 204, headers?: HeadersInput) {
    super(null, status, headers);
  }
}

/**
 * Creates a function that adds the headers that a response lacks. The headers are checked once.
 *
 * @param headers the headers with their default values
 * @returns a function that returns a changed copy of a response
 * @throws {@link InvalidArgumentError} when a header is malformed
 * @example
 * const finish = defaultHeaders({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' });
 * app.pipe(async (request, delegate) => finish(await delegate(request)));
 */
export function defaultHeaders(headers: HeadersInput): (response: HttpResponse) => HttpResponse {
  const defaults = HeaderList.from(headers);
  return (response) => response.withHeaders(response.headerList.withDefaults(defaults));
}

/**
 * Returns a response as it is, and converts a Web `Response` (rule M4) without reading its body. Returns undefined for
 * anything else.
 */
export function toHttpResponse(given: unknown): HttpResponse | undefined {
  if (given instanceof HttpResponse) return given;
  return given instanceof Response ? HttpResponse.fromWeb(given) : undefined;
}

function withText(response: HttpResponse, text: string | undefined): HttpResponse {
  (response as { customStatusText: string | undefined }).customStatusText = text;
  return response;
}
