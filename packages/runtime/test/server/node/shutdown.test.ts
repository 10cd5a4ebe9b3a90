import { once } from 'node:events';
import { get } from 'node:http';
import { Agent, get as getOverTls } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HttpResponse, type RunningServer, TextResponse } from '../../../src/index.ts';
import { type Deferred, deferred } from '../../support/deferred.ts';
import type { Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { http2, http2Client, silentClient, silentTlsClient } from '../../support/silent-clients.ts';
import { ask, serve } from '../../support/serve.ts';
import { certificate } from '../../support/tls.ts';

const NEVER = 600_000;
const GET = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';
const HALF_HEADERS = 'GET / HTTP/1.1\r\nHost: h\r\nX-Slow';
const HALF_BODY = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf';

type Client = (server: RunningServer) => Promise<Socket>;

inBothVariants((kit) => {
  describe('a client without a request does not keep the server from closing (S4)', () => {
    test.each<[string, boolean, Client]>([
      ['a connection on which nothing came', false, (server) => silentClient(server)],
      ['a connection that TLS never came to', true, (server) => silentClient(server)],
      ['HTTP/1 over TLS on which nothing came', true, (server) => silentTlsClient(server, 'http/1.1')],
      ['HTTP/2 on which nothing came', true, (server) => silentTlsClient(server, 'h2')],
      ['HTTP/2 without a stream', true, (server) => silentTlsClient(server, 'h2', http2.preface)],
      ['HTTP/2 with half the headers', true, (server) => silentTlsClient(server, 'h2', http2.halfHeaders)],
    ])('%s', async (_what, secure, client) => {
      const { server } = await reading(kit, secure, NEVER);
      const socket = await client(server);
      await roundTrip(server);
      await server.close();
      await expect(gone(socket)).resolves.toBeUndefined();
    });

    test('HTTP/1 over TLS that is kept alive', async () => {
      const { server } = await reading(kit, true, NEVER);
      const agent = new Agent({ keepAlive: true, ca: certificate.cert });
      onTestFinished(() => agent.destroy());
      const [incoming] = await once(getOverTls(server.url, { agent }), 'response');
      await text(incoming);
      await expect(server.close()).resolves.toBeUndefined();
    });

    test('HTTP/2 after a request', async () => {
      const { server } = await reading(kit, true, NEVER);
      const session = http2Client(server);
      await text(session.request({ ':path': '/' }));
      const goneAway = once(session, 'goaway');
      await server.close();
      const [code] = await goneAway;
      expect(code).toBe(0);
    });
  });

  describe('a client that does not come to an end is cut off at the deadline (S4)', () => {
    test.each<[string, boolean, Client]>([
      ['half the headers', false, (server) => silentClient(server, HALF_HEADERS)],
      ['half TLS', true, (server) => silentClient(server, '\x16\x03\x01\x02\x00')],
      ['half the headers over TLS', true, (server) => silentTlsClient(server, 'http/1.1', HALF_HEADERS)],
    ])('%s', async (_what, secure, client) => {
      const { server } = await reading(kit, secure, 50);
      const socket = await client(server);
      await roundTrip(server);
      await server.close();
      await expect(gone(socket)).resolves.toBeUndefined();
    });

    test.each<[string, boolean, Client]>([
      ['half a body', false, (server) => silentClient(server, HALF_BODY)],
      ['a stream of HTTP/2', true, (server) => silentTlsClient(server, 'h2', http2.openStream)],
      ['half a body over TLS', true, (server) => silentTlsClient(server, 'http/1.1', HALF_BODY)],
    ])('%s, and its request knows', async (_what, secure, client) => {
      const { server, arrived, aborted, read } = await reading(kit, secure, 50);
      const failed = expect(read.promise).rejects.toThrow('The client disconnected');
      const socket = await client(server);
      await arrived.promise;
      await server.close();
      await expect(gone(socket)).resolves.toBeUndefined();
      await failed;
      await aborted.promise;
    });
  });

  test.each([
    ['HTTP/1', false],
    ['HTTP/1 over TLS', true],
  ])(
    'a connection that a client keeps open after a response that began before the shutdown is closed: %s (S4)',
    async (_protocol, secure) => {
      const { server, release } = await streaming(kit, secure);
      // The server alone closes the connection: neither its time limits nor the client do.
      server.server.keepAliveTimeout = NEVER;
      const client = secure ? silentTlsClient(server, 'http/1.1', GET) : silentClient(server, GET);
      const socket = await client;
      const [head] = await once(socket, 'data');
      expect(String(head)).toMatch(/^connection: keep-alive\r$/im);
      const closed = server.close();
      await expect(ask(server)).rejects.toThrow('ECONNREFUSED');
      release.resolve();
      await expect(gone(socket)).resolves.toBeUndefined();
      await closed;
    },
  );

  test('an upload that is under way finishes, and then the server closes (S4)', async () => {
    const { server, arrived, read } = await reading(kit, false, NEVER);
    const socket = await silentClient(server, HALF_BODY);
    await arrived.promise;
    const closed = server.close();
    socket.write('ended');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*connection: close.*halfended$/is);
    await closed;
    expect(await read.promise).toBe('halfended');
  });

  test.each(['http/1.1', 'h2'] as const)(
    'a response in progress over TLS finishes: %s (S4)',
    async (protocol) => {
      const { server, arrived, release } = await held(kit);
      const session = http2Client(server);
      const answer =
        protocol === 'h2'
          ? text(session.request({ ':path': '/' }))
          : once(getOverTls(server.url, { agent: false, ca: certificate.cert }), 'response').then(([r]) =>
              text(r),
            );
      await arrived.promise;
      const closed = server.close();
      await expect(ask(server)).rejects.toThrow('ECONNREFUSED');
      release.resolve();
      expect(await answer).toBe('finished');
      await closed;
    },
  );
});

/** A server whose handler reads the body of a POST, and reports its progress. */
async function reading<M>(kit: Kit<M>, secure: boolean, timeout: number) {
  const arrived = deferred();
  const aborted = deferred();
  const read: Deferred<string> = deferred();
  // The caller decides whether it may fail.
  read.promise.catch(() => {});
  const app = kit.app({ server: { shutdown_timeout: timeout } });
  app.pipe(
    kit.handler(async (request) => {
      if (request.method === 'GET') return new TextResponse('');
      request.signal.addEventListener('abort', () => aborted.resolve());
      arrived.resolve();
      const body = request.text();
      body.then(read.resolve, read.reject);
      return new TextResponse(await body);
    }),
  );
  return { server: await serve(app, secure ? { tls: certificate } : {}), arrived, aborted, read };
}

/** A server whose handler responds when it is released. */
async function held<M>(kit: Kit<M>) {
  const arrived = deferred();
  const release = deferred();
  const app = kit.app({ server: { shutdown_timeout: NEVER } });
  app.pipe(
    kit.handler(async () => {
      arrived.resolve();
      await release.promise;
      return new TextResponse('finished');
    }),
  );
  return { server: await serve(app, { tls: certificate }), arrived, release };
}

/** A server whose response begins at once, and ends when it is released. */
async function streaming<M>(kit: Kit<M>, secure: boolean) {
  const release = deferred();
  const app = kit.app({ server: { shutdown_timeout: NEVER } });
  app.pipe(
    kit.handler(async () => {
      async function* body(): AsyncGenerator<string> {
        yield 'begun, ';
        await release.promise;
        yield 'ended';
      }
      return new HttpResponse(body());
    }),
  );
  return { server: await serve(app, secure ? { tls: certificate } : {}), release };
}

/** Earlier data of other clients has been received when this gets a response. */
async function roundTrip({ url }: RunningServer): Promise<void> {
  const ask = url.startsWith('https:') ? getOverTls : get;
  const [incoming] = await once(ask(url, { agent: false, ca: certificate.cert }), 'response');
  await text(incoming);
}

/** When the client sees the end of its connection, by whichever way. */
async function gone(socket: Socket): Promise<void> {
  if (socket.destroyed || socket.readableEnded) return;
  const seen = deferred();
  for (const event of ['end', 'close']) socket.once(event, () => seen.resolve());
  socket.resume();
  await seen.promise;
}
