import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { get } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RunningServer } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, serve } from '../../support/serve.ts';
import { http2, silentClient, silentTlsClient } from '../../support/silent-clients.ts';
import { certificate } from '../../support/tls.ts';

// A header of a frame that announces more than any frame may hold.
const TOO_LONG_FRAME = Buffer.from('ffffff000000000000', 'hex');

inBothVariants((kit) => {
  describe('a connection that breaks breaks nothing else (S5)', () => {
    test.each<[string, (server: RunningServer) => Promise<Socket>]>([
      ['bytes that are no TLS', (server) => silentClient(server, 'GET / HTTP/1.1\r\n\r\n')],
      ['an end within TLS', (server) => cutOff(silentClient(server, '\x16\x03\x01\x02\x00'))],
      ['an end after TLS', (server) => cutOff(silentTlsClient(server, 'http/1.1'))],
      ['bytes that are no HTTP', (server) => silentTlsClient(server, 'http/1.1', 'GARBAGE\r\n\r\n')],
      ['bytes that are no HTTP/2', (server) => silentTlsClient(server, 'h2', 'GET / HTTP/1.1\r\n\r\n')],
      [
        'a frame that is too long',
        (server) => silentTlsClient(server, 'h2', Buffer.concat([http2.preface, TOO_LONG_FRAME])),
      ],
      ['an end of a session', (server) => cutOff(silentTlsClient(server, 'h2', http2.preface))],
      ['an end within headers', (server) => cutOff(silentTlsClient(server, 'h2', http2.halfHeaders))],
      ['an end within a stream', (server) => cutOff(silentTlsClient(server, 'h2', http2.openStream))],
    ])('%s', async (_what, client) => {
      const log = vi.fn();
      const app = kit.app({ log });
      app.pipe(kit.answer('next'));
      const server = await app.run({ ...options, tls: certificate });
      onTestFinished(() => server.close());
      await client(server);
      const [incoming] = await once(get(server.url, { agent: false, ca: certificate.cert }), 'response');
      expect(await text(incoming)).toBe('next');
      expect(log).not.toHaveBeenCalled();
    });

    test('a connection that cannot be accepted is logged', async () => {
      const log = vi.fn();
      const app = kit.app({ log });
      app.pipe(kit.answer('next'));
      const server = await serve(app);
      const asked = deferred<Server>();
      const listener = (message: unknown): void => asked.resolve((message as { server: Server }).server);
      subscribe('http.server.request.start', listener);
      onTestFinished(() => void unsubscribe('http.server.request.start', listener));
      await ask(server);
      const error = new Error('accept EMFILE');
      (await asked.promise).emit('error', error);
      expect(log.mock.calls.map(([logged]: unknown[]) => logged)).toEqual([error]);
      expect((await ask(server)).body).toBe('next');
    });
  });
});

const options = { host: '127.0.0.1', port: 0, signals: false, silent: true } as const;

/** Without a word, while there may be something to read. */
async function cutOff(connecting: Promise<Socket>): Promise<Socket> {
  const socket = await connecting;
  return socket.destroy();
}
