import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../../errors/http-error.ts';
import { isCanonical } from '../../http/canonical-path.ts';
import { filterLines, isSameName } from '../../http/header-list.ts';
import { HOST, malformedTarget } from '../../http/request-changes.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { type Platform, type WaitUntil, waitUntilOf } from '../../http/platform.ts';
import { RequestSource } from '../../http/request-source.ts';
import { isAdmitted } from '../admitted.ts';
import type { Closing } from '../process/closing.ts';
import { wrongWebSocket } from '../websocket/handshake.ts';
import { hasNoBody, isBrokenOff, isGone, isWhole, onceOver, wasCutShort } from '../exchange.ts';
import { clientGone, incomingStream } from './incoming-body.ts';
import { IncomingRequest } from '../internals/incoming-request.ts';
import { requestUrl } from './request-url.ts';
import { type BodyTaker, WholeBody } from './whole-body.ts';

/** What all requests of a server share. */
export interface ServerShared {
  readonly closing: Closing;
  /** Whether clients wait for "100 Continue"; false when absent. */
  readonly awaitsContinue?: boolean;
  /** Whether other handlers may have set headers on a response already; false when absent. */
  readonly joined?: boolean;
  /** What `request.platform` is. */
  readonly platform?: Platform;
  /** Opens the WebSocket that a response with the status 101 leads to. */
  readonly openWebSocket?: (response: HttpResponse, source: NodeSource, outgoing: ServerResponse) => void;
}

/** A request read from Node's `IncomingMessage`. */
export class NodeSource extends RequestSource {
  readonly method: string;
  readonly path: string;
  readonly queryString: string;
  protected contentLength: number = 0;
  /** Whether the client waits for "100 Continue", which is sent when somebody reads the body. */
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
    const target = this.#originForm(incoming.url ?? '/');
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    this.path = isCanonical(path) ? path : this.canonical(escapeBytes(path));
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

  override get waitUntil(): WaitUntil | undefined {
    return waitUntilOf(this.#shared.platform);
  }

  /**
   * Opens the WebSocket that a response with the status 101 leads to.
   *
   * @throws FwError FW_WRONG_WEBSOCKET when another request has asked for it
   */
  openWebSocket(_response: HttpResponse): void {
    throw wrongWebSocket(this);
  }

  override get isDeveloper(): boolean {
    return isAdmitted(this.#incoming);
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
    const onOver = (): void => {
      if (wasCutShort(outgoing)) abort.abort();
    };
    if (isGone(outgoing)) onOver();
    else onceOver(outgoing, onOver);
    return abort.signal;
  }

  // A body that was dropped after the response must not be taken for an empty one.
  protected override isTaken(): boolean {
    const incoming = this.#incoming;
    return incoming.readableDidRead || (incoming instanceof IncomingRequest && incoming.isTaken);
  }

  protected override readAll<T>(convert: (bytes: Uint8Array) => T): Promise<T> {
    const incoming = this.#incoming;
    if (hasNoBody(incoming)) return Promise.resolve(new Uint8Array()).then(convert);
    if (isBrokenOff(incoming)) return Promise.reject(clientGone());
    this.#continue();
    const body = new WholeBody(this, convert);
    if (!(incoming instanceof IncomingRequest && incoming.give(body))) readEvents(incoming, body);
    return body.promise;
  }

  protected override openClosing(): AbortSignal {
    return this.#shared.closing.signalFor(this.#outgoing);
  }

  protected openStream(): ReadableStream<Uint8Array> | null {
    const { method } = this;
    if (method === 'GET' || method === 'HEAD') return null;
    return incomingStream(this.#incoming, () => this.#continue());
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
    // RFC 9112 3.2: a proxy in front may have used the other one.
    if (hosts > 1) this.rejection = new HttpError(400, 'The request has more than one Host header.');
    else if (hosts === 0 && this.#incoming.httpVersion === '1.1') {
      this.rejection = new HttpError(400, 'The request has no Host header.');
    } else if (host !== '' && !HOST.test(host)) this.rejection = malformedTarget();
  }

  // RFC 9113 8.3.1: ":authority" stands for "Host", and a "Host" beside it must be the same.
  #withoutPseudoHeaders(): readonly string[] {
    const { rawHeaders, headers } = this.#incoming;
    const lines = filterLines(rawHeaders, (name) => !name.startsWith(':'));
    const authority = headers[':authority'];
    if (typeof authority !== 'string') return lines;
    if (headers.host?.toLowerCase() === authority.toLowerCase()) return lines;
    return ['host', authority, ...lines];
  }

  #continue(): void {
    if (!this.awaitsContinue) return;
    this.awaitsContinue = false;
    // It must not come after the response has begun.
    if (!this.#outgoing.headersSent) this.#outgoing.writeContinue();
  }

  // RFC 9112 3.2: besides "/path?query" a target may be absolute, or "*" for OPTIONS.
  #originForm(target: string): string {
    const fragment = target.indexOf('#');
    // A target has no fragment, but Node accepts one; `fetch` cuts it off too.
    if (fragment !== -1) return this.#originForm(target.slice(0, fragment));
    if (target.startsWith('/')) return target;
    if (target === '*') return '/*';
    const absolute = /^https?:\/\/([^/?]+)(.*)/i.exec(target);
    if (absolute === null || !HOST.test(absolute[1] as string)) {
      this.rejection = malformedTarget();
      return '/';
    }
    const rest = absolute[2] as string;
    return rest.startsWith('/') ? rest : `/${rest}`;
  }
}

// Node decodes the bytes of a target as Latin-1.
function escapeBytes(target: string): string {
  return target.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function readEvents(incoming: IncomingMessage, body: BodyTaker): void {
  const onData = (chunk: Buffer): void => {
    if (!body.add(chunk)) incoming.off('data', onData).pause();
  };
  // A broken connection gives "close" without "end".
  const onEnd = (): void => body.end(isWhole(incoming, body.size));
  incoming.on('data', onData).on('end', onEnd).on('close', onEnd);
}
