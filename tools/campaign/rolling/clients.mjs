// Visitors behind a proxy: each reads and increments the counter of its session, and checks the value.
import { once } from 'node:events';
import { connect } from 'node:http2';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

const PATIENCE = 20_000;
const MOST_EXAMPLES = 5;

/** The visitors of one proxy, their protocol, and the outcomes of their requests. */
export class Visitors {
  requests = 0;
  posts = 0;
  /** Requests without a response, or with another status than 200. */
  lost = 0;
  lostPosts = 0;
  /** Responses whose counter has a wrong value. */
  wrong = 0;
  examples = [];
  #isOver = false;
  #done;

  /** @param protocol `HTTP/1` or `HTTP/2` */
  constructor(protocol, port, count, pace) {
    const send = senderOver(protocol, port, count);
    this.#done = Promise.all(Array.from({ length: count }, () => this.#visit(send, pace))).then(() =>
      send.close(),
    );
  }

  async end() {
    this.#isOver = true;
    await this.#done;
  }

  async #visit(send, pace) {
    let cookie;
    // Undefined while it is unknown whether a lost request was handled.
    let count = 0;
    while (!this.#isOver) {
      const add = count !== undefined && Math.random() < 0.5 ? 1 : 0;
      const method = add === 1 ? 'POST' : 'GET';
      this.requests++;
      if (add === 1) this.posts++;
      try {
        const response = await send(
          method,
          '/count',
          cookie,
          add === 1 ? JSON.stringify({ add }) : undefined,
        );
        if (response.status !== 200) throw new Error(`status ${response.status}`);
        const expected = count === undefined ? response.count : count + add;
        if (response.count !== expected) {
          this.wrong++;
          this.#keep(`${method}: ${response.count} instead of ${expected}`);
        }
        count = response.count;
        cookie = response.cookie ?? cookie;
      } catch (error) {
        this.lost++;
        if (add === 1) this.lostPosts++;
        this.#keep(`${method}: ${error.code ?? error.message}`);
        count = undefined;
        await setTimeout(100);
      }
      await setTimeout(pace * (0.5 + Math.random()));
    }
  }

  #keep(example) {
    if (this.examples.length < MOST_EXAMPLES && !this.examples.includes(example)) this.examples.push(example);
  }
}

/** @returns a function that sends a request: `send(method, path, cookie, body, added)` returns `{ status, cookie, … }` with the JSON of the body; its errors have
 * `isUnread` when the proxy hasn't read the request, and a client sends it again */
export function senderOver(protocol, port, count) {
  return protocol === 'HTTP/2' ? overHttp2(port) : overHttp1(port, count);
}

function overHttp1(port, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: count, rejectUnauthorized: false });
  async function send(method, path, cookie, body, added) {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      agent,
      headers: { ...headersOf(cookie, body), ...added },
      signal: AbortSignal.timeout(PATIENCE),
    });
    outgoing.end(body);
    const [incoming] = await once(outgoing, 'response').catch((error) => {
      // The proxy closed an idle connection at this moment. Clients send the request again (RFC 9112 section 9.3.1).
      throw Object.assign(error, { isUnread: outgoing.reusedSocket && error.code === 'ECONNRESET' });
    });
    const content = await text(incoming);
    return read(incoming.statusCode, incoming.headers, content);
  }
  return Object.assign(send, { close: () => agent.destroy() });
}

function overHttp2(port) {
  let session;
  async function send(method, path, cookie, body, added) {
    if (session === undefined || session.closed || session.destroyed) {
      session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
      session.on('error', () => {});
    }
    const stream = session.request(
      { ':method': method, ':path': path, ...headersOf(cookie, body), ...added },
      { endStream: body === undefined, signal: AbortSignal.timeout(PATIENCE) },
    );
    if (body !== undefined) stream.end(body);
    const responds = once(stream, 'response');
    // The response may fail before its headers.
    const [[headers], content] = await Promise.all([responds, text(stream)]).catch((error) => {
      // The proxy reports that it hasn't read the request (RFC 9113 section 8.7).
      throw Object.assign(error, { isUnread: error.message.includes('NGHTTP2_REFUSED_STREAM') });
    });
    return read(headers[':status'], headers, content);
  }
  return Object.assign(send, { close: () => session?.destroy() });
}

function headersOf(cookie, body) {
  return {
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  };
}

function read(status, headers, content) {
  const [cookie] = headers['set-cookie'] ?? [];
  return { status, cookie: cookie?.split(';')[0], ...(status < 300 && JSON.parse(content)) };
}
