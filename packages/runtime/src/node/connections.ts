import { once } from 'node:events';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Http2Sessions } from './http2-sessions.ts';

// In milliseconds.
const IDLE_CHECK_INTERVAL = 20;
// How long a request may be on its way that a client has sent just before its connection was too old.
const TRAVEL_TIME = 1000;

/**
 * Closes the connections of a server when it shuts down. Node itself closes idle HTTP/1 connections that have had a request,
 * but not those without one, those in their TLS handshake, nor any of a server with TLS.
 */
export class Connections {
  readonly #server: HttpServer;
  readonly #sessions: Http2Sessions | undefined;
  readonly #sockets = new Set<Socket>();
  /** Sockets that may have received nothing yet; at shutdown those are closed at once. */
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
      // On Bun it is the same as that of "connection", and its session closes it.
      else this.#perhapsUnused.delete(socket);
    });
    // Bun does not count what a connection without TLS receives, so there the requests tell. Elsewhere this ends with the first.
    const noteUse = ({ socket }: IncomingMessage): void => {
      if (socket.bytesRead === 0) this.#perhapsUnused.delete(socket);
      else server.off('request', noteUse).off('checkContinue', noteUse);
    };
    server.on('request', noteUse).on('checkContinue', noteUse);
  }

  /** In milliseconds: clients don't reuse a connection that was idle for longer. */
  get longestIdle(): number {
    return this.#server.keepAliveTimeout + TRAVEL_TIME;
  }

  /**
   * Takes no new connections, and keeps idle ones open, because a request may be on its way on each of them.
   *
   * @param time in milliseconds
   * @returns when all have ended, or the time is over; then they are to be closed
   */
  async leaveIdle(time: number): Promise<void> {
    const server = this.#server;
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), time);
    const closed = once(server, 'close', over).catch(() => {});
    // That of HTTP closes idle connections.
    NetServer.prototype.close.call(server);
    this.#sessions?.close();
    await closed;
    clearTimeout(timer);
  }

  /**
   * Takes no new connections, lets the requests in flight finish, and closes every connection as soon as it has none.
   *
   * @param timeout in milliseconds, after which the remaining connections are destroyed
   */
  async close(timeout: number): Promise<void> {
    this.#closing = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#perhapsUnused) if (socket.bytesRead === 0) socket.destroy();
    this.#sessions?.close();
    // Node has closed the idle ones; these become idle after their response.
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

  #add(sockets: Set<Socket>, socket: Socket): void {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  }
}
