import { type IncomingMessage, request as send, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { takePeer, withPeer } from './handover.ts';
import type { Address } from './app-process.ts';

/** The last response of each connection: a pipelined request behind one that closes it would be lost. */
const latest = new WeakMap<Socket, ServerResponse>();

/**
 * Forwards requests that still reach this process to its successor, and closes their connections. Idle connections
 * stay open meanwhile, because a request may be on its way and would fail.
 *
 * @param secret shared with `fw dev`, so that the other process trusts the client's address
 * @returns a function that stops forwarding, so that idle connections can be closed
 */
export function passOnRequests(successor: Address, secret: string): () => void {
  const { emit, closeIdleConnections } = Server.prototype;
  Server.prototype.closeIdleConnections = () => {};
  Server.prototype.emit = function (event: string, ...args: unknown[]): boolean {
    const [incoming, outgoing] = args as [IncomingMessage, ServerResponse];
    if (event !== 'request' && event !== 'checkContinue') {
      return Reflect.apply(emit, this, [event, ...args]) as boolean;
    }
    try {
      // The request may itself have been forwarded to this process.
      takePeer(incoming, secret);
      if (event === 'checkContinue') outgoing.writeContinue();
      passOn(incoming, outgoing, successor, secret);
    } catch {
      // Node rejects some requests only when they are sent.
      fail(outgoing);
    }
    return true;
  };
  return () => {
    Server.prototype.closeIdleConnections = closeIdleConnections;
  };
}

function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { host, port }: Address,
  secret: string,
): void {
  const { method, url, rawHeaders, socket } = incoming;
  latest.set(socket, outgoing);
  const headers = withPeer(without(rawHeaders, CONNECTION), socket, secret);
  const onward = send({ host, port, method, path: url, headers, setHost: false, agent: false });
  onward.on('response', (reply) => {
    outgoing.shouldKeepAlive &&= latest.get(socket) !== outgoing;
    reply.on('error', () => outgoing.destroy());
    try {
      const lines = without(reply.rawHeaders, FRAMING);
      outgoing.writeHead(reply.statusCode ?? 502, reply.statusMessage, lines);
    } catch {
      onward.destroy();
      fail(outgoing);
      return;
    }
    reply.pipe(outgoing, { end: false });
    reply.once('end', () => {
      // A client that is still sending couldn't read the response if the connection were closed now.
      incoming.unpipe(onward).resume();
      finished(incoming, () => outgoing.end());
    });
  });
  onward.on('error', () => fail(outgoing));
  // Upgrades are events of their own, so the successor was sent an ordinary request.
  onward.on('upgrade', (_, upgraded) => {
    upgraded.destroy();
    fail(outgoing);
  });
  outgoing.on('error', () => onward.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** Responds with 502, or closes the connection when the response has begun. */
function fail(outgoing: ServerResponse): void {
  if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
  else outgoing.writeHead(502, 'Bad Gateway', { Connection: 'close' }).end();
}

// Trailers aren't forwarded, and Node rejects `Trailer` in a message without chunks.
const CONNECTION = new Set(['connection', 'keep-alive', 'trailer']);
// Node frames the response for the client, which may be an HTTP/1.0 client.
const FRAMING = new Set([...CONNECTION, 'transfer-encoding']);

/** Header lines without some headers. */
function without(lines: readonly string[], names: ReadonlySet<string>): string[] {
  return lines.filter((_, index) => !names.has(lines[index - (index % 2)]?.toLowerCase() ?? ''));
}
