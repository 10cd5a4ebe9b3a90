// Event streams: a thousand clients are connected, and a request makes the server send one event to each. A measured unit is one
// such round. Checks that each client has received each event.
import { once } from 'node:events';
import { connect } from 'node:net';

const CLIENTS = 1000;

export class EventsLoad {
  #port;
  #check;
  #clients = [];
  #waiting = 0;
  #received;

  /** @param check of reference-app.mjs: `path` of the stream, the path that sends an event, and the data of an event */
  constructor(port, check) {
    this.#port = port;
    this.#check = check;
  }

  async prepare() {
    if (this.#clients.length > 0) return;
    while (this.#clients.length < CLIENTS) {
      this.#clients.push(...(await Promise.all(Array.from({ length: 50 }, () => this.#open()))));
    }
  }

  async run(times) {
    await this.prepare();
    for (let time = 0; time < times; time++) {
      const received = new Promise((resolve, reject) => (this.#received = { resolve, reject }));
      this.#waiting = CLIENTS;
      await fetch(`http://127.0.0.1:${this.#port}${this.#check.trigger}`).then((response) => response.text());
      await received;
    }
  }

  close() {
    for (const client of this.#clients) client.destroy();
    this.#clients = [];
  }

  async #open() {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay();
    socket.on('error', (error) => this.#received?.reject(error));
    await once(socket, 'connect');
    socket.write(`GET ${this.#check.path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    let text = '';
    while (!text.includes('ready\n\n')) text += (await once(socket, 'data'))[0];
    if (!/^HTTP\/1\.1 200 [^]*text\/event-stream/.test(text)) throw new Error(`No event stream: ${text}`);
    let rest = '';
    socket.on('data', (bytes) => {
      rest += bytes.latin1Slice();
      if (!rest.includes(this.#check.event)) return;
      rest = '';
      if (--this.#waiting === 0) this.#received.resolve();
    });
    return socket;
  }
}
