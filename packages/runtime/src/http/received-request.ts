import type * as parts from '#parts';
import { InvalidArgumentError, UnsupportedRuntimeError } from '../errors/coded-errors.ts';
import { parseCookies } from './cookies.ts';
import { readOnlyHeaders } from './header-list.ts';
import { parseForm, parseJson } from './bodies/read-body.ts';
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
   * Absolute, as received, or with the protocol and the host from a trusted proxy (`withClient`). Otherwise its host is what the
   * client sent: don't build links for other people from it.
   */
  get url(): URL {
    return this.changes?.client?.urlOf(this.source.url) ?? this.source.url;
  }

  /** Read-only, created on first use; `header(name)` is the cheaper way to one header. */
  get headers(): Headers {
    const changed = this.changes?.headers;
    return changed ? readOnlyHeaders(changed.lines) : this.source.headers;
  }

  /** Like `headers.get(name)`; undefined when it is absent. Several lines are joined by ", ", or by "; " for Cookie. */
  header(name: string): string | undefined {
    const changed = this.changes?.headers;
    return changed === undefined ? this.source.header(name) : changed.get(name);
  }

  /** By name, percent-decoded; the first of several with one name, which has the longest path. Parsed on first use. */
  get cookies(): ReadonlyMap<string, string> {
    const changed = this.changes?.headers;
    return changed === undefined ? this.source.cookies : parseCookies(changed.get('cookie'));
  }

  /** Aborted when the client disconnects, and when a server that shuts down stops waiting. Created on first use. */
  get signal(): AbortSignal {
    return this.changes?.signal?.() ?? this.source.signal;
  }

  /** The address of the connected peer, or from a trusted proxy (`withClient`); undefined if unknown or disconnected. */
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
   * Aborted when the server stops accepting connections, so that a handler can stop waiting. Event streams end by themselves;
   * `signal` is aborted after `server.shutdown_timeout`. Never aborted if the request was not received by `run()`. Created on first
   * use; its listeners are released when the response is complete.
   */
  get closing(): AbortSignal {
    return this.source.closing;
  }

  /** The platform from `fetch` or `run({ platform })`, such as the bindings of a Worker. */
  get platform(): Platform | undefined {
    return this.source.platform as Platform | undefined;
  }

  /** Keeps the runtime alive for work after the response; undefined on runtimes that need no such call, such as Node. */
  get waitUntil(): WaitUntil | undefined {
    return this.source.waitUntil;
  }

  /** @throws PayloadTooLargeError when the body is larger than the limit */
  text(given?: undefined): Promise<string> {
    if (given !== undefined) throw takesNothing('text', 'TextResponse(text)', given);
    return this.source.readText((text) => text);
  }

  /**
   * @throws HttpError 400 when the body is not JSON, or is nested more than 256 levels deep
   * @throws PayloadTooLargeError when the body is larger than the limit
   */
  json<T = unknown>(given?: undefined): Promise<T> {
    if (given !== undefined) throw takesNothing('json', 'JsonResponse(value)', given);
    return this.source.readText(parseJson) as Promise<T>;
  }

  /** @throws PayloadTooLargeError when the body is larger than the limit */
  bytes(): Promise<Uint8Array> {
    return this.source.read();
  }

  /**
   * @throws HttpError 415 when the Content-Type is not that of a form, 400 when the body does not match its type
   * @throws PayloadTooLargeError when the body is larger than the limit, or has more fields than `server.field_limit`
   */
  formData(): Promise<FormData> {
    return parseForm(this.header('content-type') ?? '', () => this.source.read(), this.source.fieldLimit);
  }

  /**
   * The whole body, which can still be read afterwards in any way. It is kept in memory.
   *
   * @example const signed = sign(await request.peek());
   * @throws PayloadTooLargeError when the body is larger than the limit
   */
  peek(): Promise<Uint8Array> {
    return this.source.peek();
  }

  /**
   * The parts of a form with files, one by one as they arrive. The unread rest of a part is skipped when you request the next
   * part.
   *
   * @example for await (const part of request.parts({ files: 1 })) if (part.filename !== undefined) await store(part.body);
   * @throws HttpError 415 when the Content-Type is not multipart/form-data, 400 when the form is malformed or incomplete
   * @throws PayloadTooLargeError when a part, the form or the body is larger than its limit
   * @throws MissingDependencyError without `@fastify/busboy`, UnsupportedRuntimeError on runtimes other than Node, Bun and Deno
   */
  async *parts(limits: PartLimits = {}): AsyncGenerator<Part, void, undefined> {
    const { readParts } = (await import('#parts')) as Partial<typeof parts>;
    if (readParts === undefined) {
      const advice = 'here use request.formData()';
      throw new UnsupportedRuntimeError('request.parts()', 'Node, Bun or Deno', advice);
    }
    yield* readParts(this.header('content-type') ?? '', () => this.body, limits);
  }

  /** The body as a stream; null when the request has no body. Reading fails when the body is larger than the limit. */
  get body(): ReadableStream<Uint8Array> | null {
    return this.source.stream();
  }

  get bodyUsed(): boolean {
    return this.source.bodyUsed;
  }

  /**
   * Limits the body. A limit above the current one, such as `server.body_limit`, has no effect. All copies of the request share
   * the body, so the limit applies to earlier copies too.
   *
   * @example app.pipe('/notes', (request, delegate) => delegate(request.withBodyLimit(10_000)))
   * @param bytes an integer from 0
   * @throws PayloadTooLargeError when the Content-Length is larger; otherwise reading throws it
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
