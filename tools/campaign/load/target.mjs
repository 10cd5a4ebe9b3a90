// The server under load, as its clients see it, through all of its processes.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

export class Target {
  #sockets = new Set();

  /**
   * @param ports `{ port, tlsPort }`
   * @param server `protocols`, of `HTTP/1`, `HTTPS` and `HTTP/2`, and the client behavior that it `lacks`
   */
  constructor(ports, { protocols, lacks }) {
    Object.assign(this, ports, { protocols, lacks });
    /** The process that serves now. `closingAt` is the time of SIGTERM; `hasEnded` is whether the process has ended. */
    this.run = undefined;
  }

  /** @param choices pairs of a weight and a function, as for `Random.weighted` */
  possible(choices) {
    return choices.filter(([, { name }]) => !this.lacks.includes(name));
  }

  /** A new process listens. */
  begin() {
    this.run = { closingAt: undefined, hasEnded: false };
    return this.run;
  }

  /** The server got SIGTERM: from now on it may reject connections. */
  close() {
    this.run.closingAt = performance.now();
  }

  /** The process has ended. */
  lose() {
    this.run.hasEnded = true;
  }

  get isUp() {
    return this.run !== undefined && this.run.closingAt === undefined && !this.run.hasEnded;
  }

  /** @returns a socket that connects or fails; over TLS if a protocol for ALPN is given: `http/1.1` or `h2` */
  async open(protocol) {
    const isSecure = protocol !== undefined;
    const common = { host: '127.0.0.1', allowHalfOpen: protocol !== 'h2' };
    const socket = isSecure
      ? connectTls({ ...common, port: this.tlsPort, rejectUnauthorized: false, ALPNProtocols: [protocol] })
      : connect({ ...common, port: this.port });
    this.#sockets.add(socket);
    // The outcomes of requests are observed on the requests.
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    await new Promise((resolve, reject) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', resolve).once('error', reject);
      socket.once('close', () => reject(new Error('closed before it was connected')));
    });
    return socket.setNoDelay(true);
  }

  /** Closes all remaining connections. */
  closeSockets() {
    for (const socket of this.#sockets) socket.destroy();
  }
}
