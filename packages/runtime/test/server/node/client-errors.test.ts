import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { HttpResponse, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { exchange, serve } from '../../support/serve.ts';
import { silentClient } from '../../support/silent-clients.ts';
import { certificate } from '../../support/tls.ts';

const HOST = 'Host: h\r\n';
const CLOSE = 'Connection: close\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

inBothVariants((kit) => {
  /** A server whose path "/slow" waits for `finish`, and whose other paths respond at once. */
  async function open(options: object = {}) {
    const [slow, reached] = [deferred<void>(), deferred<void>()];
    const app = kit.app(options);
    app.pipe(
      '/slow',
      kit.handler(async () => {
        reached.resolve();
        await slow.promise;
        return new TextResponse('slow');
      }),
    );
    app.pipe(
      '/read',
      kit.handler(async (request) => new TextResponse(await request.text())),
    );
    app.pipe(kit.handler((request) => new TextResponse(request.path)));
    return { server: await serve(app), finish: slow.resolve, reached: reached.promise };
  }

  describe('a request that Node rejects gets an error body like any other (E1)', () => {
    test.each<[string, string, RegExp]>([
      ['no Host', `GET / HTTP/1.1\r\n${CLOSE}\r\n`, /^HTTP\/1\.1 400 [^]*no Host header\.\n$/],
      [
        'no Host, for a client that accepts JSON',
        `GET /a HTTP/1.1\r\nAccept: application/json\r\n${CLOSE}\r\n`,
        /^HTTP\/1\.1 400 [^]*application\/problem\+json[^]*"instance":"\/a"\}$/,
      ],
      [
        'an unmet expectation',
        `GET / HTTP/1.1\r\n${HOST}Expect: a miracle\r\n${CLOSE}\r\n`,
        /^HTTP\/1\.1 417 [^]*text\/plain[^]*417 Expectation Failed\nThe server supports/,
      ],
      [
        'an unmet expectation, for a browser',
        `POST / HTTP/1.1\r\n${HOST}Expect: a miracle\r\nAccept: text/html\r\nContent-Length: 1\r\n${CLOSE}\r\nx`,
        /^HTTP\/1\.1 417 [^]*<h1>417 Expectation Failed<\/h1>/,
      ],
      [
        'headers that are too large',
        `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(20_000)}\r\n\r\n`,
        /^HTTP\/1\.1 431 [^]*text\/plain[^]*\r\n\r\n431 Request Header Fields Too Large\nThe headers/,
      ],
      [
        'a malformed request line',
        'GARBAGE\r\n\r\n',
        /^HTTP\/1\.1 400 [^]*connection: close[^]*\r\n\r\n400 Bad Request\nThe request is not valid HTTP\.\n$/i,
      ],
      [
        'a malformed body',
        `POST /read HTTP/1.1\r\n${HOST}Accept: application/json\r\n${CHUNKED}\r\nZZ\r\n`,
        /^HTTP\/1\.1 400 [^]*problem\+json[^]*connection: close[^]*"instance":"\/read"\}$/i,
      ],
    ])('%s', async (_what, bytes, expected) => {
      const { server } = await open();
      const received = await exchange(server, bytes);
      expect(received).toMatch(expected);
      expect(received.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    });

    test('over TLS as well', async () => {
      const app = kit.app();
      app.pipe(kit.handler(() => new TextResponse('never')));
      const server = await serve(app, { tls: certificate });
      const answers = [
        'GARBAGE\r\n\r\n',
        `GET / HTTP/1.1\r\n${CLOSE}\r\n`,
        `GET / HTTP/1.1\r\n${HOST}Expect: x\r\n${CLOSE}\r\n`,
      ];
      const received = answers.map(async (bytes) => {
        const socket = connectSecurely({ port: server.port, host: '127.0.0.1', ca: certificate.cert });
        socket.write(bytes);
        return text(socket);
      });
      expect(await Promise.all(received)).toEqual([
        expect.stringMatching(/^HTTP\/1\.1 400 [^]*not valid HTTP\.\n$/),
        expect.stringMatching(/^HTTP\/1\.1 400 [^]*no Host header\.\n$/),
        expect.stringMatching(/^HTTP\/1\.1 417 [^]*417 Expectation Failed\n/),
      ]);
    });

    test('created by the renderer of the application', async () => {
      const render = (error: { status?: number }) => new HttpResponse(`own ${error.status}`, error.status);
      const { server } = await open({ errors: { render } });
      expect(await exchange(server, 'GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\nown 400$/);
      expect(await exchange(server, `GET / HTTP/1.1\r\n${CLOSE}\r\n`)).toMatch(/\r\n\r\nown 400$/);
    });
  });

  test('a handler that reads a malformed body gets an error', async () => {
    const failed = deferred<unknown>();
    const app = kit.app();
    app.pipe(
      kit.handler(async (request) => {
        const body = request.text();
        body.catch(failed.resolve);
        return new TextResponse(await body);
      }),
    );
    const bytes = `POST / HTTP/1.1\r\n${HOST}${CHUNKED}\r\n4\r\nhalf\r\nZZ\r\n`;
    expect(await exchange(await serve(app), bytes)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await failed.promise).toMatchObject({ status: 400 });
  });

  test('a renderer whose stream waits for a client that disconnects is cancelled', async () => {
    const cancelled = deferred();
    const body = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue('begun'),
        cancel: () => cancelled.resolve(),
      });
    const { server } = await open({ errors: { render: () => new HttpResponse(body(), 400) } });
    const socket = connect(server.port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
    await once(socket, 'data');
    socket.destroy();
    await expect(cancelled.promise).resolves.toBeUndefined();
  });

  test('a client that begins no handshake of TLS is cut off without a response', async () => {
    const server = await serve(kit.app({ server: { headers_timeout: 50 } }), { tls: certificate });
    expect(await text(await silentClient(server))).toBe('');
  });

  test('half of a request gets an error when the client ends it', async () => {
    const { server } = await open();
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const received = text(socket);
    socket.end(`GET / HTTP/1.1\r\n${HOST}X-`);
    expect(await received).toMatch(/^HTTP\/1\.1 400 [^]*not valid HTTP\.\n$/);
    socket.end();
  });

  test('a response in flight is sent before the error of the data behind it', async () => {
    const { server, finish, reached } = await open();
    const socket = connect(server.port, '127.0.0.1');
    const received = text(socket);
    socket.write(`GET /slow HTTP/1.1\r\n${HOST}\r\nGET /next HTTP/1.1\r\n${HOST}\r\nGARBAGE\r\n\r\n`);
    await reached;
    socket.write('MORE GARBAGE\r\n\r\n');
    finish();
    expect((await received).match(/HTTP\/1\.1 \d+|slow(?=HTTP)|\/next(?=HTTP)|not valid/g)).toEqual([
      'HTTP/1.1 200',
      'slow',
      'HTTP/1.1 200',
      '/next',
      'HTTP/1.1 400',
      'not valid',
    ]);
  });

  test('a request whose body turns out to be malformed has one response', async () => {
    const { server, finish, reached } = await open();
    const socket = connect(server.port, '127.0.0.1');
    const received = text(socket);
    socket.write(`POST /slow HTTP/1.1\r\n${HOST}${CHUNKED}\r\n`);
    await reached;
    socket.write('ZZ\r\n');
    await once(socket, 'data');
    finish();
    expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });
});
