// Sends one request repeatedly over keep-alive connections, and checks every response.
import { once } from 'node:events';
import { connect } from 'node:net';

export const CONNECTIONS = 50;
// Servers close idle connections after some seconds, Node after five.
const IDLE_LIMIT = 2000;
const RESPONSE_LIMIT = 30_000;

export class Load {
  #port;
  #request;
  #bytes;
  #amount;
  #connections = [];
  #usedAt = 0;

  /** @param request a check of reference-app.mjs, such as `{ path: '/text', status: 200, body: 'Hello, world!' }` */
  constructor(port, request, amount = CONNECTIONS) {
    this.#port = port;
    this.#amount = amount;
    this.#request = request;
    this.#bytes = bytesOf(request);
  }

  /** Reopens connections that have been idle for long, and sends one request on each, so that opening costs nothing later. */
  async prepare() {
    const isIdle = performance.now() - this.#usedAt > IDLE_LIMIT;
    if (this.#connections.length > 0 && !isIdle && this.#connections.every((one) => one.isOpen)) return;
    this.close();
    this.#connections = await Promise.all(
      Array.from({ length: this.#amount }, () => Connection.open(this.#port, this.#request)),
    );
    await this.run(this.#amount);
  }

  /** Sends COUNT requests, each on a connection whose previous response has arrived. Throws if a response is wrong or missing. */
  async run(times) {
    if (this.#connections.length === 0) await this.prepare();
    let left = times;
    const sendInTurn = async (connection) => {
      while (left-- > 0) await connection.send(this.#bytes);
    };
    await Promise.all(this.#connections.map(sendInTurn));
    this.#usedAt = performance.now();
  }

  close() {
    for (const connection of this.#connections) connection.close();
    this.#connections = [];
  }
}

class Connection {
  #socket;
  #start;
  #length;
  #received = 0;
  #expected = 0;
  #responded;

  constructor(socket, { status, body }) {
    this.#socket = socket;
    this.#start = `HTTP/1.1 ${status} `;
    this.#length = Buffer.byteLength(body);
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.setTimeout(RESPONSE_LIMIT, () => this.#fail(new Error('No response arrived in time')));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server has closed a connection of a request')));
  }

  static async open(port, request) {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    return new Connection(socket, request);
  }

  get isOpen() {
    return this.#socket.readyState === 'open';
  }

  send(bytes) {
    return new Promise((resolve, reject) => {
      this.#responded = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  close() {
    this.#socket.destroy();
  }

  #receive(bytes) {
    if (this.#received === 0) this.#expected = this.#lengthOfResponse(bytes);
    this.#received += bytes.length;
    if (this.#received < this.#expected) return;
    const isWhole = this.#received === this.#expected;
    this.#received = 0;
    if (isWhole) this.#responded.resolve();
    else this.#fail(new Error('More bytes arrived than the response'));
  }

  #lengthOfResponse(bytes) {
    const end = bytes.indexOf('\r\n\r\n');
    const head = bytes.latin1Slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (!head.startsWith(this.#start) || length !== this.#length) {
      this.#fail(new Error(`Expected ${this.#start}with ${this.#length} bytes, received ${head}`));
    }
    return end + 4 + this.#length;
  }

  #fail(error) {
    this.#responded?.reject(error);
    this.#socket.destroy();
  }
}

function bytesOf({ method = 'GET', path, send }) {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`;
  if (send === undefined) return Buffer.from(`${head}\r\n`);
  return Buffer.from(
    `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(send)}\r\n\r\n${send}`,
  );
}
