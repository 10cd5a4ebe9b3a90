import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Has a server read a request again that came as an upgrade, as if it had asked for none: with its body, its limits, and what
 * follows it on the connection. Newer versions of Node ask before, by `shouldUpgradeCallback`.
 *
 * @param head what came after the headers
 */
export function requestAgain(server: Server, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = incoming;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    lines.push(`${name}: ${/^(?:proxy-)?connection$/i.test(name) ? withoutUpgrade(value) : value}`);
  }
  // That of a connection between two requests.
  socket.setTimeout(0);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

function withoutUpgrade(value: string): string {
  const tokens = value.split(',').map((token) => token.trim());
  return tokens.filter((token) => token.toLowerCase() !== 'upgrade').join(', ');
}
