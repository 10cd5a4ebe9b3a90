import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../../kernel/errors/http-error.ts';
import type { BodyType, ConvertBody } from '../../kernel/http/bodies/read-body.ts';
import { isPlain } from '../../kernel/http/canonical-path.ts';
import { isSameName } from '../../kernel/http/header-list.ts';
import type { Platform } from '../../kernel/http/platform.ts';
import { HOST, malformedTarget } from '../../kernel/http/request-changes.ts';
import { RequestSource } from '../../kernel/http/request-source.ts';
import type { UpgradeResponse } from '../../kernel/http/upgrade-web-socket.ts';
import { hasNoBody, isBodyAborted, isClosed, onClose, wasAborted } from './exchange.ts';
import { clientGone, incomingStream, readWhole } from './incoming-body.ts';
import { IncomingRequest } from './internals/incoming-request.ts';
import { isDirectLocalClient } from './local-client.ts';
import type { ShutdownSignal } from './process/lifecycle.ts';
import { escapeBytes, originForm, requestUrl } from './request-target.ts';

/** The state that all requests of a server share. */
export interface ServerShared {
  readonly closing: ShutdownSignal;
  /** Whether clients wait for "100 Continue"; false when absent. */
  readonly awaitsContinue?: boolean;
  /** Whether other handlers may have set headers on a response already; false when absent. */
  readonly joined?: boolean;
  /** Whether code in front may have judged the path as received (rule P1); false when absent. */
  readonly strictPaths?: boolean | undefined;
  /** The value of `request.platform`. */
  readonly platform?: Platform | undefined;
  /** Opens the WebSocket of a response; absent where the server opens none. */
  readonly openWebSocket?: (response: UpgradeResponse, source: NodeSource, outgoing: ServerResponse) => void;
}

/** A request read from Node's `IncomingMessage`. */
export class NodeSource extends RequestSource {
  readonly method: string;
  readonly path: string;
  readonly queryString: string;
  protected contentLength: number = 0;
  /** Whether the client waits for "100 Continue", which is sent when the body is read. */
  awaitsContinue: boolean;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #shared: ServerShared;
  // Private, so that a printed request does not show credentials.
  readonly #lines: readonly string[];

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, shared: ServerShared) {
    super();
    this.awaitsContinue = shared.awaitsContinue === true;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#shared = shared;
    this.method = incoming.method ?? 'GET';
    const { url = '/' } = incoming;
    const isStrict = shared.strictPaths === true;
    const target = url.startsWith('/') && !url.includes('#') ? url : this.#toOriginForm(url, isStrict);
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    if (isStrict) this.#checkOriginal(incoming);
    this.path = isPlain(path) ? path : this.canonical(isStrict ? path : escapeBytes(path), isStrict);
    this.queryString = mark === -1 ? '' : escapeBytes(target.slice(mark + 1));
    this.#lines = incoming.httpVersionMajor < 2 ? incoming.rawHeaders : this.#withoutPseudoHeaders();
    this.#scan(this.#lines);
  }

  protected get lines(): readonly string[] {
    return this.#lines;
  }

  /** Node's own objects, for middleware that was written for them. */
  get node(): { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse } {
    return { incoming: this.#incoming, outgoing: this.#outgoing };
  }

  override get platform(): Platform | undefined {
    return this.#shared.platform;
  }

  override get isLocal(): boolean {
    return isDirectLocalClient(this.#incoming);
  }

  get ip(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  override get draining(): boolean {
    return this.#shared.closing.draining;
  }

  get signal(): AbortSignal {
    return (this.cache.signal ??= this.#openSignal());
  }

  get href(): string {
    return requestUrl(this.#incoming, this.path);
  }

  toWeb(): Request {
    if (this.cache.web !== undefined) return this.cache.web;
    const { href, method, headers, signal } = this;
    const body = this.bodyUsed ? null : this.stream();
    const init: RequestInit = { method, headers, signal, body, ...(body !== null && { duplex: 'half' }) };
    return (this.cache.web = new Request(href, init));
  }

  #openSignal(): AbortSignal {
    const abort = new AbortController();
    const outgoing = this.#outgoing;
    const onClosed = (): void => {
      if (wasAborted(outgoing)) abort.abort();
    };
    if (isClosed(outgoing)) onClosed();
    else onClose(outgoing, onClosed);
    return abort.signal;
  }

  // A body that was dropped after the response must not be mistaken for an empty one.
  protected override isTaken(): boolean {
    const incoming = this.#incoming;
    return (
      incoming.readableDidRead || (incoming instanceof IncomingRequest && incoming.receiver !== undefined)
    );
  }

  protected override readAll(as: BodyType, convert: ConvertBody | undefined): Promise<unknown> {
    const incoming = this.#incoming;
    if (hasNoBody(incoming)) return super.readAll(as, convert);
    if (isBodyAborted(incoming)) return Promise.reject(clientGone());
    if (this.awaitsContinue) this.#continue();
    return readWhole(incoming, this, as, convert);
  }

  protected override openClosing(): AbortSignal {
    return this.#shared.closing.signalFor(this.#outgoing);
  }

  protected openStream(): ReadableStream<Uint8Array> | null {
    const { method } = this;
    if (method === 'GET' || method === 'HEAD') return null;
    return incomingStream(this.#incoming, () => {
      if (this.awaitsContinue) this.#continue();
    });
  }

  // Finds the headers that each request needs. Node's `headers` would parse all of them.
  #scan(lines: readonly string[]): void {
    let hosts = 0;
    let host = '';
    for (let index = 0; index < lines.length; index += 2) {
      const name = lines[index] as string;
      if (isSameName(name, 'host')) {
        hosts++;
        host = lines[index + 1] as string;
      } else if (isSameName(name, 'content-length')) this.contentLength = Number(lines[index + 1]);
    }
    // A proxy in front may have used the other Host header (RFC 9112 3.2).
    if (hosts > 1) this.rejection = new HttpError(400, 'The request has more than one Host header.');
    else if (hosts === 0 && this.#incoming.httpVersion === '1.1') {
      this.rejection = new HttpError(400, 'The request has no Host header.');
    } else if (host !== '' && !HOST.test(host)) this.rejection = malformedTarget();
  }

  // ":authority" replaces "Host", and a "Host" beside it must be the same (RFC 9113 8.3.1).
  #withoutPseudoHeaders(): readonly string[] {
    const { rawHeaders, headers } = this.#incoming;
    // Pseudo-headers come first (RFC 9113 8.3).
    let first = 0;
    while (rawHeaders[first]?.startsWith(':')) first += 2;
    const authority = headers[':authority'];
    if (typeof authority !== 'string') return rawHeaders.slice(first);
    if (headers.host?.toLowerCase() === authority.toLowerCase()) return rawHeaders.slice(first);
    const lines = rawHeaders.slice(first - 2);
    lines[0] = 'host';
    lines[1] = authority;
    return lines;
  }

  #continue(): void {
    this.awaitsContinue = false;
    // "100 Continue" must not come after the response has begun.
    if (!this.#outgoing.headersSent) this.#outgoing.writeContinue();
  }

  #toOriginForm(target: string, isStrict: boolean): string {
    const form = originForm(target);
    // Node accepts a fragment, with which a target has another end for other readers. Express reads absolute targets as we do, but
    // escapes some characters.
    const isRead =
      !isStrict || (!/[#'|^]/.test(target) && (target === '*' || 'originalUrl' in this.#incoming));
    if (form === undefined || !isRead) this.rejection = malformedTarget();
    return form ?? '/';
  }

  /** Checks the path before the prefix that Express has removed. */
  #checkOriginal({ originalUrl, url = '' }: IncomingMessage & { readonly originalUrl?: unknown }): void {
    if (typeof originalUrl !== 'string' || originalUrl === url) return;
    const original = originForm(originalUrl) ?? '/';
    const [path] = original.split('?', 1) as [string];
    if (!isPlain(path)) this.canonical(path, true);
    // Express 4 removes one slash more than its prefix has: "/fw//admin" becomes "/admin".
    if (original.endsWith(`/${originForm(url)}`)) this.rejection ??= malformedTarget();
  }
}
