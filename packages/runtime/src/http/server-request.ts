import { MissingAttributeError } from '../errors/coded-errors.ts';
import {
  addAttribute,
  type Attribute,
  findAttribute,
  removeAttribute,
  type AttributeKey,
  type AttributeName,
  type Attributes,
} from './attributes.ts';
import { canonicalPath } from './canonical-path.ts';
import { parseCookies } from './cookies.ts';
import { HeaderList, readOnlyHeaders } from './header-list.ts';
import type { Platform, WaitUntil } from './platform.ts';
import { RequestBody } from './request-body.ts';
import { Client, type ClientInfo, joinSignals, type RequestChanges } from './request-changes.ts';
import { RequestSource } from './request-source.ts';
import { firstAttributes, type ServerRequestInit } from './server-request-init.ts';
import { toSource, toWebRequest } from './web-source.ts';

const NO_INPUT = 'its class must have the contract as "static contract"; handler() is given it.';
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * A request on its way through the pipeline. Immutable: `with…` returns a changed copy. Copies share the one body.
 * What costs time (headers, URL, query, signal) is made on first use.
 *
 * @typeParam Params the parameters of the matched route, such as `{ id: string }` for `/post/{id}`
 */
export class ServerRequest<Params extends object = Record<string, string>> extends RequestBody {
  readonly method: string;
  /** Canonical, relative to the path prefix in which the middleware stands; starts with "/". */
  readonly path: string;
  /** Of the matched route, percent-decoded; empty before a match. */
  readonly params: Params;
  /** @internal */
  readonly source: RequestSource;
  /** @internal */
  readonly attributes: Attributes | undefined;
  /** @internal The innermost prefix or application that the request has entered; see pipeline/scope.ts. */
  readonly scope: object | undefined;
  /** @internal Undefined while headers and client are those received. */
  readonly changes: RequestChanges | undefined;

  /**
   * @example new ServerRequest('/post/7', { params: { id: '7' } }).with(User, ada)
   * @param input a URL (relative ones are taken from `http://localhost`) or a Web `Request`
   * @throws InvalidArgumentError when it is no URL
   */
  constructor(input: string | URL | Request, init?: ServerRequestInit<Params>);
  /** @internal */
  constructor(source: RequestSource);
  constructor(input: string | URL | Request | RequestSource, init?: ServerRequestInit<Params>) {
    super();
    this.source = input instanceof RequestSource ? input : toSource(input, init);
    this.method = this.source.method;
    this.path = this.source.path;
    this.params = init?.params ?? (NO_PARAMS as Params);
    this.attributes = init && firstAttributes(init);
    this.scope = undefined;
    this.changes = undefined;
  }

  /** Canonical, as received. */
  get originalPath(): string {
    return this.source.path;
  }

  /** Without "?"; "" when absent. */
  get queryString(): string {
    return this.source.queryString;
  }

  /**
   * Parsed on first use.
   *
   * @throws HttpError 400 when it has more fields than `server.field_limit`
   */
  get query(): URLSearchParams {
    return this.source.query;
  }

  /**
   * Absolute, as received, or with the protocol and the host that a trusted proxy told (`withClient`). Else its host is what
   * the client said: build no link for others from it.
   */
  get url(): URL {
    return this.changes?.client?.urlOf(this.source.url) ?? this.source.url;
  }

  /** Read-only, made on first use; `header(name)` is the cheaper way to one header. */
  get headers(): Headers {
    const changed = this.changes?.headers;
    return changed ? readOnlyHeaders(changed.lines) : this.source.headers;
  }

  /** As `headers.get(name)` gives it; undefined when it is absent. Several lines are joined by ", ", those of Cookie by "; ". */
  header(name: string): string | undefined {
    const changed = this.changes?.headers;
    return changed === undefined ? this.source.header(name) : changed.get(name);
  }

  /** By name, percent-decoded; of several of one name the first, which has the longest path. Parsed on first use. */
  get cookies(): ReadonlyMap<string, string> {
    const changed = this.changes?.headers;
    return changed === undefined ? this.source.cookies : parseCookies(changed.get('cookie'));
  }

  /** Aborted when the client goes away, and when a server that shuts down has waited long enough. Made on first use. */
  get signal(): AbortSignal {
    return this.changes?.signal?.() ?? this.source.signal;
  }

  /**
   * Whether the server has been told to stop, so that load balancers should send no more requests: what a readiness check reports.
   * `closing` is aborted when `server.shutdown_delay` is over.
   */
  get draining(): boolean {
    return this.source.draining;
  }

  /**
   * Aborted when the server stops accepting connections, so that a handler can give up waiting. Streams of events end by
   * themselves; `signal` is aborted after `server.shutdown_timeout`. Never aborted where `run()` has not received the request. Made on
   * first use; its listeners are released when the response is complete.
   */
  get closing(): AbortSignal {
    return this.source.closing;
  }

  /** Of the connected peer, or what a trusted proxy told (`withClient`); undefined where it is not known, and once it has gone. */
  get ip(): string | undefined {
    return this.changes?.client?.info.ip ?? this.source.ip;
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

  /** @throws MissingAttributeError when no outer layer has set it */
  require<T>(key: AttributeKey<T>): T {
    const value = this.get(key);
    return value === undefined ? this.#missing(`attribute "${key.name}"`) : value;
  }

  /**
   * What a contract has made of this request, in the middleware that has it as `static contract`.
   *
   * @throws MissingAttributeError in any other
   */
  input<T>(contract: Attribute<T>): T {
    const value = this.get(contract);
    return value === undefined ? this.#missing(`input by the ${contract.name}`, NO_INPUT) : value;
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
    return this.#changed({ ...this.changes, headers });
  }

  /**
   * With what a trusted proxy says of the client: `ip`, and the protocol and the host of `url`. The headers stay as received,
   * `header('host')` among them. Never call it with what anybody may have sent.
   *
   * @example request.withClient({ ip: '203.0.113.7', protocol: 'https', host: 'example.org' })
   * @throws InvalidArgumentError when something in it is malformed
   */
  withClient(client: ClientInfo): this {
    return this.#changed({ ...this.changes, client: new Client(client, this.changes?.client?.info) });
  }

  /** With a `signal` that this one aborts too, so that a layer can tell the inner ones to give up. */
  withSignal(signal: AbortSignal): this {
    return this.#changed({ ...this.changes, signal: joinSignals(() => this.signal, signal) });
  }

  /**
   * The request as received, with the method, the headers and the client of this copy; without a body for GET and HEAD.
   *
   * @throws InvalidArgumentError for TRACE, TRACK and CONNECT, which a Web `Request` cannot have
   */
  toWeb(): Request {
    return toWebRequest(this);
  }

  /** @internal A changed copy. The parts are given one by one, because every routed request comes through here. */
  moved(
    path: string,
    params: object,
    attributes: Attributes | undefined,
    scope: object | undefined,
    method: string = this.method,
    changes: RequestChanges | undefined = this.changes,
  ): this {
    const copy: Writable<ServerRequest<Params>> = new ServerRequest<Params>(this.source);
    copy.method = method;
    copy.path = path;
    copy.params = params as Params;
    copy.attributes = attributes;
    copy.scope = scope;
    copy.changes = changes;
    return copy as this;
  }

  #missing(what: string, advice?: string): never {
    throw new MissingAttributeError(what, this.method, this.originalPath, advice);
  }

  #changed(changes: RequestChanges): this {
    return this.moved(this.path, this.params, this.attributes, this.scope, this.method, changes);
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
