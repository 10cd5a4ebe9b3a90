import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ServerRequest, upgradeWebSocket, type WebSocketHooks } from '../../../../src/index.ts';
import { deferred } from '../../../support/deferred.ts';
import { inBothVariants } from '../../../cases/kit.ts';
import { serve } from '../../../support/serve.ts';
import { certificate } from '../../../support/tls.ts';
import { type Client, openSocket } from '../../../support/web-socket-client.ts';

const table = pathToFileURL(join('test', 'runtimes', 'suite', 'message-table.mjs')).href;
const { HOOKS, MESSAGES } = (await import(table)) as {
  readonly HOOKS: WebSocketHooks;
  readonly MESSAGES: readonly (readonly [title: string, create: () => unknown, expected: string])[];
};

const ECHO: WebSocketHooks = { message: (peer, message) => peer.send(message.text()) };

inBothVariants((kit) => {
  test.each([false, true])('a route made by upgrade() opens a socket (over TLS: %s) (S9)', async (secure) => {
    const app = kit.routed();
    app.upgrade('/echo', ECHO);
    const { socket, told } = await openSocket(await serve(app, secure ? { tls: certificate } : {}), '/echo');
    socket.send('hello');
    expect(await told()).toBe('hello');
    socket.send(Buffer.from([0x77]));
    expect(await told()).toBe('w');
  });

  test('hooks see the request as the middleware before them has passed it on', async () => {
    const app = kit.app();
    app.pipe(
      '/api',
      kit.pass((request) => request.withAttribute('user', 'Ada')),
    );
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.upgrade('/api/rooms/{room}', {
      message(peer) {
        const { request } = peer.context;
        const { method, params, ip, query } = request;
        peer.send({ user: request.getAttribute('user'), method, params, ip, q: query.get('q') });
      },
    });
    const { socket, told } = await openSocket(await serve(app), '/api/rooms/b%20c?q=1');
    socket.send('who');
    expect(JSON.parse(await told())).toEqual({
      user: 'Ada',
      method: 'GET',
      params: { room: 'b c' },
      ip: '127.0.0.1',
      q: '1',
    });
  });

  test('the handshake has the headers of the middleware around it, but not those of a body or of the handshake', async () => {
    const app = kit.app();
    app.pipe(
      kit.around((response) =>
        response
          .withHeader('X-Request-Id', '7')
          .withHeader('Set-Cookie', ['a=1', 'b=2'])
          .withHeader('Content-Type', 'text/plain')
          .withHeader('Sec-WebSocket-Accept', 'forged')
          .withHeader('Connection', 'close'),
      ),
    );
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.upgrade('/echo', ECHO);
    const { headers } = await openSocket(await serve(app), '/echo');
    expect(headers).toEqual({
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-accept': expect.not.stringContaining('forged'),
      'set-cookie': ['a=1', 'b=2'],
      'x-request-id': '7',
    });
  });

  test('the middleware around it sees the status 101', async () => {
    const seen: number[] = [];
    const app = kit.app();
    app.pipe(kit.around((response) => (seen.push(response.status), response)));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.upgrade('/echo', ECHO);
    await openSocket(await serve(app), '/echo');
    expect(seen).toEqual([101]);
  });

  test('a middleware opens a socket by upgradeWebSocket() where the configuration has server.websocket', async () => {
    const app = kit.app({ server: { websocket: {} } });
    app.pipe(kit.handler((request) => upgradeWebSocket(request, ECHO)));
    const { socket, told } = await openSocket(await serve(app), '/anywhere');
    socket.send('hello');
    expect(await told()).toBe('hello');
  });

  test('a route of a child application opens a socket', async () => {
    const child = kit.routed();
    child.upgrade('/echo', ECHO);
    const app = kit.routed();
    app.pipe('/child', kit.child(child));
    const { socket, told } = await openSocket(await serve(app), '/child/echo');
    socket.send('hello');
    expect(await told()).toBe('hello');
  });

  test('the hook upgrade chooses the subprotocol and the namespace', async () => {
    const app = kit.routed();
    app.upgrade('/{room}', {
      upgrade: (request) =>
        Promise.resolve({
          namespace: 'all',
          ...(request.header('sec-websocket-protocol')?.includes('v2') && { protocol: 'v2' }),
        }),
      open: (peer) => peer.subscribe('news'),
      message: (peer, message) => peer.publish('news', message.text()),
    });
    const server = await serve(app);
    const one = await openSocket(server, '/1', { protocols: ['v1', 'v2'] });
    const other = await openSocket(server, '/2');
    expect([one.socket.protocol, other.socket.protocol]).toEqual(['v2', '']);
    one.socket.send('to all');
    expect(await other.told()).toBe('to all');
  });

  test('sockets of different paths do not hear each other', async () => {
    const app = kit.routed();
    app.upgrade('/{room}', {
      open: (peer) => peer.subscribe('news'),
      message(peer, message) {
        peer.publish('news', message.text());
        peer.send(String(peer.peers.size));
      },
    });
    const server = await serve(app);
    const [one, neighbour, other] = await Promise.all(
      ['/1', '/1', '/2'].map((path) => openSocket(server, path)),
    );
    one?.socket.send('to the room');
    expect(await neighbour?.told()).toBe('to the room');
    other?.socket.send('alone');
    expect([await one?.told(), await other?.told()]).toEqual(['2', '1']);
  });

  test('what peer.send() and peer.publish() send is a string or bytes as they are, else JSON (S9)', async () => {
    const app = kit.routed({ log: () => {} });
    app.upgrade('/', HOOKS);
    const server = await serve(app);
    const [one, other] = [await openSocket(server, '/'), await openSocket(server, '/')];
    const read = ({ socket }: Client): Promise<string> =>
      once(socket, 'message').then(([data, isBinary]) =>
        isBinary ? `bytes ${(data as Buffer).toString('hex')}` : String(data),
      );
    for (const [title, , expected] of MESSAGES) {
      const isError = expected.endsWith('Error');
      const [sent, published] = [read(one), isError ? expected : read(other)];
      one.socket.send(title);
      expect(`${await sent}, ${await published}`, title).toBe(
        isError ? `${expected} ${expected}, ${expected}` : `${expected}, ${expected}`,
      );
    }
    // Errors have closed no socket.
    expect([one.socket.readyState, other.socket.readyState]).toEqual([1, 1]);
  });

  test('a hook gets the same peer each time, and peers are those of the hooks', async () => {
    const app = kit.routed();
    const known: unknown[] = [];
    app.upgrade('/', {
      open: (peer) => void known.push(peer),
      message: (peer) => peer.send([known[0] === peer, [...peer.peers].map((one) => known.indexOf(one))]),
    });
    const server = await serve(app);
    const { socket, told } = await openSocket(server, '/');
    await openSocket(server, '/');
    socket.send('');
    expect(JSON.parse(await told())).toEqual([true, [0, 1]]);
  });

  test('peer.close() closes with 1000, or with a code that a frame may have', async () => {
    const app = kit.routed();
    app.upgrade('/', {
      message(peer, message) {
        const [code, reason] = message.json<[number | undefined, string | undefined]>();
        try {
          peer.close(code, reason);
          peer.send('late');
        } catch (error) {
          peer.send((error as Error).message);
        }
      },
    });
    const server = await serve(app);
    for (const code of [undefined, 1000, 1008, 1013, 3000, 4999]) {
      const { socket, closed } = await openSocket(server, '/');
      socket.send(JSON.stringify(code === undefined ? [] : [code, 'é'.repeat(60)]));
      expect((await closed).code).toBe(code ?? 1000);
    }
    const { socket, told } = await openSocket(server, '/');
    for (const code of [0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 1000.5, '1000']) {
      socket.send(JSON.stringify([code]));
      expect(await told()).toContain('code of peer.close() must be 1000 to 1003');
    }
    socket.send(JSON.stringify([1000, 'é'.repeat(62)]));
    expect(await told()).toContain('reason of peer.close() must be at most 123 bytes');
  });

  describe('what goes wrong on a socket', () => {
    test.each<[string, WebSocketHooks]>([
      ['open throws', { open: () => fail() }],
      ['open rejects', { open: () => Promise.reject(new Error('on purpose')) }],
      ['message throws', { message: () => fail() }],
      ['message rejects', { message: () => Promise.reject(new Error('on purpose')) }],
    ])('%s: it is logged once, and the socket closed with 1011', async (_what, hooks) => {
      const log = vi.fn();
      const app = kit.routed({ log });
      app.upgrade('/echo', hooks);
      const { socket, closed } = await openSocket(await serve(app), '/echo');
      socket.send('hello');
      expect(await closed).toEqual({ code: 1011, reason: '' });
      expect(log.mock.calls.map(([error]) => (error as Error).message)).toEqual(['on purpose']);
    });

    test('close throws: it is logged once', async () => {
      const logged = deferred<unknown>();
      const app = kit.routed({ log: (error) => logged.resolve(error) });
      app.upgrade('/echo', { close: () => fail() });
      const { socket } = await openSocket(await serve(app), '/echo');
      socket.close();
      expect(await logged.promise).toEqual(new Error('on purpose'));
    });

    test('a malformed frame closes the socket with 1002, and runs the hooks error and close, but is not logged', async () => {
      const told = deferred<string>();
      const log = vi.fn();
      const app = kit.routed({ log });
      const seen: string[] = [];
      app.upgrade('/echo', {
        error: (_peer, error) => void seen.push(error.name),
        close: (_peer, { code }) => told.resolve(`${seen.join()} ${code}`),
      });
      const { socket, connection, closed } = await openSocket(await serve(app), '/echo');
      socket.on('error', () => {});
      connection.write(Buffer.from([0xff, 0xff, 0xff]));
      expect((await closed).code).toBe(1002);
      expect(await told.promise).toBe('WSError 1006');
      expect(log).not.toHaveBeenCalled();
    });

    test('a client that vanishes is noticed: the hook close runs, and request.signal is aborted', async () => {
      const told = deferred<{ code: number | undefined; aborted: boolean }>();
      const app = kit.routed();
      app.upgrade('/echo', {
        open: (peer) => void peer.context.request.signal,
        close: (peer, { code }) => told.resolve({ code, aborted: peer.context.request.signal.aborted }),
      });
      const { connection } = await openSocket(await serve(app), '/echo');
      connection.resetAndDestroy();
      expect(await told.promise).toEqual({ code: 1006, aborted: true });
    });

    test('a client that vanishes while a guard decides opens nothing, and keeps no server from closing', async () => {
      const [asked, decided] = [deferred<ServerRequest>(), deferred()];
      const hook = vi.fn();
      const log = vi.fn();
      const app = kit.app({ log, server: { websocket: {} } });
      app.pipe(
        kit.handler(async (request) => {
          asked.resolve(request);
          await decided.promise;
          return upgradeWebSocket(request, { open: hook, close: hook });
        }),
      );
      const server = await serve(app);
      const socket = connect(server.port, '127.0.0.1', () => void socket.write(handshake('/echo')));
      const { signal } = await asked.promise;
      const aborted = once(signal, 'abort');
      socket.destroy();
      await aborted;
      decided.resolve();
      await server.close();
      expect([hook.mock.calls, log.mock.calls]).toEqual([[], []]);
    });

    test('a message longer than server.websocket.max_payload closes the socket with 1009', async () => {
      const app = kit.routed({ server: { websocket: { max_payload: 5 } } });
      app.upgrade('/echo', ECHO);
      const { socket, told, closed } = await openSocket(await serve(app), '/echo');
      socket.send('12345');
      expect(await told()).toBe('12345');
      socket.send('123456');
      expect((await closed).code).toBe(1009);
    });

    test('a client that does not respond to pings is cut off after server.websocket.idle_timeout', async () => {
      const told = deferred<number | undefined>();
      const app = kit.routed({ server: { websocket: { idle_timeout: 20 } } });
      app.upgrade('/echo', { close: (_peer, { code }) => told.resolve(code) });
      const { socket } = await openSocket(await serve(app), '/echo');
      socket.pause();
      expect(await told.promise).toBe(1006);
    });
  });

  describe('data that a client sends before the response to its handshake', () => {
    async function asking(first: Buffer) {
      const [asked, decided] = [deferred(), deferred()];
      const app = kit.app({ server: { websocket: {} } });
      app.pipe(
        kit.handler(async (request) => {
          asked.resolve();
          await decided.promise;
          return upgradeWebSocket(request, ECHO);
        }),
      );
      const { port } = await serve(app);
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(Buffer.concat([Buffer.from(handshake('/echo')), first]));
      await asked.promise;
      return { socket, decided };
    }

    test('is read once the socket is open', async () => {
      const { socket, decided } = await asking(frame('one'));
      await new Promise<void>((resolve) => socket.write(frame('two'), () => resolve()));
      decided.resolve();
      let received = '';
      while (!received.includes('two')) received += String((await once(socket, 'data'))[0]);
      expect(received).toMatch(/^HTTP\/1\.1 101 [^]*one[^]*two/);
    });

    test('ends the connection when it is more than 64 KiB', async () => {
      const { socket, decided } = await asking(frame('one'));
      socket.on('error', () => {}).resume();
      socket.write(Buffer.alloc(100_000));
      await expect(once(socket, 'close')).resolves.toHaveLength(1);
      decided.resolve();
    });
  });

  describe('a server that closes (S4)', () => {
    test('closes sockets with 1001, and waits for what their hook close does', async () => {
      const events: string[] = [];
      const app = kit.routed();
      app.upgrade('/echo', {
        open: ({ context }) =>
          context.request.closing.addEventListener('abort', () => void events.push('closing')),
        async close(_peer, { code }) {
          await Promise.resolve();
          events.push(`closed with ${code}`);
        },
      });
      const server = await serve(app);
      const { closed } = await openSocket(server, '/echo');
      await server.close();
      expect(events).toEqual(['closing', 'closed with 1001']);
      expect((await closed).code).toBe(1001);
    });

    test('cuts off a client that does not close, at the deadline', async () => {
      const app = kit.routed({ server: { shutdown_timeout: 50 } });
      app.upgrade('/echo', ECHO);
      const server = await serve(app);
      const { socket, closed } = await openSocket(server, '/echo');
      socket.pause();
      await server.close();
      socket.resume();
      expect((await closed).code).toBe(1001);
    });
  });

  function fail(): never {
    throw new Error('on purpose');
  }
});

function handshake(path: string): string {
  const lines = ['Host: h', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  return [`GET ${path} HTTP/1.1`, ...lines, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join(
    '\r\n',
  );
}

/** A text of less than 126 bytes, masked with zeros. */
function frame(content: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 + content.length, 0, 0, 0, 0]), Buffer.from(content)]);
}
