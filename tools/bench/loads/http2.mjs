// Requests over HTTP/2: five sessions with ten streams each. Checks every response.
import { once } from 'node:events';
import { connect } from 'node:http2';
import { cert } from '../certificate.mjs';

const SESSIONS = 5;
const STREAMS = 10;

export class Http2Load {
  #port;
  #check;
  #sessions = [];

  /** @param check of reference-app.mjs, such as `{ path: '/text', status: 200, body: 'Hello, world!' }` */
  constructor(port, check) {
    this.#port = port;
    this.#check = check;
  }

  async prepare() {
    if (this.#sessions.length > 0) return;
    this.#sessions = await Promise.all(
      Array.from({ length: SESSIONS }, async () => {
        const session = connect(`https://127.0.0.1:${this.#port}`, { ca: cert });
        await once(session, 'connect');
        return session;
      }),
    );
  }

  async run(times) {
    await this.prepare();
    let left = times;
    const sendInTurn = async (session) => {
      while (left-- > 0) await this.#send(session);
    };
    const streams = this.#sessions.flatMap((session) => Array.from({ length: STREAMS }, () => session));
    await Promise.all(streams.map(sendInTurn));
  }

  #send(session) {
    const { method = 'GET', path, send, status, body } = this.#check;
    const isPost = send !== undefined;
    return new Promise((resolve, reject) => {
      const stream = session.request(
        { ':method': method, ':path': path, ...(isPost && { 'content-type': 'application/json' }) },
        { endStream: !isPost },
      );
      let received = '';
      let responded;
      stream
        .setEncoding('latin1')
        .on('response', (headers) => (responded = headers[':status']))
        .on('data', (text) => (received += text))
        .on('error', reject)
        .on('end', () => {
          if (responded === status && received.length === Buffer.byteLength(body)) resolve();
          else
            reject(
              new Error(`Expected ${status} with ${body.length} bytes, received ${responded} ${received}`),
            );
        });
      if (isPost) stream.end(send);
    });
  }

  close() {
    for (const session of this.#sessions) session.destroy();
    this.#sessions = [];
  }
}
