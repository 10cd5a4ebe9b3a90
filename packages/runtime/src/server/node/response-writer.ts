import type { IncomingMessage, ServerResponse } from 'node:http';
import { FwError } from '../../kernel/errors/coded-errors.ts';
import type { FinalizedResponse } from '../../kernel/http/response-body.ts';
import { type HeaderList, joinVary, pairsOf } from '../../kernel/http/header-list.ts';
import { NO_ERROR, streamOf } from './exchange.ts';

// The head and the end of a response. The end depends on the body of the request, which may still be arriving unread.

// In bytes. With more, nghttp2 ends the whole connection with all its requests.
const MAX_HTTP2_HEADERS = 64_000;
// In bytes: the overhead of each header beside its name and value.
const HEADER_OVERHEAD = 12;
// In bytes: how much of an unread body is received after the response, for clients that send everything before they read.
const MAX_UNREAD = 16 * 1024 * 1024;
// In ms, between two chunks of an unread body.
const MAX_SILENCE = 1000;

/**
 * Writes status and headers.
 *
 * @param hasUnread see `hasUnreadBody`
 * @param joined whether other handlers may have set headers already, or wait for them
 */
export function writeHead(
  outgoing: ServerResponse,
  response: FinalizedResponse,
  hasUnread: boolean,
  joined = false,
): void {
  const { status, statusText, headers } = response;
  // HTTP/2 has no status text, and no response closes its connection.
  if (outgoing.req.httpVersionMajor >= 2) {
    const named = byName(headers.lines);
    if (joined) mergeHeaders(outgoing, Object.entries(named));
    outgoing.writeHead(status, joined ? undefined : named);
    return;
  }
  if (headers.closesConnection || (hasUnread && lengthOf(outgoing.req) > MAX_UNREAD)) {
    outgoing.shouldKeepAlive = false;
  }
  const lines = status === 426 ? withConnection(headers, outgoing.shouldKeepAlive) : headers.lines;
  if (joined) {
    // Middleware that waits for the headers sees those that are set, but not those that are only written.
    mergeHeaders(outgoing, pairsOf(lines));
    outgoing.writeHead(status, statusText);
  } else outgoing.writeHead(status, statusText, lines as string[]);
}

/** The `Upgrade` of a 426 requires a `Connection` that names it (RFC 9110 7.8). */
function withConnection(headers: HeaderList, keepAlive: boolean): readonly string[] {
  if (!headers.has('upgrade')) return headers.lines;
  return headers.withAdded('Connection', keepAlive ? 'Upgrade' : 'Upgrade, close').lines;
}

// Repeated headers are joined, because over HTTP/2 Node throws when a header with a single value is repeated.
function byName(lines: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = Object.create(null) as {};
  let size = 0;
  for (let index = 0; index < lines.length; index += 2) {
    const name = (lines[index] as string).toLowerCase();
    // HTTP/2 has no Upgrade (RFC 9113 8.6).
    if (name === 'upgrade') continue;
    const value = lines[index + 1] as string;
    size += name.length + value.length + HEADER_OVERHEAD;
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name === 'set-cookie') headers[name] = [before, value].flat();
    else headers[name] = `${before as string}, ${value}`;
  }
  if (size > MAX_HTTP2_HEADERS) {
    throw new FwError(
      'FW_HEADERS_TOO_LARGE',
      `The headers of a response take ${size} bytes, and HTTP/2 can send ${MAX_HTTP2_HEADERS}; send fewer headers.`,
    );
  }
  return headers;
}

/**
 * Sets headers on a response that may have some already. A header of the same name is replaced, except that cookies and the
 * fields of `Vary` are added.
 *
 * @param value several values only for cookies
 */
export function mergeHeaders(
  outgoing: ServerResponse,
  headers: readonly (readonly [name: string, value: string | string[]])[],
): void {
  const set = new Set<string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (key === 'vary')
      outgoing.setHeader(name, joinVary(outgoing.getHeader(name)?.toString(), String(value)));
    else if (key === 'set-cookie' || set.has(key)) outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
    set.add(key);
  }
  // A Content-Length set earlier measured a different body.
  if (!set.has('content-length')) outgoing.removeHeader('content-length');
}

/** Whether the client may still be sending a body. */
export function hasUnreadBody(incoming: IncomingMessage): boolean {
  const { method, complete, destroyed } = incoming;
  if (complete || destroyed || method === 'GET' || method === 'HEAD') return false;
  const stream = streamOf(incoming);
  // An HTTP/2 request needs no header to have a body.
  return stream === undefined
    ? lengthOf(incoming) > 0 || incoming.headers['transfer-encoding'] !== undefined
    : !stream.endAfterHeaders;
}

function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

/**
 * Ends a response to a client that is still sending. Closing the connection now would reset it before the client has read the
 * response, so the rest of the body is received and dropped first (RFC 9112 9.6). Over HTTP/2 the response ends at once, and
 * only the stream is closed after the body (RFC 9113 8.1).
 */
export function endAfterUnreadBody(outgoing: ServerResponse): void {
  const incoming = outgoing.req;
  const stream = streamOf(incoming);
  if (stream !== undefined) outgoing.end();
  let size = 0;
  const end = (): void => {
    clearTimeout(silence);
    incoming.off('data', onData).off('end', end).off('close', end);
    if (stream !== undefined) {
      stream.close(NO_ERROR);
      return;
    }
    if (!incoming.complete) outgoing.once('finish', () => incoming.socket.destroySoon());
    outgoing.end();
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    silence.refresh();
    if (size > MAX_UNREAD) end();
    // A reader that stopped half way pauses the body at each chunk.
    else incoming.resume();
  };
  const silence = setTimeout(end, MAX_SILENCE);
  incoming.on('data', onData).once('end', end).once('close', end).resume();
}
