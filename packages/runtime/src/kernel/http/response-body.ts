import { FwError, InvalidArgumentError } from '../errors/coded-errors.ts';
import { concatenate } from './bodies/read-body.ts';
import { statusPhrase } from '../errors/http-error.ts';
import type { HeaderList, WebHeaders } from './header-list.ts';

/** A body that can be sent as it is; `null` is no body. */
export type BodyContent = string | Uint8Array | ReadableStream | null;

/** The body of a response, the one part of a response that can be changed in place. */
export class ResponseBody {
  /** @internal How often `write` was called. */
  writes = 0;
  #content: BodyContent;
  #written: (string | Uint8Array)[] | undefined;

  /** Creates a body. The constructor of `HttpResponse` does so for every response. */
  constructor(content: BodyContent) {
    this.#content = content;
  }

  /**
   * Appends to the body. Copies of the response share it.
   *
   * @param chunk a string, which is sent as UTF-8, or bytes
   * @throws {@link FwError} FW_BODY_IS_STREAM when the body is a stream
   * @throws {@link InvalidArgumentError} when the chunk is neither a string nor a Uint8Array
   * @example response.body.write('<!-- cached -->');
   */
  write(chunk: string | Uint8Array): void {
    if (this.#content instanceof ReadableStream) {
      throw new FwError(
        'FW_BODY_IS_STREAM',
        'This body is a stream and cannot be written to; use withBody() to replace it.',
      );
    }
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      throw new InvalidArgumentError('chunk', 'a string or a Uint8Array', chunk);
    }
    this.#written ??= this.#content === null ? [] : [this.#content];
    this.#written.push(chunk);
    this.writes++;
  }

  /** The size in bytes; undefined for a stream. */
  get size(): number | undefined {
    return contentSize(this.content);
  }

  /** The whole body as one value, including what was written to it. A stream can be read once. */
  get content(): BodyContent {
    const chunks = this.#written;
    if (chunks === undefined) return this.#content;
    const [first] = chunks;
    if (chunks.length === 1 && first !== undefined) return first;
    if (chunks.every((chunk) => typeof chunk === 'string')) return chunks.join('');
    return concatenate(chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk)));
  }
}

/** The part of an `HttpResponse` that is sent. */
interface Sendable {
  readonly status: number;
  readonly customStatusText: string | undefined;
  readonly headerList: HeaderList;
  readonly content: BodyContent;
}

/** A response as a client gets it: with its Content-Length, and without the body when none may be sent. */
export interface FinalizedResponse {
  readonly status: number;
  /** Undefined for the registered phrase of the status. */
  readonly statusText: string | undefined;
  readonly headers: HeaderList;
  readonly content: BodyContent;
}

/**
 * Makes a response ready to be sent, by a socket or by `fetch`. The headers of a connection are removed (rule S6), except for
 * the `Upgrade` of a 426, which is required (RFC 9110 15.5.22).
 *
 * A body of known size gets its true Content-Length, whatever was set. A response to HEAD keeps the length and loses
 * the body (rule R8); 204 loses both, 304 the body, 205 has the length 0 (RFC 9110 8.6, 15.3.5, 15.3.6, 15.4.5).
 *
 * @param method of the request as it was received
 */
export function finalize(response: Sendable, method: string): FinalizedResponse {
  const { status, customStatusText: statusText, content } = response;
  let headers = finalHeaders(response, content, method);
  if (status === 426) headers = headers.withAdded('Upgrade', response.headerList.get('upgrade') ?? []);
  if (method !== 'HEAD' && status !== 204 && status !== 205 && status !== 304) {
    return { status, statusText, headers, content };
  }
  cancelUnread(content);
  return { status, statusText, headers, content: null };
}

/** Cancels a stream that isn't sent. */
export function cancelUnread(content: BodyContent): void {
  if (content instanceof ReadableStream && !content.locked) content.cancel().catch(() => {});
}

function finalHeaders({ status, headerList }: Sendable, content: BodyContent, method: string): HeaderList {
  if (status === 204) return headerList.sendable.without('content-length');
  if (status === 205) return headerList.withLength(0);
  const size = status === 304 ? undefined : contentSize(content);
  // A handler for HEAD may set the length without creating the body.
  if (size === undefined || (size === 0 && method === 'HEAD')) return withDeclaredLength(headerList);
  return headerList.withLength(size);
}

// Clients close the connection over a malformed or repeated Content-Length, so it is dropped.
function withDeclaredLength({ sendable }: HeaderList): HeaderList {
  const length = sendable.get('content-length');
  return length === undefined || /^\d{1,15}$/.test(length) ? sendable : sendable.without('content-length');
}

export function toWebResponse({ status, statusText, headers, content }: FinalizedResponse): Response {
  // Response would add a Content-Type for a string.
  const body = typeof content === 'string' ? encoder.encode(content) : content;
  return new Response(body, {
    status,
    statusText: statusText ?? statusPhrase(status),
    headers: headers.pairs,
  });
}

/** Whether the servers of the runtime add the Content-Length of a body that is a string or bytes. */
const ADDS_LENGTH =
  'Bun' in globalThis ||
  'Deno' in globalThis ||
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers';

/**
 * The response for the server of a runtime.
 *
 * @param method of the request as it was received
 */
export function toServed(response: Sendable, method: string): Response {
  const { status, headerList, content, customStatusText: statusText } = response;
  const hasSize = typeof content === 'string' || content instanceof Uint8Array;
  const isChanged = method === 'HEAD' || status < 200 || HAS_NO_BODY.has(status);
  if (!ADDS_LENGTH || !hasSize || isChanged) return toWebResponse(finalize(response, method));
  const { init: headers, hasType } = (headerList.cachedWeb ??= toWebHeaders(headerList));
  // Response would add a Content-Type for a string.
  const body = typeof content !== 'string' || hasType ? content : encoder.encode(content);
  return new Response(body, statusText === undefined ? { status, headers } : { status, statusText, headers });
}

const TAKES_OBJECTS = 'Deno' in globalThis;

/** The `sendable` headers without a Content-Length. */
function toWebHeaders({ sendable }: HeaderList): WebHeaders {
  const headers = sendable.without('content-length');
  const { pairs } = headers;
  const hasType = headers.has('content-type');
  if (!TAKES_OBJECTS) return { init: new Headers(pairs), hasType };
  const names = new Set(pairs.map(([name]) => name.toLowerCase()));
  return { init: names.size === pairs.length ? Object.fromEntries(pairs) : pairs, hasType };
}

/** The statuses whose responses `finalize` changes. */
const HAS_NO_BODY: ReadonlySet<number> = new Set([204, 205, 304, 426]);

/** The Content-Length of finalized headers; undefined when the header is absent. */
export function declaredLength(headers: HeaderList): number | undefined {
  const length = headers.get('content-length');
  return length === undefined ? undefined : Number(length);
}

/** The size of a body in bytes; undefined for a stream. */
export function contentSize(content: BodyContent): number | undefined {
  if (content === null) return 0;
  if (typeof content === 'string') return byteLength(content);
  return content instanceof Uint8Array ? content.byteLength : undefined;
}

const encoder = new TextEncoder();

// Buffer counts faster, but other runtimes may lack it.
const byteLength: (text: string) => number =
  typeof Buffer === 'undefined' ? (text) => encoder.encode(text).byteLength : Buffer.byteLength;
