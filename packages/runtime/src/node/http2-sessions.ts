import {
  constants,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { TimeLimits } from './time-limits.ts';

// In ms: how long a client may be silent that has no more to get and does not close the connection itself.
const CLOSE_WAIT = 500;
// The same of one that may still be reading its last response.
const READ_WAIT = 1500;

interface Session {
  readonly session: ServerHttp2Session;
  readonly socket: TLSSocket;
  openStreams: number;
  /** When the last stream ended; at first, when the session began. */
  idleSince: number;
}

/** The HTTP/2 sessions of a server, which Node neither limits in time nor closes at shutdown while clients keep them open. */
export class Http2Sessions {
  readonly #sessions = new Map<ServerHttp2Session, Session>();
  /** Streams whose request has a body, with the time when they began. */
  readonly #uploads = new Map<ServerHttp2Stream, number>();
  readonly #limits: TimeLimits;
  #closing = false;

  constructor(server: Http2SecureServer, limits: TimeLimits) {
    this.#limits = limits;
    let socket: TLSSocket;
    // Node's own listener, which runs after this one, makes the session.
    server.prependListener('secureConnection', (secure) => (socket = secure));
    server.on('session', (session) => this.#add(session, socket));
    server.prependListener('stream', (stream) => this.#addStream(stream));
    server.once('listening', () => {
      const timer = setInterval(() => this.#closeSlow(), limits.checkingInterval).unref();
      server.once('close', () => clearInterval(timer));
    });
  }

  /** Accepts no more streams; each session ends with its last one. */
  close(): void {
    this.#closing = true;
    for (const session of this.#sessions.values()) close(session);
  }

  destroy(): void {
    for (const session of this.#sessions.values()) cutOff(session);
  }

  #add(session: ServerHttp2Session, socket: TLSSocket): void {
    this.#sessions.set(session, { session, socket, openStreams: 0, idleSince: performance.now() });
    session.once('close', () => this.#sessions.delete(session));
  }

  #addStream(stream: ServerHttp2Stream): void {
    const session = stream.session && this.#sessions.get(stream.session as ServerHttp2Session);
    if (session === undefined) return;
    session.openStreams++;
    if (!stream.endAfterHeaders) this.#uploads.set(stream, performance.now());
    stream.once('close', () => {
      this.#uploads.delete(stream);
      session.openStreams--;
      session.idleSince = performance.now();
      if (this.#closing) close(session);
    });
  }

  #closeSlow(): void {
    const { headers, request } = this.#limits;
    const now = performance.now();
    for (const session of this.#sessions.values()) {
      if (headers > 0 && session.openStreams === 0 && now - session.idleSince > headers) close(session);
    }
    for (const [stream, since] of this.#uploads) {
      if (request === 0 || now - since <= request) continue;
      this.#uploads.delete(stream);
      if (!stream.destroyed && !stream.closed && stream.state.remoteClose === 0) closeAsTooSlow(stream);
    }
  }
}

/** Accepts no more streams, and destroys a session without streams when its client is silent and does not close it. */
function close(item: Session): void {
  item.session.close();
  if (item.openStreams === 0) cutOffWhenSilent(item);
}

function cutOffWhenSilent(item: Session): void {
  const { bytesRead } = item.socket;
  const hasRead = performance.now() - item.idleSince > READ_WAIT;
  const check = (): void => {
    // A client that reads says so, by the window updates of HTTP/2.
    if (item.socket.bytesRead === bytesRead) cutOff(item);
    else cutOffWhenSilent(item);
  };
  setTimeout(check, hasRead ? CLOSE_WAIT : READ_WAIT).unref();
}

// The session first, because Node may crash when a socket is destroyed before it. The socket as well, because the session
// waits until its last bytes are read, which a client that is gone never does.
function cutOff({ session, socket }: Session): void {
  session.destroy();
  setImmediate(() => socket.destroy());
}

function closeAsTooSlow(stream: ServerHttp2Stream): void {
  if (stream.writableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
  else if (stream.headersSent) stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  else {
    stream.respond({ ':status': 408 }, { endStream: true });
    stream.close(constants.NGHTTP2_NO_ERROR);
  }
}
