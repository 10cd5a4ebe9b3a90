import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, get as getOverTls } from 'node:https';
import { createSecureServer, type ServerHttp2Session } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpResponse, type RunningServer, type ServerRequest, TextResponse } from '../../../src/index.ts';
import type { Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import * as frames from '../../support/http2-frames.ts';
import { ask, serve } from '../../support/serve.ts';
import { http2Client, silentTlsClient } from '../../support/silent-clients.ts';
import { certificate } from '../../support/tls.ts';
import { openSocket } from '../../support/web-socket-client.ts';

// In seconds.
const DELAY = 3600;

inBothVariants((kit) => {
  describe('server.shutdown_delay: a stopping server keeps serving (S4)', () => {
    describe.each([false, true])('over TLS: %s', (secure) => {
      test('responses close their HTTP/1 connections, idle ones among them, and the port is closed at the end', async () => {
        const server = await reporting(kit, secure);
        const agent = agentOf(secure);
        const before = await respond(server, agent);
        expect(before).toMatchObject({ body: 'draining: false, closing: false', connection: 'keep-alive' });
        const stop = stopping(server);

        const idle = await respond(server, agent);
        expect(idle).toEqual({ ...before, connection: 'close', body: 'draining: true, closing: false' });
        const other = await respond(server, agentOf(secure));
        expect(other).toMatchObject({ connection: 'close', body: 'draining: true, closing: false' });
        expect(other.port).not.toBe(before.port);

        stop.endDelay();
        await stop.closed;
        await expect(ask(server)).rejects.toThrow('ECONNREFUSED');
      });
    });

    test('HTTP/2 sessions are served, and get GOAWAY at the end', async () => {
      const server = await reporting(kit, true);
      const session = http2Client(server);
      const goneAway = once(session, 'goaway');
      const isGoneAway = vi.fn();
      void goneAway.then(isGoneAway);
      expect(await text(session.request({ ':path': '/' }))).toBe('draining: false, closing: false');
      const stop = stopping(server);

      for (const client of [session, session, http2Client(server)]) {
        expect(await text(client.request({ ':path': '/' }))).toBe('draining: true, closing: false');
      }
      expect(isGoneAway).not.toHaveBeenCalled();

      stop.endDelay();
      await stop.closed;
      expect((await goneAway)[0]).toBe(0);
    });

    test('event streams, WebSockets and request.closing end with the delay', async () => {
      const events: string[] = [];
      const opened = deferred();
      const app = kit.routed({ server: { shutdown_delay: DELAY, shutdown_timeout: 600_000 } });
      app.get(
        '/events',
        kit.handler((request) => {
          request.closing.addEventListener('abort', () => events.push('closing'));
          const body = new ReadableStream({ start: (controller) => controller.enqueue('data: 1\n\n') });
          return new HttpResponse(body, 200, { 'Content-Type': 'text/event-stream' });
        }) as never,
      );
      app.get('/', kit.handler(() => new TextResponse('served')) as never);
      app.upgrade('/socket', { open: () => opened.resolve() });
      const server = await serve(app);
      const [stream] = (await once(get(`${server.url}/events`, { agent: false }), 'response')) as [
        IncomingMessage,
      ];
      const ended = text(stream).then((body) => events.push(body));
      const { closed: socketClosed } = await openSocket(server, '/socket');
      void socketClosed.then(({ code }) => events.push(`WebSocket ${code}`));
      await opened.promise;
      const stop = stopping(server);

      for (let round = 0; round < 3; round++) expect((await ask(server)).body).toBe('served');
      expect(events).toEqual([]);

      stop.endDelay();
      await Promise.all([stop.closed, ended, socketClosed]);
      expect(events.toSorted()).toEqual(['WebSocket 1001', 'closing', 'data: 1\n\n']);
    });

    test.skipIf(process.platform !== 'linux')(
      'connections that are not accepted yet when the port is closed are served',
      async () => {
        const server = await reporting(kit, false);
        const stop = stopping(server);
        const sockets = Array.from({ length: 5 }, () => connect(server.port, '127.0.0.1'));
        const request = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nonce';
        const responses = sockets.map((socket) => (socket.write(request), text(socket)));
        // Now Linux has accepted them, in the turn of the event loop in which the delay ends.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        stop.endDelay();

        for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1\.1 200 /);
        await stop.closed;
        await expect(ask(server)).rejects.toThrow('ECONNREFUSED');
      },
    );

    test('the environment variable SHUTDOWN_DELAY overrides the configuration', async () => {
      vi.stubEnv('SHUTDOWN_DELAY', '0');
      onTestFinished(() => void vi.unstubAllEnvs());
      const server = await reporting(kit, false);
      await server.close();
      await expect(ask(server)).rejects.toThrow('ECONNREFUSED');
    });

    test.each(['soon', '-1', '5000'])('a SHUTDOWN_DELAY of %s is rejected at the start', async (value) => {
      vi.stubEnv('SHUTDOWN_DELAY', value);
      onTestFinished(() => void vi.unstubAllEnvs());
      await expect(reporting(kit, false)).rejects.toThrow(
        `environment variable SHUTDOWN_DELAY must be a number of seconds from 0 to 3600, not "${value}".`,
      );
    });
  });
});

// RFC 9113 6.8 wants a first GOAWAY with the highest stream id. When this fails, Node can send it.
test('node:http2 drops every stream that comes after a GOAWAY, whatever its last stream id says', async () => {
  const { cert, key } = certificate;
  const bare = createSecureServer({ cert, key }).listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const requests = vi.fn();
  // The first stream stays open, because Node reads nothing more from a session without streams.
  bare.on('request', requests);
  const begun = once(bare, 'session') as Promise<[ServerHttp2Session]>;
  const request = (stream: number): Buffer =>
    frames.frame(frames.HEADERS, frames.END_HEADERS + frames.END_STREAM, stream, frames.block(frames.GET));
  const preface = Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    frames.frame(frames.SETTINGS, 0, 0),
  ]);
  const socket = await silentTlsClient(bare.address() as AddressInfo, 'h2', preface);
  const [session] = await begun;
  let received = '';
  socket.setEncoding('latin1').on('data', (bytes: string) => (received += bytes));
  socket.write(request(1));
  await vi.waitFor(() => expect(requests).toHaveBeenCalledTimes(1));
  session.goaway(0, 2 ** 31 - 1);
  await vi.waitFor(() => expect(received).toContain('\x7f\xff\xff\xff'));
  socket.write(Buffer.concat([request(3), frames.frame(frames.PING, 0, 0, 'received')]));
  // The acknowledgement of the PING.
  await vi.waitFor(() => expect(received).toContain('received'));
  expect(requests).toHaveBeenCalledTimes(1);
  session.destroy();
  bare.close();
});

/** A server whose handler says what the request knows of its end. */
async function reporting<M>(kit: Kit<M>, secure: boolean): Promise<RunningServer> {
  const app = kit.app({ server: { shutdown_delay: DELAY } });
  app.pipe(
    kit.handler(async (request: ServerRequest) => {
      await request.text();
      return new TextResponse(`draining: ${request.draining}, closing: ${request.closing.aborted}`);
    }),
  );
  return serve(app, secure ? { tls: certificate } : {});
}

/** Stops a server, whose delay is over when the test says so. */
function stopping(server: RunningServer) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = server.close();
  const endDelay = (): void => {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(DELAY * 1000);
    vi.useRealTimers();
  };
  onTestFinished(endDelay);
  return { closed, endDelay };
}

function agentOf(secure: boolean): Agent {
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = secure ? new TlsAgent({ ...options, ca: certificate.cert }) : new Agent(options);
  onTestFinished(() => agent.destroy());
  return agent;
}

/** @returns what came, and on which connection */
async function respond({ url }: RunningServer, agent: Agent) {
  const send = url.startsWith('https:') ? getOverTls : get;
  const [incoming] = (await once(send(url, { agent: agent as TlsAgent }), 'response')) as [IncomingMessage];
  const port = incoming.socket.localPort;
  const { connection } = incoming.headers;
  return { body: await text(incoming), connection, port };
}
