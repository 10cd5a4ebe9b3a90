// The server that is under load, as its clients know it, through all of its lives.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

export class Target {
  #sockets = new Set();

  /**
   * @param ports `{ port, tlsPort }`
   * @param server `protocols`, of `HTTP/1`, `HTTPS` and `HTTP/2`, and the names of what clients do that it `lacks`
   */
  constructor(ports, { protocols, lacks }) {
    Object.assign(this, ports, { protocols, lacks });
    /** The process that serves now; `closingAt` is when it was told to end, `isGone` whether it has. */
    this.life = undefined;
  }

  /** @param choices pairs of a weight and a function, as for `Random.weighted` */
  possible(choices) {
    return choices.filter(([, { name }]) => !this.lacks.includes(name));
  }

  /** A new process listens. */
  begin() {
    this.life = { closingAt: undefined, isGone: false };
    return this.life;
  }

  /** It was told to end: from now on it may refuse. */
  close() {
    this.life.closingAt = performance.now();
  }

  /** The process has ended. */
  lose() {
    this.life.isGone = true;
  }

  get isUp() {
    return this.life !== undefined && this.life.closingAt === undefined && !this.life.isGone;
  }

  /** @returns a socket that is connected, or fails; over TLS when it has a protocol for ALPN: `http/1.1` or `h2` */
  async open(protocol) {
    const isSecure = protocol !== undefined;
    const common = { host: '127.0.0.1', allowHalfOpen: protocol !== 'h2' };
    const socket = isSecure
      ? connectTls({ ...common, port: this.tlsPort, rejectUnauthorized: false, ALPNProtocols: [protocol] })
      : connect({ ...common, port: this.port });
    this.#sockets.add(socket);
    // What becomes of the requests is seen on each.
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    await new Promise((resolve, reject) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', resolve).once('error', reject);
      socket.once('close', () => reject(new Error('closed before it was connected')));
    });
    return socket.setNoDelay(true);
  }

  /** Whoever is still connected is not any longer. */
  closeSockets() {
    for (const socket of this.#sockets) socket.destroy();
  }
}
