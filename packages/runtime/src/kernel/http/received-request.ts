import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { parseCookies } from './cookies.ts';
import { readOnlyHeaders } from './header-list.ts';
import { parseJson } from './bodies/read-body.ts';
import { parseForm } from './bodies/read-form.ts';
import type { Part, PartLimits } from './bodies/read-parts.ts';
import type { Platform, WaitUntil } from './platform.ts';
import type { RequestChanges } from './request-changes.ts';
import type { RequestSource } from './request-source.ts';

/** The HTTP part of a request: what was received, with the changes of a copy. All copies share the body. */
export abstract class ReceivedRequest {
  /** @internal */
  abstract readonly source: RequestSource;

  /** @internal Undefined while headers, client and signal are those received. */
  abstract readonly changes: RequestChanges | undefined;

  /**
   * The canonical path as received, with all path prefixes; starts with "/". Middleware under a path prefix sees the
   * rest of it in `path`.
   */
  get originalPath(): string {
    return this.source.path;
  }

  /** The query as received, without "?"; "" when the URL has none. */
  get queryString(): string {
    return this.source.queryString;
  }

  /**
   * The parameters of the query, percent-decoded. They are parsed on first use. All copies of the request share this
   * object.
   *
   * @throws {@link HttpError} 400 when the query has more fields than `server.field_limit`
   * @example const page = Number(request.query.get('page') ?? 1);
   */
  get query(): URLSearchParams {
    return this.source.query;
  }

  /**
   * The absolute URL, with the canonical path, and the protocol and the host from a trusted proxy (`withClient`). Otherwise
   * its host is the client's value: don't build links for other people from it.
   */
  get url(): URL {
    return this.changes?.client?.urlOf(this.source.url) ?? this.source.url;
  }

  /** The headers, read-only. The object is created on first use; `header(name)` is the cheaper way to one header. */
  get headers(): Headers {
    const changed = this.changes?.headers;
    return changed ? readOnlyHeaders(changed.lines) : this.source.headers;
  }

  /**
   * Returns the value of a header, like `headers.get(name)`. Several lines are joined by ", ", or by "; " for Cookie.
   *
   * @param name ignores case
   * @returns undefined when the header is absent
   * @example const type = request.header('content-type');
   */
  header(name: string): string | undefined {
    const changed = this.changes?.headers;
    return changed === undefined ? this.source.header(name) : changed.get(name);
  }

  /**
   * The cookies by name, percent-decoded. Several cookies of one name yield the first, which has the longest path. They
   * are parsed on first use.
   */
  get cookies(): ReadonlyMap<string, string> {
    const changed = this.changes?.headers;
    return changed === undefined ? this.source.cookies : parseCookies(changed.get('cookie'));
  }

  /**
   * A signal that is aborted when the client disconnects, and when a server that shuts down stops waiting. It is
   * created on first use.
   */
  get signal(): AbortSignal {
    return this.changes?.signal?.() ?? this.source.signal;
  }

  /**
   * The address of the connected peer, or the address from a trusted proxy (`withClient`); undefined if it is unknown
   * or the client has disconnected.
   */
  get ip(): string | undefined {
    return this.changes?.client?.info.ip ?? this.source.ip;
  }

  /**
   * Whether the server is shutting down, so that load balancers should send no more requests; a readiness check reports it.
   * `closing` is aborted when `server.shutdown_delay` is over.
   */
  get draining(): boolean {
    return this.source.draining;
  }

  /**
   * A signal that is aborted when the server stops accepting connections, so that a handler can stop waiting. Event
   * streams end by themselves; `signal` is aborted after `server.shutdown_timeout`. It is never aborted if the request
   * was not received by `run()`. It is created on first use; its listeners are released when the response is complete.
   */
  get closing(): AbortSignal {
    return this.source.closing;
  }

  /**
   * The platform from `fetch` or `run({ platform })`, such as the bindings of a Worker; undefined when none was passed.
   */
  get platform(): Platform | undefined {
    return this.source.platform as Platform | undefined;
  }

  /**
   * A function that keeps the runtime alive for work after the response; undefined on runtimes that need no such call,
   * such as Node.
   *
   * @example request.waitUntil?.(metrics.flush());
   */
  get waitUntil(): WaitUntil | undefined {
    return this.source.waitUntil;
  }

  /**
   * Reads the body as a string, decoded as UTF-8. A body can be read once; `peek()` allows another read.
   *
   * @returns "" when the request has no body
   * @throws {@link PayloadTooLargeError} when the body is larger than the limit
   * @throws {@link FwError} FW_BODY_USED when the body was read before
   */
  text(given?: undefined): Promise<string> {
    if (given !== undefined) throw takesNothing('text', 'TextResponse(text)', given);
    return this.source.read('text');
  }

  /**
   * Reads the body as JSON, whatever its Content-Type is. The type is not checked: use a contract, or a schema.
   *
   * @returns the parsed value
   * @throws {@link HttpError} 400 when the body is not JSON, or is nested more than 256 levels deep
   * @throws {@link PayloadTooLargeError} when the body is larger than the limit
   * @throws {@link FwError} FW_BODY_USED when the body was read before
   * @example const body = await request.json();
   */
  json<T = unknown>(given?: undefined): Promise<T> {
    if (given !== undefined) throw takesNothing('json', 'JsonResponse(value)', given);
    return this.source.read('text', parseJson) as Promise<T>;
  }

  /**
   * Reads the body as bytes. A body can be read once; `peek()` allows another read.
   *
   * @returns an empty array when the request has no body
   * @throws {@link PayloadTooLargeError} when the body is larger than the limit
   * @throws {@link FwError} FW_BODY_USED when the body was read before
   */
  bytes(): Promise<Uint8Array> {
    return this.source.read('bytes');
  }

  /**
   * Reads the body of a form into memory, with its files. For large files, use `parts()`.
   *
   * @throws {@link HttpError} 415 when the Content-Type is not that of a form, 400 when the form is malformed or
   *   incomplete
   * @throws {@link PayloadTooLargeError} when the body is larger than the limit, or has more fields than
   *   `server.field_limit`
   * @throws {@link FwError} FW_BODY_USED when the body was read before
   * @example const title = (await request.formData()).get('title');
   */
  formData(): Promise<FormData> {
    return parseForm(
      this.header('content-type') ?? '',
      () => this.source.read('bytes'),
      this.source.fieldLimit,
    );
  }

  /**
   * Returns the whole body, which can still be read afterwards in any way. It is kept in memory.
   *
   * @throws {@link PayloadTooLargeError} when the body is larger than the limit
   * @throws {@link FwError} FW_BODY_USED when the body was read before
   * @example const signed = sign(await request.peek());
   */
  peek(): Promise<Uint8Array> {
    return this.source.peek();
  }

  /**
   * Reads a form with files part by part, as the parts arrive. The unread rest of a part is skipped when you request
   * the next part.
   *
   * @param limits the limits of the form; see {@link PartLimits} for the defaults
   * @returns the parts, to iterate once
   * @throws {@link HttpError} 415 when the Content-Type is not multipart/form-data, 400 when the form is malformed or
   *   incomplete
   * @throws {@link PayloadTooLargeError} when a part, the form or the body is larger than its limit
   * @example
   * for await (const part of request.parts({ files: 1 })) {
   *   if (part.filename !== undefined) await store(part.body);
   * }
   */
  async *parts(limits: PartLimits = {}): AsyncGenerator<Part, void, undefined> {
    const { readParts } = await import('./bodies/read-parts.ts');
    yield* readParts(this.header('content-type') ?? '', () => this.body, limits);
  }

  /** The body as a stream; null when the request has no body. Reading fails when the body is larger than the limit. */
  get body(): ReadableStream<Uint8Array> | null {
    return this.source.stream();
  }

  /** Whether reading the body has begun, so that it can't be read again. `peek()` doesn't count. */
  get bodyUsed(): boolean {
    return this.source.bodyUsed;
  }

  /**
   * Limits the body. A limit above the current one, such as `server.body_limit`, has no effect. All copies of the
   * request share the body, so the limit applies to earlier copies too.
   *
   * @param bytes an integer from 0
   * @throws {@link PayloadTooLargeError} when the Content-Length is larger; otherwise reading throws it
   * @throws {@link InvalidArgumentError} when `bytes` is not an integer from 0
   * @example app.pipe('/notes', (request, delegate) => delegate(request.withBodyLimit(10_000)))
   */
  withBodyLimit(bytes: number): this {
    if (!Number.isInteger(bytes) || bytes < 0) {
      throw new InvalidArgumentError('bytes', 'an integer from 0', bytes);
    }
    const { source } = this;
    source.bodyLimit = Math.min(source.bodyLimit, bytes);
    const tooLarge = source.bodyTooLarge();
    if (tooLarge !== undefined) throw tooLarge;
    return this;
  }
}

// Hono responds with context.json(value).
function takesNothing(method: string, response: string, given: unknown): InvalidArgumentError {
  const expected = 'absent, because it reads the body of the request';
  const hint = ` To respond, return new ${response}.`;
  return new InvalidArgumentError(`of request.${method}()`, expected, given, hint);
}
