import { MissingAttributeError } from '../error/coded-errors.ts';
import {
  addAttribute,
  findAttribute,
  removeAttribute,
  type AttributeKey,
  type AttributeName,
  type Attributes,
} from './attributes.ts';
import { canonicalPath } from './canonical-path.ts';
import { HeaderList, ReadOnlyHeaders } from './header-list.ts';
import { parseForm, parseJson } from './parse-body.ts';
import type { Platform, WaitUntil } from './platform.ts';
import { RequestSource } from './request-source.ts';
import { firstAttributes, type ServerRequestInit } from './server-request-init.ts';
import { toSource, toWebRequest } from './web-source.ts';

const decoder = new TextDecoder();
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * A request on its way through the pipeline. Immutable: `with…` returns a changed copy. Copies share the one body.
 * What costs time (headers, URL, query, signal) is made on first use.
 *
 * @typeParam Params the parameters of the matched route, such as `{ id: string }` for `/post/{id}`
 */
export class ServerRequest<Params extends object = Record<string, string>> {
  readonly method: string;
  /** Canonical, relative to the path prefix in which the middleware stands; starts with "/". */
  readonly path: string;
  /** The parameters of the matched route, percent-decoded; empty before a match. */
  readonly params: Params;
  /** @internal */
  readonly source: RequestSource;
  /** @internal */
  readonly attributes: Attributes | undefined;
  /** @internal The innermost prefix or application that the request has entered; see pipeline/scope.ts. */
  readonly scope: object | undefined;
  /** @internal Undefined while the headers are those received. */
  readonly changedHeaders: HeaderList | undefined;

  /**
   * @example new ServerRequest('/post/7', { params: { id: '7' } }).with(User, ada)
   * @param input a URL (relative ones are taken from `http://localhost`) or a Web `Request`
   * @throws InvalidArgumentError when it is no URL
   */
  constructor(input: string | URL | Request, init?: ServerRequestInit<Params>);
  /** @internal */
  constructor(source: RequestSource);
  constructor(input: string | URL | Request | RequestSource, init?: ServerRequestInit<Params>) {
    this.source = input instanceof RequestSource ? input : toSource(input, init);
    this.method = this.source.method;
    this.path = this.source.path;
    this.params = init?.params ?? (NO_PARAMS as Params);
    this.attributes = init && firstAttributes(init);
    this.scope = undefined;
    this.changedHeaders = undefined;
  }

  /** Canonical, as received. */
  get originalPath(): string {
    return this.source.path;
  }

  /** Without "?"; "" when absent. */
  get queryString(): string {
    return this.source.queryString;
  }

  /** Parsed on first use. */
  get query(): URLSearchParams {
    return this.source.query;
  }

  /** Absolute, as received. Its host is what the client said: build no link for others from it. */
  get url(): URL {
    return this.source.url;
  }

  /** Read-only, made on first use; `header(name)` is the cheaper way to one header. */
  get headers(): Headers {
    return this.changedHeaders ? new ReadOnlyHeaders(this.changedHeaders.lines) : this.source.headers;
  }

  /**
   * As `headers.get(name)` gives it; undefined when it is absent. Several lines are joined by ", ", those of Cookie by
   * "; ". A request with several lines of Host or Content-Length is refused.
   */
  header(name: string): string | undefined {
    return this.changedHeaders === undefined ? this.source.header(name) : this.changedHeaders.get(name);
  }

  /**
   * Aborted when the client goes away, and when a server that shuts down has waited long enough for this request. Made on
   * first use.
   */
  get signal(): AbortSignal {
    return this.source.signal;
  }

  /**
   * Aborted when the server begins to shut down, so that a handler that waits for something can give up. Streams of events
   * end by themselves. `signal` is aborted later, after `server.shutdown_timeout`. Never aborted when the request did not
   * come through `run()`, as with `fetch`. Made on first use; its listeners are released when the response is complete.
   */
  get closing(): AbortSignal {
    return this.source.closing;
  }

  /** The address of the connected peer; undefined when the runtime does not tell it, and once the client has gone. */
  get ip(): string | undefined {
    return this.source.ip;
  }

  /** What the runtime has handed over to `fetch`, such as the bindings of a Worker, or what `run({ platform })` was given. */
  get platform(): Platform | undefined {
    return this.source.platform as Platform | undefined;
  }

  /** Lets the runtime wait for what goes on after the response; undefined where it waits anyway, as Node does. */
  get waitUntil(): WaitUntil | undefined {
    return this.source.waitUntil;
  }

  /** What an outer layer has set by `with`; undefined when none has. */
  get<T>(key: AttributeKey<T>): T | undefined {
    return findAttribute(this.attributes, key) as T | undefined;
  }

  /**
   * The same where the layer cannot do without it.
   *
   * @throws MissingAttributeError when no outer layer has set it
   */
  require<T>(key: AttributeKey<T>): T {
    const value = this.get(key);
    if (value === undefined) throw new MissingAttributeError(key.name, this.method, this.originalPath);
    return value;
  }

  /** @example delegate(request.with(User, row)) */
  with<T>(key: AttributeKey<T>, value: NoInfer<T>): this {
    return this.withAttribute(key, value);
  }

  /**
   * @example request.getAttribute('user')
   * @param fallback returned when the attribute is absent
   */
  getAttribute<T>(name: AttributeKey<T>): T | undefined;
  getAttribute<T = unknown>(name: AttributeName, fallback: T): T;
  getAttribute<T = unknown>(name: AttributeName, fallback?: T): T | undefined;
  getAttribute(name: AttributeName, fallback?: unknown): unknown {
    const value = findAttribute(this.attributes, name);
    return value === undefined ? fallback : value;
  }

  withAttribute(name: AttributeName, value: unknown): this {
    return this.moved(this.path, this.params, addAttribute(this.attributes, name, value), this.scope);
  }

  withoutAttribute(name: AttributeName): this {
    return this.moved(this.path, this.params, removeAttribute(this.attributes, name), this.scope);
  }

  withMethod(method: string): this {
    return this.moved(this.path, this.params, this.attributes, this.scope, method.toUpperCase());
  }

  /** @throws HttpError 400 when the path has a malformed escape */
  withPath(path: string): this {
    return this.moved(canonicalPath(path), this.params, this.attributes, this.scope);
  }

  /** @throws InvalidArgumentError when the header is malformed */
  withHeader(name: string, value: string): this {
    const headers = HeaderList.from(this.headers).with(name, value);
    return this.moved(this.path, this.params, this.attributes, this.scope, this.method, headers);
  }

  /** @throws PayloadTooLargeError when the body is larger than the limit */
  async text(): Promise<string> {
    return decoder.decode(await this.source.read());
  }

  /**
   * @throws HttpError 400 when the body is no JSON
   * @throws PayloadTooLargeError when the body is larger than the limit
   */
  async json<T = unknown>(): Promise<T> {
    return parseJson(decoder.decode(await this.source.read())) as T;
  }

  /** @throws PayloadTooLargeError when the body is larger than the limit */
  bytes(): Promise<Uint8Array> {
    return this.source.read();
  }

  /**
   * @throws HttpError 415 when the Content-Type is no form, 400 when the body is not what the type says
   * @throws PayloadTooLargeError when the body is larger than the limit
   */
  formData(): Promise<FormData> {
    return parseForm(this.header('content-type') ?? '', () => this.source.read());
  }

  /** The body as a stream; null when there is none. Reading fails when it is larger than the limit. */
  get body(): ReadableStream<Uint8Array> | null {
    return this.source.stream();
  }

  get bodyUsed(): boolean {
    return this.source.bodyUsed;
  }

  /**
   * The request as received, with the method and the headers of this copy; without a body for GET and HEAD.
   *
   * @throws InvalidArgumentError for TRACE, TRACK and CONNECT, which a Web `Request` cannot have
   */
  toWeb(): Request {
    return toWebRequest(this.source, this.method, this.changedHeaders && this.headers);
  }

  /**
   * @internal A changed copy. The parts are given one by one and not as an object, because every routed request comes
   * through here.
   */
  moved(
    path: string,
    params: object,
    attributes: Attributes | undefined,
    scope: object | undefined,
    method: string = this.method,
    changedHeaders: HeaderList | undefined = this.changedHeaders,
  ): this {
    const copy: Writable<ServerRequest<Params>> = new ServerRequest<Params>(this.source);
    copy.method = method;
    copy.path = path;
    copy.params = params as Params;
    copy.attributes = attributes;
    copy.scope = scope;
    copy.changedHeaders = changedHeaders;
    return copy as this;
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
