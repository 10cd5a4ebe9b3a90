import { once } from 'node:events';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Http2Sessions } from './http2-server.ts';
import { isSettled } from './process/lifecycle.ts';

// In ms.
const IDLE_CHECK_INTERVAL = 20;
// In ms: how long a request may be in transit that a client has sent just before its connection expired.
const TRANSIT_TIME = 1000;

/**
 * Closes the connections of a server at a graceful shutdown. Node itself closes idle HTTP/1 connections that have had a request,
 * but no connections without a request, none in their TLS handshake, and none of a server with TLS.
 */
export interface Connections {
  /** In milliseconds: clients don't reuse a connection that was idle for longer. */
  maxIdle(): number;
  /**
   * Accepts no new connections, and keeps idle connections open, because a request may be in transit on each of them.
   *
   * @param time in milliseconds
   * @returns when all connections have ended, or the time is over; then call `close()`
   */
  drain(time: number): Promise<void>;
  /**
   * Accepts no new connections, waits for the requests in flight, and closes every connection as soon as it is idle.
   *
   * @param timeout in milliseconds, after which the remaining connections are destroyed
   */
  close(timeout: number): Promise<void>;
}

/** @param sessions undefined without TLS */
export function trackConnections(server: HttpServer, sessions: Http2Sessions | undefined): Connections {
  const sockets = new Set<Socket>();
  // Sockets that may have received nothing yet; a shutdown closes them at once.
  const unused = new Set<Socket>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    unused.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      unused.delete(socket);
    });
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    if (isClosing) socket.destroy();
    // On Bun, this is the socket of "connection"; its session closes it.
    else if (socket.alpnProtocol === 'h2') unused.delete(socket);
    else unused.add(socket.once('close', () => unused.delete(socket)));
  });
  // Bun doesn't count the bytes that a connection without TLS receives. Elsewhere the first request removes this listener.
  const noteUse = ({ socket }: IncomingMessage): void => {
    if (socket.bytesRead === 0) unused.delete(socket);
    else server.off('request', noteUse).off('checkContinue', noteUse);
  };
  server.on('request', noteUse).on('checkContinue', noteUse);
  return {
    maxIdle: () => server.keepAliveTimeout + TRANSIT_TIME,
    async drain(time) {
      const closed = once(server, 'close').catch(() => {});
      // The method of the HTTP server would close idle connections.
      NetServer.prototype.close.call(server);
      sessions?.close();
      await isSettled(closed, time);
    },
    async close(timeout) {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      sessions?.close();
      // Node has closed the connections that are idle now; the others become idle after their response.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL);
      const deadline = setTimeout(() => {
        sessions?.destroy();
        // After the sessions, because Node may crash when a socket is destroyed before its session.
        setImmediate(() => sockets.forEach((socket) => socket.destroy()));
      }, timeout);
      await closed;
      clearInterval(idle);
      clearTimeout(deadline);
    },
  };
}
