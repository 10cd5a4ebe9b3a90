import { timingSafeEqual } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The environment variable with a secret that only `fw dev` and the app's processes know. */
export const HANDOVER_SECRET = 'FW_HANDOVER_SECRET';

const HANDOVER_HEADER = 'X-Fw-Handover';

/**
 * The header lines by which the next process that receives a request learns the client's address. The value begins with
 * the secret, so that the next process can compare the secret before it parses anything.
 *
 * @param lines of the request: name, value, name, value, …
 */
export function withPeer(
  lines: readonly string[],
  { remoteAddress, remotePort, remoteFamily }: Socket,
  secret: string,
): string[] {
  const peer = JSON.stringify({ remoteAddress, remotePort, remoteFamily });
  // The header is the first one, because Node drops headers after the 2000th.
  return [HANDOVER_HEADER, `${secret} ${peer}`, ...lines];
}

/**
 * Removes that header from a request. If it contains the secret, the connection gets the client's address; the header
 * is ignored when a client sends it.
 */
export function takePeer(incoming: IncomingMessage, secret: string): void {
  const { rawHeaders, socket } = incoming;
  const isHeader = (_: string, index: number): boolean =>
    rawHeaders[index - (index % 2)]?.toLowerCase() === HANDOVER_HEADER.toLowerCase();
  if (!rawHeaders.some(isHeader)) return;
  // Node derives both from rawHeaders at first access, and has counted them.
  const { headers, headersDistinct } = incoming as Partial<IncomingMessage>;
  const values = rawHeaders.filter((line, index) => index % 2 === 1 && isHeader(line, index));
  rawHeaders.splice(0, rawHeaders.length, ...rawHeaders.filter((line, index) => !isHeader(line, index)));
  for (const object of [headers, headersDistinct]) delete object?.[HANDOVER_HEADER.toLowerCase()];
  // The connection carries only this request.
  const peer = values.map((value) => peerIn(value, secret)).find((found) => found !== undefined);
  for (const [name, value] of Object.entries(peer ?? {})) {
    Object.defineProperty(socket, name, { value, configurable: true });
  }
}

/** Applies `takePeer` to each request before anything else sees it. */
export function receivePeers(secret: string): void {
  subscribe('http.server.request.start', (message) =>
    takePeer((message as { readonly request: IncomingMessage }).request, secret),
  );
  if (process.versions.bun === undefined) return;
  // Bun doesn't publish to this channel.
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event: string, ...args: unknown[]): boolean {
    if (event === 'request' || event === 'checkContinue') takePeer(args[0] as IncomingMessage, secret);
    return Reflect.apply(emit, this, [event, ...args]) as boolean;
  };
}

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort' | 'remoteFamily'>;

function peerIn(text: string, secret: string): Peer | undefined {
  if (secret === '' || !startsWith(text, `${secret} `)) return undefined;
  try {
    const { remoteAddress, remotePort, remoteFamily } = JSON.parse(text.slice(secret.length)) as Peer;
    return { remoteAddress, remotePort, remoteFamily };
  } catch {
    return undefined;
  }
}

/** Compares in constant time. A client may send any text, so the text's length is checked first. */
function startsWith(text: string, expected: string): boolean {
  if (text.length < expected.length) return false;
  const given = Buffer.from(text.slice(0, expected.length));
  const wanted = Buffer.from(expected);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
