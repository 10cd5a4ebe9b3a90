import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { responseInFlight } from '../internals/response-state.ts';

// In bytes. A client must not send before it has the response to its handshake (RFC 6455 4.1), but some do.
const MAX_HEAD = 65_536;

/**
 * Whether a request is for a WebSocket, with a method that may open one (RFC 6455 4.1). A server ignores an `Upgrade` in HTTP/1.0
 * (RFC 9110 7.8).
 */
export function isForWebSocket({ httpVersion, method, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Calls back for each upgrade of a server. Node emits "upgrade" at once, even when an earlier request of the connection has no
 * response yet; that response is sent first.
 */
export function onUpgrade(
  server: Server,
  listener: (incoming: IncomingMessage, socket: Socket, head: Buffer) => void,
): void {
  server.on('upgrade', (incoming, duplex, head) => {
    const socket = duplex as Socket;
    const proceed = (): void => {
      const earlier = responseInFlight(socket);
      if (earlier === undefined) listener(incoming, socket, head);
      else earlier.once('close', () => !socket.destroyed && proceed());
    };
    // Node has removed its own listener.
    socket.on('error', () => {});
    proceed();
  });
}

/**
 * Buffers what a client sends before its handshake is complete. Reading the socket notices a client that goes away.
 *
 * @param head the bytes that Node has read after the headers
 * @returns a function that stops reading, and returns the bytes. Its caller must listen to the socket in the same turn of the event
 *   loop.
 */
export function bufferHead(socket: Socket, head: Buffer): () => Buffer {
  const chunks = [head];
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > MAX_HEAD) socket.destroy();
  };
  const onEnd = (): void => void socket.destroy();
  socket.on('data', onData).on('end', onEnd);
  return () => {
    socket.off('data', onData).off('end', onEnd);
    return Buffer.concat(chunks);
  };
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
