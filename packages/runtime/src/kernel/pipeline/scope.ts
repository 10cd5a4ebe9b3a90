import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { HttpError } from '../errors/http-error.ts';
import { type Attributes, withoutRoutesSince } from '../http/attributes.ts';
import { canonicalPath } from '../http/canonical-path.ts';
import { asRegistered } from '../http/received-path.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { foreignSegment } from '../router/path-pattern.ts';

/** A literal prefix that ends at a segment boundary, compared case-insensitively (rule P2). */
export class PathPrefix {
  /** Canonical, such as `/admin`. */
  readonly text: string;
  readonly #lowerCase: string;
  readonly #segments: number;
  readonly #readable: RegExp;

  private constructor(text: string) {
    this.text = text;
    this.#lowerCase = text.toLowerCase();
    this.#segments = text.split('/').length - 1;
    this.#readable = new RegExp(`^${readable(text).replace(/[$()*+.]/g, '\\$&')}$`, 'iu');
  }

  /**
   * Parses a prefix. `foo`, `/foo`, `foo/` and `/foo/` are the same prefix.
   *
   * @returns undefined for `""` and `/`, which match every path
   * @throws {@link InvalidArgumentError} when the path isn't a literal path prefix
   */
  static from(path: unknown): PathPrefix | undefined {
    if (typeof path !== 'string') {
      throw new InvalidArgumentError('path', 'a path prefix such as "/admin"', path);
    }
    const foreign = foreignSegment(`/${path.replace(/^\//, '')}`);
    if (foreign !== undefined || /[{}[\]]/.test(path)) throw notLiteral(path, foreign);
    try {
      const text = canonicalPath(`/${path.replace(/^\//, '')}`).replace(/\/$/, '');
      return text === '' ? undefined : new PathPrefix(text);
    } catch {
      throw new InvalidArgumentError('path', 'a path prefix whose escapes are well-formed', path);
    }
  }

  matches(path: string): boolean {
    const { length } = this.text;
    if (path.length === length || path[length] === '/') {
      if (path.startsWith(this.text) || path.slice(0, length).toLowerCase() === this.#lowerCase) return true;
    }
    // Letters beyond ASCII are escaped, and the escapes of upper and lower case may differ in length.
    return path.includes('%') && this.#readable.test(readable(path.slice(0, this.lengthIn(path))));
  }

  /** The length of the part of a path that has as many segments as the prefix. */
  lengthIn(path: string): number {
    let end = 0;
    for (let count = this.#segments; count > 0; count--) {
      end = path.indexOf('/', end + 1);
      if (end === -1) return path.length;
    }
    return end;
  }
}

function notLiteral(path: string, foreign: string | undefined): InvalidArgumentError {
  const hint = foreign?.startsWith('*')
    ? ` A prefix covers every path below it: write "${path.slice(0, path.indexOf('*')).replace(/(.)\/$/, '$1')}".`
    : ' For paths with parameters such as {id}, pass the middleware to group() or to the routes.';
  return new InvalidArgumentError('path', 'a literal path prefix such as "/admin"', path, hint);
}

/** Decodes the escapes beyond ASCII. Decoding `%2F` and `%25` would change the path. */
export function readable(path: string): string {
  return path.replace(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent);
}

/**
 * The state of a request when it entered a path prefix or a child application, so that this state can be restored when the
 * request leaves (rules P3, P6). It is stored on the request, because nothing else belongs to one request.
 */
export class Scope {
  /** The prefix or the application that the request entered. */
  readonly owner: object;
  /** The part of the path that was removed. */
  readonly prefix: string;
  readonly outerPath: string;
  readonly innerPath: string;
  readonly params: object;
  readonly attributes: Attributes | undefined;
  readonly outer: Scope | undefined;
  /** Variant A: the response that an application started with. */
  readonly response: HttpResponse | undefined;
  /** The number of writes to the initial response at that time. */
  readonly writes: number;
  /** The trace of a request that was passed to `handle()`; see request-trace.ts. */
  readonly trace: object | undefined;

  constructor(
    request: ServerRequest,
    owner: object,
    prefixLength: number,
    response?: HttpResponse | void,
    trace?: object,
  ) {
    this.owner = owner;
    this.outerPath = request.path;
    this.prefix = request.path.slice(0, prefixLength);
    this.innerPath = prefixLength === 0 ? request.path : request.path.slice(prefixLength) || '/';
    this.params = request.params;
    this.attributes = request.attributes;
    this.outer = request.scope as Scope | undefined;
    this.response = response ?? undefined;
    this.writes = response?.writes ?? 0;
    this.trace = trace;
  }
}

/** The request for middleware inside a path prefix. */
export function enterPrefix(request: ServerRequest, prefix: PathPrefix): ServerRequest {
  return enter(request, new Scope(request, prefix, prefix.lengthIn(request.path)));
}

/**
 * The request for middleware inside an application.
 *
 * @param trace a separate trace, when the request was passed to `handle()`
 */
export function enterApplication(
  request: ServerRequest,
  application: object,
  response?: HttpResponse | void,
  trace?: object,
): ServerRequest {
  return enter(request, new Scope(request, application, 0, response, trace));
}

/** The request for middleware after a path prefix. */
export function leavePrefix(request: ServerRequest, prefix: PathPrefix): ServerRequest {
  // A request that middleware created never entered the prefix; inner middleware chose its path.
  const { path, params, attributes, scope } = request;
  return leave(request, prefix) ?? request.copyWith(prefix.text + path, params, attributes, scope);
}

/** The request for middleware after an application. */
export function leaveApplication(request: ServerRequest, application: object): ServerRequest {
  return leave(request, application) ?? request;
}

/** Whether the path prefixes that the request has entered since the last application are written as registered (rule P2). */
export function isExact(request: ServerRequest<object>): boolean {
  const { scope, source } = request;
  let item = scope as Scope | undefined;
  for (; item?.owner instanceof PathPrefix; item = item.outer) {
    if (!asRegistered(source, item.outerPath).startsWith(item.owner.text)) return false;
  }
  return true;
}

/** The error for a path that is written otherwise than the prefix of what may guard the paths below it. */
export function unlikePrefix(): HttpError {
  return new HttpError(400, 'The path is written otherwise than the prefix of an application.');
}

/** The scope of an owner, if it is the innermost scope of the request. */
function scopeOf(request: ServerRequest, owner: object): Scope | undefined {
  const scope = request.scope as Scope | undefined;
  return scope?.owner === owner ? scope : undefined;
}

/**
 * Variant A: whether an application's pipeline has responded: it set or wrote a body, or the status differs from the initial status.
 * Setting headers isn't enough (rule A5).
 */
export function hasResponded(request: ServerRequest, response: HttpResponse, application: object): boolean {
  const scope = scopeOf(request, application);
  if (scope?.response === undefined) {
    // For a request that middleware created, the first response is unknown; most applications start with an empty 200.
    return response.status !== 200 || response.content !== null;
  }
  const { response: start, writes } = scope;
  if (response.status !== start.status) return true;
  if (response.content === null) return false;
  // The first response may have had a body already; copies of a response share their body.
  return response.body !== start.body || response.writes !== writes;
}

/** A pipeline that handles a request, and the path prefixes that the pipeline is registered under. */
export interface Surrounding {
  readonly owner: object;
  readonly prefix: string;
}

/** The pipelines that handle a request, the innermost first. */
export function surroundingsOf(request: ServerRequest<object>): readonly Surrounding[] {
  // The parameters aren't destructured, because published types would contain internal names.
  const { scope, source } = request;
  let around: Surrounding[] = [];
  for (let item = scope as Scope | undefined; item !== undefined; item = item.outer) {
    const { owner } = item;
    if (owner instanceof PathPrefix) {
      around = around.map((inner) => ({ ...inner, prefix: owner.text + inner.prefix }));
    } else around.push({ owner, prefix: '' });
  }
  const { receiver } = source;
  return receiver === undefined || around.at(-1)?.owner === receiver
    ? around
    : [...around, { owner: receiver, prefix: '' }];
}

function enter(request: ServerRequest, scope: Scope): ServerRequest {
  return request.copyWith(scope.innerPath, request.params, request.attributes, scope);
}

function leave(request: ServerRequest, owner: object): ServerRequest | undefined {
  const scope = scopeOf(request, owner);
  if (scope === undefined) return undefined;
  return request.copyWith(
    request.path === scope.innerPath ? scope.outerPath : scope.prefix + request.path,
    scope.params,
    withoutRoutesSince(request.attributes, scope.attributes),
    scope.outer,
  );
}
