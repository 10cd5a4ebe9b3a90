import type { Server } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { readFileSync } from 'node:fs';
import type { TLSSocket } from 'node:tls';
import type { TlsOptions } from '../../kernel/application/request-handler.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';

// In ms: how long a client may be silent whose responses have ended and who doesn't close the connection itself.
const CLOSE_WAIT = 500;
// In ms: the same for a client that may still be reading its last response.
const READ_WAIT = 1500;

/** How long clients may take, in milliseconds; 0 is without limit. */
export interface TimeLimits {
  readonly headers: number;
  readonly request: number;
  /** How often a server looks for slow clients; no longer than the shortest limit. */
  readonly checkingInterval: number;
}

/** Creates a server for HTTPS that speaks HTTP/2, and HTTP/1 with clients that don't. */
export function http2Server(
  { cert, key }: TlsOptions,
  options: object,
  limits: TimeLimits,
): { readonly server: Server; readonly sessions: Http2Sessions } {
  const server = createSecureServer({
    ...options,
    cert: pemOf('cert', cert),
    key: pemOf('key', key),
    allowHTTP1: true,
    handshakeTimeout: limits.headers,
  });
  // Node 20 ignores these two as options of an HTTP/2 server, though they apply to its HTTP/1 connections.
  Object.assign(server, { keepAliveTimeout: 5000, requireHostHeader: false });
  return { server: server as unknown as Server, sessions: trackSessions(server, limits) };
}

export function pemOf(option: keyof TlsOptions, given: string): string | Buffer {
  if (typeof given !== 'string') {
    throw new InvalidArgumentError(`option tls.${option}`, 'PEM, or the path of a file in PEM format', given);
  }
  return given.includes('-----BEGIN ') ? given : readFileSync(given);
}

interface Session {
  readonly session: ServerHttp2Session;
  readonly socket: TLSSocket;
  openStreams: number;
  /** When the last stream ended; at first, when the session began. */
  idleSince: number;
}

/** The HTTP/2 sessions of a server. */
export interface Http2Sessions {
  /** Accepts no more streams; each session ends with its last one. */
  close(): void;
  destroy(): void;
}

/** Node sets no time limits for HTTP/2 sessions, and at shutdown leaves them open until clients close them. */
function trackSessions(
  server: Http2SecureServer,
  { headers, request, checkingInterval }: TimeLimits,
): Http2Sessions {
  const sessions = new Map<ServerHttp2Session, Session>();
  // Streams whose request has a body, with the time when they began.
  const uploads = new Map<ServerHttp2Stream, number>();
  let isClosing = false;
  let socket: TLSSocket;
  // Node's own listener runs after this one and creates the session.
  server.prependListener('secureConnection', (secure) => (socket = secure));
  server.on('session', (session) => {
    sessions.set(session, { session, socket, openStreams: 0, idleSince: performance.now() });
    session.once('close', () => sessions.delete(session));
  });
  server.prependListener('stream', (stream) => {
    const session = stream.session && sessions.get(stream.session as ServerHttp2Session);
    if (session === undefined) return;
    session.openStreams++;
    if (!stream.endAfterHeaders) uploads.set(stream, performance.now());
    stream.once('close', () => {
      uploads.delete(stream);
      session.openStreams--;
      if (session.openStreams === 0) session.idleSince = performance.now();
      if (isClosing) close(session);
    });
  });
  const closeSlow = (): void => {
    const now = performance.now();
    for (const session of sessions.values()) {
      if (headers > 0 && session.openStreams === 0 && now - session.idleSince > headers) close(session);
    }
    for (const [stream, since] of uploads) {
      if (request === 0 || now - since <= request) continue;
      uploads.delete(stream);
      if (!stream.destroyed && !stream.closed && stream.state.remoteClose === 0) rejectAsTooSlow(stream);
    }
  };
  server.once('listening', () => {
    const timer = setInterval(closeSlow, checkingInterval).unref();
    server.once('close', () => clearInterval(timer));
  });
  return {
    close() {
      isClosing = true;
      sessions.forEach(close);
    },
    destroy: () => sessions.forEach(destroy),
  };
}

/** Accepts no more streams, and destroys a session without streams when its client is silent and doesn't close it. */
function close(item: Session): void {
  item.session.close();
  if (item.openStreams === 0) destroyWhenSilent(item);
}

function destroyWhenSilent(item: Session): void {
  const { bytesRead } = item.socket;
  const hasRead = performance.now() - item.idleSince > READ_WAIT;
  const check = (): void => {
    // A client that reads sends window updates.
    if (item.socket.bytesRead === bytesRead) destroy(item);
    else destroyWhenSilent(item);
  };
  setTimeout(check, hasRead ? CLOSE_WAIT : READ_WAIT).unref();
}

// The session first, because Node may crash when a socket is destroyed before its session. The socket as well, because the
// session waits until its last bytes are read, which never happens when the client has gone.
function destroy({ session, socket }: Session): void {
  session.destroy();
  setImmediate(() => socket.destroy());
}

function rejectAsTooSlow(stream: ServerHttp2Stream): void {
  if (stream.writableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
  else if (stream.headersSent) stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  else {
    stream.respond({ ':status': 408 }, { endStream: true });
    stream.close(constants.NGHTTP2_NO_ERROR);
  }
}
