import { InvalidArgumentError, MissingAttributeError } from '../errors/coded-errors.ts';
import {
  type Attribute,
  type AttributeKey,
  type AttributeName,
  type Attributes,
  firstAttributes,
  REMOVED,
} from './attributes.ts';
import { canonicalPath } from './canonical-path.ts';
import { HeaderList } from './header-list.ts';
import { ReceivedRequest } from './received-request.ts';
import { Client, type ClientInfo, type RequestChanges } from './request-changes.ts';
import { RequestSource } from './request-source.ts';
import { REJECTED_BY_WEB, type ServerRequestInit, toSource } from './web-source.ts';

const NO_INPUT = 'set the contract as "static contract" of the class that handler() receives.';
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * A request in the pipeline. Immutable: `with…` returns a changed copy. Copies share the body. Headers, URL, query and signal
 * are created on first use.
 *
 * @typeParam Params the parameters of the matched route, such as `{ id: string }` for `/post/{id}`
 */
export class ServerRequest<Params extends object = Record<string, string>> extends ReceivedRequest {
  // Declared only, because field initializers would be one more call for each copy.
  /** The method in upper case, such as `GET`. A path's GET route also handles HEAD, with `HEAD` here. */
  declare readonly method: string;
  /** The canonical path, relative to the path prefix that the middleware is registered under; starts with "/". */
  declare readonly path: string;
  /** The parameters of the matched route, percent-decoded; empty before a match. */
  declare readonly params: Params;
  /** @internal */
  declare readonly source: RequestSource;
  /** @internal */
  declare readonly attributes: Attributes | undefined;
  /** @internal The innermost prefix or application that the request has entered; see pipeline/scope.ts. */
  declare readonly scope: object | undefined;
  /** @internal Undefined while headers, client and signal are those received. */
  declare readonly changes: RequestChanges | undefined;

  /**
   * Creates a request, for tests and for sub-requests. Requests of clients are created by the application.
   *
   * @param input a Web `Request` or a URL; relative URLs are resolved against `http://localhost`
   * @param init options of a Web `Request`, and `params`, `attributes` and `platform`; none when absent
   * @throws {@link InvalidArgumentError} when `input` is not a URL
   * @example new ServerRequest('/post/7', { params: { id: '7' } }).with(User, ada)
   */
  constructor(input: string | URL | Request, init?: ServerRequestInit<Params>);
  /** @internal */
  constructor(source: RequestSource, init?: ServerRequestInit<Params>);
  constructor(input: string | URL | Request | RequestSource, init?: ServerRequestInit<Params>) {
    super();
    this.source = input instanceof RequestSource ? input : toSource(input, init);
    this.method = this.source.method;
    this.path = this.source.path;
    this.params = init?.params ?? (NO_PARAMS as Params);
    this.attributes = init && firstAttributes(init.params, init.attributes);
    this.scope = undefined;
    this.changes = undefined;
  }

  /**
   * Returns the value of an attribute that an outer middleware has set with `with`.
   *
   * @returns undefined when the attribute is not set
   * @example const user = request.get(User);
   */
  get<T>(key: AttributeKey<T>): T | undefined {
    return findAttribute(this.attributes, key) as T | undefined;
  }

  /**
   * Returns the value of an attribute that must be set.
   *
   * @throws {@link MissingAttributeError} when no outer middleware has set the attribute
   * @example const user = request.require(User);
   */
  require<T>(key: AttributeKey<T>): T {
    const value = this.get(key);
    return value === undefined ? missing(this, `attribute "${key.name}"`) : value;
  }

  /**
   * Returns the validated input of a contract, in the middleware that has the contract as `static contract`.
   *
   * @throws {@link MissingAttributeError} in any other middleware
   */
  input<T>(contract: Attribute<T>): T {
    const value = this.get(contract);
    return value === undefined ? missing(this, `input by the ${contract.name}`, NO_INPUT) : value;
  }

  /**
   * Sets an attribute for inner middleware, with the type of its key.
   *
   * @param key a key from `attribute()`, or the class of the value
   * @param value the value; inner middleware reads it with `get(key)` or `require(key)`
   * @returns a changed copy, to pass to the next middleware
   * @example return delegate(request.with(User, row));
   */
  with<T>(key: AttributeKey<T>, value: NoInfer<T>): this {
    return this.withAttribute(key, value);
  }

  /**
   * Returns the value of an attribute. Prefer `get` and typed keys; a name is for attributes of other packages and for
   * route parameters.
   *
   * @returns undefined when the attribute is not set
   */
  getAttribute<T>(name: AttributeKey<T>): T | undefined;
  /**
   * Returns the value of an attribute, or a fallback.
   *
   * @param name a typed key, a string or a symbol; a string also finds a route parameter
   * @param fallback returned when the attribute is not set
   * @returns the value, whose type is not checked, or the fallback
   * @example request.getAttribute('locale', 'en')
   */
  getAttribute<T = unknown>(name: AttributeName, fallback: T): T;
  /**
   * Returns the value of an attribute, or a fallback.
   *
   * @param name a typed key, a string or a symbol; a string also finds a route parameter
   * @param fallback returned when the attribute is not set; undefined when absent
   * @returns the value, whose type is not checked, or the fallback
   */
  getAttribute<T = unknown>(name: AttributeName, fallback?: T): T | undefined;
  getAttribute(name: AttributeName, fallback?: unknown): unknown {
    const value = findAttribute(this.attributes, name);
    return value === undefined ? fallback : value;
  }

  /**
   * Sets an attribute under any name. Prefer `with`, which checks the type of the value.
   *
   * @param name a typed key, a string or a symbol
   * @param value undefined is the same as an attribute that is not set
   * @returns a changed copy
   */
  withAttribute(name: AttributeName, value: unknown): this {
    const attributes: Attributes = { name, value, params: undefined, rest: this.attributes };
    return this.copyWith(this.path, this.params, attributes, this.scope);
  }

  /**
   * Removes an attribute. Removing an attribute that is not set is no error.
   *
   * @returns a changed copy
   */
  withoutAttribute(name: AttributeName): this {
    return this.withAttribute(name, REMOVED);
  }

  /**
   * Replaces the method, for example for a form that sends its method in a field.
   *
   * @param method in any case; it is not checked
   * @returns a changed copy
   */
  withMethod(method: string): this {
    return this.copyWith(this.path, this.params, this.attributes, this.scope, method.toUpperCase());
  }

  /**
   * Replaces the path, relative to the path prefix that the middleware is registered under. `originalPath` stays.
   *
   * @param path without a query; a "/" is added when it has none in front, and its escapes are put into canonical form
   * @returns a changed copy
   * @throws {@link HttpError} 400 when the path has a malformed escape
   */
  withPath(path: string): this {
    return this.copyWith(canonicalPath(path), this.params, this.attributes, this.scope);
  }

  /**
   * Replaces a header for inner middleware.
   *
   * @param name ignores case
   * @param value replaces all values of the header
   * @returns a changed copy
   * @throws {@link InvalidArgumentError} when the name or the value is malformed
   */
  withHeader(name: string, value: string): this {
    return withChanges(this, { headers: HeaderList.from(this.headers).with(name, value) });
  }

  /**
   * Sets the client's data from a trusted proxy: `ip`, and the protocol and the host of `url`. The headers stay as
   * received, including `header('host')`. Never pass values that a client could have sent.
   *
   * @param client the values that the proxy reports; missing values stay as they are
   * @returns a changed copy
   * @throws {@link InvalidArgumentError} when a value is malformed
   * @example request.withClient({ ip: '203.0.113.7', protocol: 'https', host: 'example.org' })
   */
  withClient(client: ClientInfo): this {
    return withChanges(this, { client: new Client(client, this.changes?.client?.info) });
  }

  /**
   * Adds a signal that aborts `signal` too, so that middleware can cancel the work of inner middleware.
   *
   * @returns a changed copy
   * @example delegate(request.withSignal(AbortSignal.timeout(5000)))
   */
  withSignal(signal: AbortSignal): this {
    let joined: AbortSignal | undefined;
    return withChanges(this, { signal: () => (joined ??= AbortSignal.any([this.signal, signal])) });
  }

  /**
   * Converts the request to a Web `Request`, with the method, the headers and the client of this copy; without a body
   * for GET and HEAD. The path is the path as received.
   *
   * @throws {@link InvalidArgumentError} for TRACE, TRACK and CONNECT, which a Web `Request` cannot have
   */
  toWeb(): Request {
    const { source, method, headers, url, changes, signal } = this;
    if (REJECTED_BY_WEB.has(method)) {
      throw new InvalidArgumentError('method', 'one that a Web Request can have', method);
    }
    if (changes === undefined && method === source.method) return source.toWeb();
    const web = method === 'GET' || method === 'HEAD' ? undefined : source.toWeb();
    const body = web?.body ?? null;
    // The DOM types lack `duplex`, but `Request` rejects a stream without it.
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
    return new Request(changes?.client === undefined && web ? web : url, init);
  }

  /** @internal A changed copy. Every routed request is copied, and an object with the changes would take longer. */
  copyWith(
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
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function withChanges<Request extends ServerRequest<object>>(
  request: Request,
  changes: RequestChanges,
): Request {
  const { path, params, attributes, scope, method } = request;
  return request.copyWith(path, params, attributes, scope, method, { ...request.changes, ...changes });
}

/** The newest value of an attribute; undefined when it was never set, or was removed since. */
export function findAttribute(attributes: Attributes | undefined, name: AttributeName): unknown {
  for (let item = attributes; item !== undefined; item = item.rest) {
    if (item.name === name) {
      return item.value === REMOVED ? undefined : item.value;
    }
    if (item.params !== undefined && typeof name === 'string' && Object.hasOwn(item.params, name)) {
      return item.params[name];
    }
  }
  return undefined;
}

function missing(request: ServerRequest<object>, what: string, advice?: string): never {
  throw new MissingAttributeError(what, request.method, request.originalPath, advice);
}
