import { once } from 'node:events';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Http2Sessions } from './http2-server.ts';

// In ms.
const IDLE_CHECK_INTERVAL = 20;
// In ms: how long a request may be in transit that a client has sent just before its connection expired.
const TRANSIT_TIME = 1000;

/**
 * Closes the connections of a server at a graceful shutdown. Node itself closes idle HTTP/1 connections that have had a request,
 * but no connections without a request, none in their TLS handshake, and none of a server with TLS.
 */
export class Connections {
  readonly #server: HttpServer;
  readonly #sessions: Http2Sessions | undefined;
  readonly #sockets = new Set<Socket>();
  /** Sockets that may have received nothing yet; a shutdown closes them at once. */
  readonly #unused = new Set<Socket>();
  #closing = false;

  /** @param sessions undefined without TLS */
  constructor(server: HttpServer, sessions: Http2Sessions | undefined) {
    this.#server = server;
    this.#sessions = sessions;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      this.#unused.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#unused.delete(socket);
      });
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      if (this.#closing) socket.destroy();
      // On Bun, this is the socket of "connection"; its session closes it.
      else if (socket.alpnProtocol === 'h2') this.#unused.delete(socket);
      else this.#unused.add(socket.once('close', () => this.#unused.delete(socket)));
    });
    // Bun doesn't count the bytes that a connection without TLS receives. Elsewhere the first request removes this listener.
    const noteUse = ({ socket }: IncomingMessage): void => {
      if (socket.bytesRead === 0) this.#unused.delete(socket);
      else server.off('request', noteUse).off('checkContinue', noteUse);
    };
    server.on('request', noteUse).on('checkContinue', noteUse);
  }

  /** In milliseconds: clients don't reuse a connection that was idle for longer. */
  get maxIdle(): number {
    return this.#server.keepAliveTimeout + TRANSIT_TIME;
  }

  /**
   * Accepts no new connections, and keeps idle connections open, because a request may be in transit on each of them.
   *
   * @param time in milliseconds
   * @returns when all connections have ended, or the time is over; then call `close()`
   */
  async drain(time: number): Promise<void> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), time);
    const closed = once(this.#server, 'close', over).catch(() => {});
    // The method of the HTTP server would close idle connections.
    NetServer.prototype.close.call(this.#server);
    this.#sessions?.close();
    await closed;
    clearTimeout(timer);
  }

  /**
   * Accepts no new connections, waits for the requests in flight, and closes every connection as soon as it is idle.
   *
   * @param timeout in milliseconds, after which the remaining connections are destroyed
   */
  async close(timeout: number): Promise<void> {
    this.#closing = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#unused) if (socket.bytesRead === 0) socket.destroy();
    this.#sessions?.close();
    // Node has closed the connections that are idle now; the others become idle after their response.
    const idle = setInterval(() => this.#server.closeIdleConnections(), IDLE_CHECK_INTERVAL);
    const deadline = setTimeout(() => {
      this.#sessions?.destroy();
      // After the sessions, because Node may crash when a socket is destroyed before its session.
      setImmediate(() => this.#sockets.forEach((socket) => socket.destroy()));
    }, timeout);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
  }
}
