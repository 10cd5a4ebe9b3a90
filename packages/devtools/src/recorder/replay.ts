import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import { tokenHeader } from '../access/gate.ts';
import { MASK } from 'fw-runtime/internal';
import type { HeaderEntry, RequestRecord } from './request-json.ts';

/** The result of a replayed request. */
export interface Replay {
  readonly status: number;
  /** The id of the replayed request's record. */
  readonly id?: string;
  /** The headers that were not sent, because their values are masked. */
  readonly without: readonly string[];
}

// The limit is in milliseconds.
const LONGEST_WAIT = 10_000;
// Headers that belong to one connection, or that are set again for each request.
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why a request can't be replayed, as a sentence; undefined if the request can be replayed. */
export function whyNotAgain({
  method,
  url,
  request: { headers, size, text },
  outcome,
}: RequestRecord): string | undefined {
  if (outcome === 'pending') return 'The response is still pending.';
  if (headers.some(([name]) => name.toLowerCase() === 'upgrade')) return 'The request opens a WebSocket.';
  if (url.includes(MASK)) return 'The URL contains a secret, which is not recorded.';
  if (text?.includes(MASK)) return 'The body contains a secret, which is not recorded.';
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const hasBody = size === undefined ? isChunked && method !== 'GET' && method !== 'HEAD' : size > 0;
  if (!hasBody || text !== undefined) return undefined;
  return 'The body is not recorded: no handler read it, it is not text, or it is longer than 64 KB.';
}

/**
 * Replays a request to the server that received it, with HTTP or HTTPS as on `socket`, a connection to the same server. Masked
 * headers are left out.
 *
 * @throws Error if there is no response within 10 seconds
 */
export function replay({ method, url, request }: RequestRecord, socket: Socket): Promise<Replay> {
  const sent = request.headers.filter(
    (header) => !isMasked(header) && !OF_THE_CONNECTION.has(header[0].toLowerCase()),
  );
  const body = request.text === undefined ? undefined : Buffer.from(request.text);
  const length = body === undefined ? [] : ['Content-Length', String(body.length)];
  const isSecure = (socket as Partial<TLSSocket>).encrypted === true;
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? httpsRequest : httpRequest)({
      host: socket.localAddress,
      port: socket.localPort,
      method,
      path: url,
      // An array keeps the order and duplicates of headers.
      headers: [...sent.flat(), ...length, ...tokenHeader()],
      agent: false,
      // The certificate doesn't need to be verified, because the request is sent to this server.
      rejectUnauthorized: false,
      signal: AbortSignal.timeout(LONGEST_WAIT),
    });
    outgoing.once('error', (error) =>
      reject(
        error.name === 'TimeoutError' || error.name === 'AbortError'
          ? new Error('There was no response within 10 s.')
          : error,
      ),
    );
    outgoing.once('response', (incoming) => {
      // The body isn't awaited, because a stream may never end.
      incoming.on('error', () => {}).resume();
      const id = /\/requests\/([^/]+)$/.exec(String(incoming.headers['x-fw-trace'] ?? ''))?.[1];
      const without = request.headers.filter(isMasked).map(([name]) => name);
      resolve({ status: incoming.statusCode ?? 0, without, ...(id !== undefined && { id }) });
    });
    outgoing.end(body);
  });
}

function isMasked([, value]: HeaderEntry): boolean {
  return value.includes(MASK);
}
