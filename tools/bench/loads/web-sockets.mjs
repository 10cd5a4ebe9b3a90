// Messages on 50 open WebSockets. Each message is sent again when its echo has arrived. Checks every echo.
import { once } from 'node:events';
import { WebSocket } from 'ws';

const SOCKETS = 50;

export class WebSocketLoad {
  #port;
  #message;
  #path;
  #sockets = [];

  /** @param check of reference-app.mjs: `path` and the message to `send` */
  constructor(port, { path, send }) {
    this.#port = port;
    this.#path = path;
    this.#message = send;
  }

  async prepare() {
    if (this.#sockets.length > 0) return;
    this.#sockets = await Promise.all(
      Array.from({ length: SOCKETS }, async () => {
        const socket = new WebSocket(`ws://127.0.0.1:${this.#port}${this.#path}`, {
          perMessageDeflate: false,
        });
        await once(socket, 'open');
        return socket;
      }),
    );
  }

  async run(times) {
    await this.prepare();
    let left = times;
    const sendInTurn = async (socket) => {
      while (left-- > 0) {
        const echo = once(socket, 'message');
        socket.send(this.#message);
        const [data] = await echo;
        if (String(data) !== this.#message) throw new Error(`Expected an echo, received ${data}`);
      }
    };
    await Promise.all(this.#sockets.map(sendInTurn));
  }

  close() {
    for (const socket of this.#sockets) socket.terminate();
    this.#sockets = [];
  }
}
