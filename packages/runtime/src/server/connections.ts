import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Http2Sessions } from './http2-sessions.ts';

const IDLE_CHECK_INTERVAL = 20;

/**
 * The connections of a server, to be closed when it shuts down. Node closes those of HTTP/1 on which a request came; it
 * knows neither those on which nothing came yet, nor those whose TLS handshake is not done, nor any of a server with TLS.
 */
export class Connections {
  readonly #server: HttpServer;
  readonly #sessions: Http2Sessions | undefined;
  readonly #sockets = new Set<Socket>();
  /** Closed at once when nothing came on them yet, which is seen when the server shuts down. */
  readonly #perhapsUnused = new Set<Socket>();
  #closing = false;

  /** @param sessions undefined without TLS */
  constructor(server: HttpServer, sessions: Http2Sessions | undefined) {
    this.#server = server;
    this.#sessions = sessions;
    server.on('connection', (socket: Socket) => {
      this.#add(this.#sockets, socket);
      this.#add(this.#perhapsUnused, socket);
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      if (this.#closing) socket.destroy();
      else if (socket.alpnProtocol !== 'h2') this.#add(this.#perhapsUnused, socket);
    });
  }

  /**
   * Takes no new connections, lets the requests in flight finish, and closes every connection as soon as it has none.
   *
   * @param timeout after how many milliseconds what is left is cut off
   */
  async close(timeout: number): Promise<void> {
    this.#closing = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#perhapsUnused) if (socket.bytesRead === 0) socket.destroy();
    this.#sessions?.close();
    // Node closes the connections that are idle now; those that become so after their answer are closed here.
    const idle = setInterval(() => this.#server.closeIdleConnections(), IDLE_CHECK_INTERVAL);
    const deadline = setTimeout(() => {
      this.#sessions?.destroy();
      // After the sessions: Node may crash when a socket is destroyed under a session that has not been.
      setImmediate(() => this.#sockets.forEach((socket) => socket.destroy()));
    }, timeout);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
  }

  #add(sockets: Set<Socket>, socket: Socket): void {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  }
}
