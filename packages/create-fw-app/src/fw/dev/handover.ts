import { timingSafeEqual } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** In the environment of the processes of a site: what only they and `fw dev` know. */
export const HANDOVER_SECRET = 'FW_HANDOVER_SECRET';

const HANDOVER_HEADER = 'X-Fw-Handover';

/**
 * The header lines by which the process that receives a request next learns who sent it.
 *
 * @param lines of the request: name, value, name, value, …
 */
export function withPeer(
  lines: readonly string[],
  { remoteAddress, remotePort, remoteFamily }: Socket,
  secret: string,
): string[] {
  return [...lines, HANDOVER_HEADER, JSON.stringify({ secret, remoteAddress, remotePort, remoteFamily })];
}

/**
 * Removes that header from a request. When it holds the secret, the connection gets the address of the client; a header that a
 * client sends by itself has no effect.
 */
export function takePeer(incoming: IncomingMessage, secret: string): void {
  const { rawHeaders, socket } = incoming;
  const isHeader = (_: string, index: number): boolean =>
    rawHeaders[index - (index % 2)]?.toLowerCase() === HANDOVER_HEADER.toLowerCase();
  if (!rawHeaders.some(isHeader)) return;
  // Node makes both of rawHeaders when they are first read, and has counted those.
  const { headers, headersDistinct } = incoming as Partial<IncomingMessage>;
  const values = rawHeaders.filter((line, index) => index % 2 === 1 && isHeader(line, index));
  rawHeaders.splice(0, rawHeaders.length, ...rawHeaders.filter((line, index) => !isHeader(line, index)));
  for (const object of [headers, headersDistinct]) delete object?.[HANDOVER_HEADER.toLowerCase()];
  // The connection is of this request alone.
  const peer = values.map((value) => peerIn(value, secret)).find((found) => found !== undefined);
  for (const [name, value] of Object.entries(peer ?? {})) {
    Object.defineProperty(socket, name, { value, configurable: true });
  }
}

/** Has that done for each request before anything sees it. */
export function receivePeers(secret: string): void {
  subscribe('http.server.request.start', (message) =>
    takePeer((message as { readonly request: IncomingMessage }).request, secret),
  );
  if (process.versions.bun === undefined) return;
  // Bun publishes nothing there.
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event: string, ...args: unknown[]): boolean {
    if (event === 'request' || event === 'checkContinue') takePeer(args[0] as IncomingMessage, secret);
    return Reflect.apply(emit, this, [event, ...args]) as boolean;
  };
}

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort' | 'remoteFamily'>;

function peerIn(text: string, expected: string): Peer | undefined {
  try {
    const { secret, remoteAddress, remotePort, remoteFamily } = JSON.parse(text) as Peer & { secret: string };
    return expected !== '' && isSame(secret, expected)
      ? { remoteAddress, remotePort, remoteFamily }
      : undefined;
  } catch {
    return undefined;
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
