import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { HttpError } from '../../../kernel/errors/http-error.ts';
import type { UpgradeSource } from '../../../kernel/http/upgrade-web-socket.ts';
import { lastResponse } from '../exchange.ts';
import { NodeSource, type ServerShared } from '../node-source.ts';
import { handshakeError, startWebSocket } from './start-web-socket.ts';

// In bytes. A client must not send before it has the response to its handshake (RFC 6455 4.1), but some do.
const MAX_HEAD = 65_536;

/** A request for a WebSocket, read from the request that Node passes to listeners of "upgrade". */
export class HandshakeSource extends NodeSource implements UpgradeSource {
  readonly startWebSocket: UpgradeSource['startWebSocket'] = startWebSocket;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, shared: ServerShared) {
    super(incoming, outgoing, shared);
    this.rejection ??=
      incoming.httpVersion === '1.1'
        ? handshakeError(this)
        : new HttpError(400, 'A WebSocket requires HTTP/1.1.');
  }
}

/** Whether a request is for a WebSocket, with a method that may open one (RFC 6455 4.1). */
export function isForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Calls back for each upgrade of a server. Node emits "upgrade" at once, even when an earlier request of the connection has no
 * response yet; that response is sent first.
 */
export function onUpgrade(
  server: Server,
  listener: (incoming: IncomingMessage, socket: Socket, head: Buffer) => void,
): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  const note = ({ socket }: IncomingMessage, outgoing: ServerResponse): void =>
    void responses.set(socket, outgoing);
  server.prependListener('request', note).prependListener('checkContinue', note);
  server.on('upgrade', (incoming, socket, head) => {
    const proceed = (): void => listener(incoming, socket as Socket, head);
    const earlier = responses.get(socket);
    // Node has removed its own listener.
    socket.on('error', () => {});
    if (earlier === undefined || earlier.closed) proceed();
    else earlier.once('close', () => !socket.destroyed && proceed());
  });
}

/** Creates the response to a request that Node has passed to listeners of "upgrade". */
export function responseOn(socket: Socket, incoming: IncomingMessage): ServerResponse {
  const outgoing = lastResponse(socket, incoming);
  socket.once('close', () => outgoing.emit('close'));
  return outgoing;
}

/** Buffers what a client sends before its handshake is complete. Reading the socket notices a client that goes away. */
export class UpgradeHead {
  readonly #socket: Socket;
  readonly #chunks: Buffer[];
  #size = 0;

  /** @param head the bytes that Node has read after the headers */
  constructor(socket: Socket, head: Buffer) {
    this.#socket = socket;
    this.#chunks = [head];
    socket.on('data', this.#onData).on('end', this.#onEnd);
  }

  /** Stops reading, and returns the bytes. The caller must listen to the socket in the same turn of the event loop. */
  take(): Buffer {
    this.#socket.off('data', this.#onData).off('end', this.#onEnd);
    return Buffer.concat(this.#chunks);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size > MAX_HEAD) this.#socket.destroy();
  };

  readonly #onEnd = (): void => void this.#socket.destroy();
}

/**
 * Makes a server read a request again without its `Upgrade`: with its body, its limits, and what follows on the connection. Newer
 * versions of Node have `shouldUpgradeCallback` for that.
 *
 * @param head the bytes that Node has read after the headers
 */
export function replayWithoutUpgrade(
  server: Server,
  incoming: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const { method, url, httpVersion, rawHeaders } = incoming;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    lines.push(`${name}: ${/^(?:proxy-)?connection$/i.test(name) ? withoutUpgrade(value) : value}`);
  }
  // Removes the timeout of a connection between two requests.
  socket.setTimeout(0);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

function withoutUpgrade(value: string): string {
  const options = value.split(',').map((option) => option.trim());
  return options.filter((option) => option.toLowerCase() !== 'upgrade').join(', ');
}
