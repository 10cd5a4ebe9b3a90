import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpError, TextResponse, upgradeWebSocket, type WebSocketHooks } from '../../../../src/index.ts';
import { inBothVariants } from '../../../cases/kit.ts';
import { deferred } from '../../../support/deferred.ts';
import { http2Client } from '../../../support/silent-clients.ts';
import { ask, exchange, serve } from '../../../support/serve.ts';
import { certificate } from '../../../support/tls.ts';
import { openSocket, refusal } from '../../../support/web-socket-client.ts';

const ECHO: WebSocketHooks = { message: (peer, message) => peer.send(message.text()) };
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const ASKING = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const HANDSHAKE = ['Host: h', ...ASKING, `Sec-WebSocket-Key: ${KEY}`];

inBothVariants((kit) => {
  /**
   * Behind middleware that sets a header: a guard, a redirect, a socket, and a response for any other method and
   * path.
   */
  function guarded(server = {}, log: (error: unknown) => void = () => {}) {
    const app = kit.app({ server, log });
    app.pipe(kit.around((response) => response.withHeader('X-Id', '7')));
    app.pipe(
      '/guarded',
      kit.handler(() => new TextResponse('Sign in.', 401, { 'WWW-Authenticate': 'Basic' })),
    );
    app.pipe(
      '/moved',
      kit.handler(() => new TextResponse('', 302, { Location: '/echo' })),
    );
    app.pipe('/crash', kit.throws(new Error('inside')));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.upgrade('/echo', ECHO);
    app.upgrade('/open', { ...ECHO, origins: '*' });
    app.upgrade('/partners', { ...ECHO, origins: ['https://partner.example'] });
    app.upgrade('/refusing', { upgrade: () => Promise.reject(new HttpError(429, 'Too many.')) });
    app.post(
      '/upload',
      kit.handler(async (request) => new TextResponse(await request.text())),
    );
    app.get(
      '/page',
      kit.handler((request) => new TextResponse(request.header('upgrade') ?? 'none')),
    );
    return app;
  }

  test.each<[string, number, Record<string, string>]>([
    ['/guarded/echo', 401, { 'www-authenticate': 'Basic', 'x-id': '7' }],
    ['/moved', 302, { location: '/echo', 'x-id': '7' }],
    ['/nowhere', 404, { 'x-id': '7' }],
    ['/crash', 500, {}],
    ['/refusing', 429, {}],
    ['/upload', 405, { allow: 'POST, OPTIONS', 'x-id': '7' }],
    ['/%', 400, { 'x-id': '7' }],
    ['/page', 200, { 'x-id': '7' }],
  ])('a response of the pipeline is sent in place of a socket: %s', async (path, status, headers) => {
    const answer = await refusal(await serve(guarded()), path);
    expect(answer).toMatchObject({ status, headers: { connection: 'close', ...headers } });
  });

  test.each<[string, string, string[]]>([
    ['400', 'no key', ['Host: h', ...ASKING]],
    ['400', 'a key that is too short', ['Host: h', ...ASKING, 'Sec-WebSocket-Key: c2hvcnQ=']],
    ['400', 'a body', [...HANDSHAKE, 'Content-Length: 5']],
    ['400', 'a body of unknown length', [...HANDSHAKE, 'Transfer-Encoding: chunked']],
    ['400', 'two hosts', [...HANDSHAKE, 'Host: other']],
    [
      '426',
      'no version',
      ['Host: h', 'Connection: Upgrade', 'Upgrade: websocket', `Sec-WebSocket-Key: ${KEY}`],
    ],
    ['426', 'another version', HANDSHAKE.with(3, 'Sec-WebSocket-Version: 8')],
  ])('%s for a handshake with %s, and the middleware around it sees it', async (status, _what, headers) => {
    const answer = await exchange(
      await serve(guarded()),
      `GET /echo HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\nhello`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nX-Id: 7\r\n`));
    expect(answer.includes('Sec-WebSocket-Version: 13')).toBe(status === '426');
    expect(answer.split('HTTP/1.1')).toHaveLength(2);
  });

  test('426 for a handshake in HTTP/1.0, whose Upgrade is ignored', async () => {
    const bytes = `GET /echo HTTP/1.0\r\n${HANDSHAKE.join('\r\n')}\r\n\r\n`;
    expect(await exchange(await serve(guarded()), bytes)).toMatch(/^HTTP\/1\.1 426 /);
  });

  describe('the origins of pages that may open it', () => {
    test.each([
      ['/echo', undefined],
      ['/echo', 'http://HOST'],
      ['/echo', 'https://HOST'],
      ['/open', 'https://evil.example'],
      ['/open', 'null'],
      ['/partners', 'https://partner.example'],
      ['/partners', undefined],
    ])('%s is opened for %s', async (path, origin) => {
      const server = await serve(guarded());
      const headers =
        origin === undefined ? {} : { origin: origin.replace('HOST', `127.0.0.1:${server.port}`) };
      const { socket } = await openSocket(server, path, { headers });
      expect(socket.readyState).toBe(socket.OPEN);
    });

    test.each([
      ['/echo', 'https://evil.example'],
      ['/echo', 'http://127.0.0.1'],
      ['/echo', 'http://127.0.0.1.evil.example:PORT'],
      ['/echo', 'null'],
      ['/echo', ''],
      ['/partners', 'https://evil.example'],
      ['/partners', 'http://partner.example'],
      ['/partners', 'http://127.0.0.1:PORT'],
    ])('%s is rejected for %s', async (path, origin) => {
      const server = await serve(guarded());
      const headers = { origin: origin.replace('PORT', String(server.port)) };
      expect((await refusal(server, path, headers)).status).toBe(403);
    });

    test('vulnerability: a page over plain HTTP opens no socket of a server with TLS (S9)', async () => {
      const server = await serve(guarded(), { tls: certificate });
      const host = `localhost:${server.port}`;
      for (const [origin, status] of [
        [`https://${host}`, 101],
        [`http://${host}`, 403],
        [`ftp://${host}`, 403],
        [`https://${host}, https://${host}`, 403],
        ['https://localhost', 403],
      ] as const) {
        const socket = connectTls({ port: server.port, ca: certificate.cert, ALPNProtocols: ['http/1.1'] });
        onTestFinished(() => void socket.destroy());
        const lines = [`Host: ${host}`, ...ASKING, `Sec-WebSocket-Key: ${KEY}`, `Origin: ${origin}`];
        socket.write(`GET /echo HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        const [received] = (await once(socket, 'data')) as [Buffer];
        expect([origin, Number(String(received).split(' ')[1])]).toEqual([origin, status]);
      }
    });

    test('the host reported by a trusted proxy is the requested host', async () => {
      const app = kit.app({ server: { websocket: {} } });
      app.pipe(kit.pass((request) => request.withClient({ host: 'example.org', protocol: 'https' })));
      app.pipe(kit.handler((request) => upgradeWebSocket(request, ECHO)));
      const server = await serve(app);
      await openSocket(server, '/', { headers: { origin: 'https://example.org' } });
      expect((await refusal(server, '/', { origin: server.url })).status).toBe(403);
    });
  });

  test('a request without an upgrade gets a 426, and the connection stays open', async () => {
    const server = await serve(guarded());
    const { status, headers, body } = await ask(server, {
      path: '/echo',
      headers: { Connection: 'keep-alive' },
    });
    expect([status, headers.upgrade, headers.connection, body]).toEqual([
      426,
      'websocket',
      'Upgrade',
      expect.stringContaining('This URL is a WebSocket endpoint.'),
    ]);
  });

  test('over HTTP/2 a 426 has no Upgrade, which that has not', async () => {
    const session = http2Client(await serve(guarded(), { tls: certificate }));
    const stream = session.request({ ':path': '/echo' });
    const headers = await new Promise<object>((resolve) => stream.once('response', resolve));
    expect(headers).toMatchObject({ ':status': 426 });
    expect(headers).not.toHaveProperty('upgrade');
  });

  describe('an upgrade to something else is an ordinary request', () => {
    const requests: [string, string][] = [
      [
        'POST /upload HTTP/1.1\r\nConnection: keep-alive, Upgrade\r\nUpgrade: h2c\r\nContent-Length: 5\r\n',
        'hello',
      ],
      [
        'POST /upload HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r\n',
        'hello',
      ],
      [
        'GET /page HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: A\r\n',
        'h2c',
      ],
    ];

    test.each([false, true])('with its body, if it has one (over TLS: %s)', async (secure) => {
      const server = await serve(guarded(), secure ? { tls: certificate } : {});
      for (const [head, expected] of requests) {
        const at = { port: server.port, host: '127.0.0.1' };
        const socket = secure
          ? connectTls({ ...at, ca: certificate.cert, ALPNProtocols: ['http/1.1'] })
          : connect(at);
        onTestFinished(() => void socket.destroy());
        socket.write(`${head}Host: h\r\n\r\n${expected === 'hello' ? expected : ''}`);
        let received = '';
        while (!received.endsWith(expected)) received += String((await once(socket, 'data'))[0]);
        expect(received).toMatch(/^HTTP\/1\.1 200 /);
      }
    });
  });

  test('a WebSocket requested before an earlier response has come is opened after it', async () => {
    const app = guarded();
    const asked = deferred();
    app.get(
      '/slow',
      kit.handler(async () => {
        await asked.promise;
        return new TextResponse('slow');
      }),
    );
    const server = await serve(app);
    const upgrades = server.server as unknown as NodeJS.EventEmitter;
    upgrades.once('upgrade', () => asked.resolve());
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
      `GET /slow HTTP/1.1\r\nHost: h\r\n\r\nGET /echo HTTP/1.1\r\n${HANDSHAKE.join('\r\n')}\r\n\r\n`,
    );
    let received = '';
    while (!received.includes('Sec-WebSocket-Accept')) received += String((await once(socket, 'data'))[0]);
    expect(received).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nslowHTTP\/1\.1 101 /);
  });

  describe('a server that opens no WebSockets', () => {
    test('handles a request with Upgrade like any other, and listens for none', async () => {
      const app = kit.routed();
      app.get(
        '/page',
        kit.handler((request) => new TextResponse(request.header('upgrade') ?? 'none')),
      );
      const server = await serve(app);
      expect(await refusal(server, '/page')).toMatchObject({ status: 200, body: 'websocket' });
      expect((server.server as unknown as NodeJS.EventEmitter).listenerCount('upgrade')).toBe(0);
    });

    test('responds with 501, and logs what to do', async () => {
      const log = vi.fn();
      const app = kit.app({ log });
      app.pipe(kit.handler((request) => upgradeWebSocket(request, ECHO)));
      const { status } = await refusal(await serve(app), '/');
      expect(status).toBe(501);
      expect(log.mock.calls.map(([error]) => (error as Error).message)).toEqual([
        'This server does not support WebSockets: use run(), or attachWebSockets() for your own server.',
      ]);
      const headers = { connection: 'Upgrade', upgrade: 'websocket' };
      expect((await app.request('/', { headers })).status).toBe(501);
    });
  });

  test.each([
    ['websocket', 'Upgrade', 501],
    ['WebSocket', 'keep-alive, upgrade', 501],
    ['websocket', 'keep-alive', 426],
    ['websocket', undefined, 426],
    ['websocket2', 'Upgrade', 426],
    ['not-websocket', 'Upgrade', 426],
    ['h2c', 'Upgrade', 426],
    [undefined, 'Upgrade', 426],
  ])(
    'a server without WebSockets responds to Upgrade: %s and Connection: %s with %i',
    async (upgrade, connection, status) => {
      const app = kit.app({ log: () => {} });
      app.pipe(kit.handler((request) => upgradeWebSocket(request, ECHO)));
      const headers = Object.entries({ upgrade, connection }).filter(([, value]) => value !== undefined);
      const response = await app.request('/', { headers: headers as [string, string][] });
      expect(response.status).toBe(status);
      expect(response.headers.get('upgrade')).toBe(status === 426 ? 'websocket' : null);
    },
  );

  test('a socket of another request is not opened', async () => {
    const log = vi.fn();
    const app = kit.app({ server: { websocket: {} }, log });
    let first: ReturnType<typeof upgradeWebSocket> | undefined;
    app.pipe(kit.handler((request) => (first ??= upgradeWebSocket(request, ECHO))));
    const server = await serve(app);
    await openSocket(server, '/');
    expect((await refusal(server, '/again')).status).toBe(500);
    expect((await ask(server, { path: '/plain' })).status).toBe(500);
    expect(log.mock.calls.map(([error]) => (error as { code: string }).code)).toEqual([
      'FW_WRONG_WEBSOCKET',
      'FW_WRONG_WEBSOCKET',
    ]);
  });

  test('the hooks must be a map (R14)', () => {
    const app = kit.routed();
    expect(() => app.upgrade('/echo', undefined as unknown as WebSocketHooks)).toThrow(
      'hooks of /echo must be an object such as { message(peer, message) {} }, not undefined.',
    );
  });
});
