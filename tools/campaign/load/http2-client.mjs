// A client of HTTP/2 over TLS, on Node's own client.
import { connect } from 'node:http2';
import { PATIENCE } from './http1-connection.mjs';

export class Http2Client {
  static async open(target, settings = {}) {
    const { run } = target;
    const socket = await target.open('h2');
    if (socket.alpnProtocol !== 'h2') throw new Error('The server does not speak HTTP/2.');
    const session = connect('https://127.0.0.1', { createConnection: () => socket, settings });
    // The outcome of a stream is observed on the stream.
    session.on('error', () => {});
    return new Http2Client(session, socket, run);
  }

  constructor(session, socket, run) {
    Object.assign(this, { session, socket, run });
  }

  get isUsable() {
    return !this.session.closed && !this.session.destroyed;
  }

  /** @returns the stream, with its body not yet sent; undefined if the session accepts no more streams */
  begin({ method, path, headers, body }, extra = {}) {
    try {
      const length = body === undefined ? {} : { 'content-length': String(body.length) };
      const stream = this.session.request(
        { ':method': method, ':path': path, ...headers, ...length, ...extra },
        { endStream: body === undefined },
      );
      return stream.on('error', () => {});
    } catch {
      return undefined;
    }
  }

  /** @returns the outcome, as in Http1Connection */
  async ask(request, extra) {
    const stream = this.begin(request, extra);
    const outcome = this.outcome(stream);
    if (request.body !== undefined) stream?.end(request.body);
    return outcome;
  }

  outcome(stream, patience = PATIENCE) {
    const context = { sentAt: performance.now(), run: this.run };
    if (stream === undefined) return Promise.resolve({ kind: 'closed', isHalf: false, ...context });
    return new Promise((resolve) => {
      const parts = [];
      let headers;
      let isEnded = false;
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        stream.destroy();
      }, patience);
      stream.on('response', (received) => (headers = received));
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => (isEnded = true));
      stream.on('close', () => {
        clearTimeout(timer);
        const isWhole = isEnded && headers !== undefined && stream.rstCode === 0 && !stream.aborted;
        const result = isLate
          ? { kind: 'late' }
          : isWhole
            ? {
                kind: 'response',
                response: { status: headers[':status'], headers, body: Buffer.concat(parts) },
              }
            : { kind: 'closed', isHalf: headers !== undefined, code: stream.rstCode };
        resolve({ ...result, ...context });
      });
    });
  }

  /** Ends the session when its streams have ended. */
  async close() {
    if (this.socket.destroyed) return;
    const closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.session.close();
    const timer = setTimeout(() => this.socket.destroy(), 2000);
    await closed;
    clearTimeout(timer);
  }

  destroy() {
    this.session.destroy();
    this.socket.destroy();
  }
}
