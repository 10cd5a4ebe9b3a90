import type { Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/**
 * The connections of a server. Node closes those of HTTP/1 on which a request came; it knows neither those on which
 * nothing came yet, nor those that are not through with TLS, nor all of a server that speaks TLS.
 */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #unused = new Set<Socket>();
  #closing = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#add(this.#sockets, socket);
      this.#add(this.#unused, socket);
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      if (this.#closing) socket.destroy();
      else if (socket.alpnProtocol !== 'h2') this.#add(this.#unused, socket);
    });
  }

  /** Closes those on which nothing came, now or once TLS is established. */
  closeUnused(): void {
    this.#closing = true;
    for (const socket of this.#unused) if (socket.bytesRead === 0) socket.destroy();
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #add(sockets: Set<Socket>, socket: Socket): void {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  }
}
