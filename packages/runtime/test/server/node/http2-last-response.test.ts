import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { connect, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import {
  block,
  END_HEADERS,
  END_STREAM,
  frame,
  GET,
  HEADERS,
  SETTINGS,
  setting,
  uint32,
  WINDOW_UPDATE,
} from '../../support/http2-frames.ts';
import { serve } from '../../support/serve.ts';
import { silentTlsClient } from '../../support/silent-clients.ts';
import { certificate } from '../../support/tls.ts';

const SIZE = 1_000_000;
// In milliseconds, as in http2-sessions.ts.
const READ_WAIT = 1500;
const INITIAL_WINDOW_SIZE = 4;
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

inBothVariants((kit) => {
  // All of the response is on its way when the server begins to shut down, and the client has no open requests.
  test('a client of HTTP/2 that is slow gets the whole of its last response at shutdown (S4)', async () => {
    const app = kit.app();
    app.pipe(kit.handler(() => new HttpResponse(new Uint8Array(SIZE))));
    const running = await app.run({
      host: '127.0.0.1',
      port: 0,
      silent: true,
      signals: false,
      tls: certificate,
    });
    const { port } = running;
    const connected = once(running.server as Server, 'secureConnection') as Promise<[TLSSocket]>;
    const socket = connect({ port, host: '127.0.0.1', ca: certificate.cert, ALPNProtocols: ['h2'] });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    let size = 0;
    socket.on('data', (chunk: Buffer) => (size += chunk.length));
    const window = [
      frame(SETTINGS, 0, 0, setting(INITIAL_WINDOW_SIZE, 0x7fffffff)),
      frame(WINDOW_UPDATE, 0, 0, uint32(0x7000_0000)),
    ];
    const request = frame(HEADERS, END_HEADERS | END_STREAM, 1, block(GET));
    socket.write(Buffer.concat([Buffer.from(PREFACE), ...window, request]));
    await once(socket, 'data');
    socket.pause();

    const [connection] = await connected;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = running.close();
    // Unread data of the server would reset the connection, if it were closed by now.
    for (let step = 0; step < 6; step++) {
      const { bytesRead } = connection;
      socket.write(frame(WINDOW_UPDATE, 0, 0, uint32(1)));
      while (connection.bytesRead === bytesRead && !connection.destroyed) await new Promise(setImmediate);
      vi.advanceTimersByTime(READ_WAIT);
    }
    socket.resume();
    await Promise.all([closed, once(socket, 'close')]);
    expect(size).toBeGreaterThan(SIZE);
  });

  test('a client of HTTP/2 that is silent after its last response is cut off at shutdown (S4)', async () => {
    const app = kit.app({ server: { shutdown_timeout: 600_000 } });
    app.pipe(kit.handler(() => new HttpResponse('last')));
    const running = await serve(app, { tls: certificate });
    const request = frame(HEADERS, END_HEADERS | END_STREAM, 1, block(GET));
    const preface = Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, 0, 0), request]);
    const begun = once(running.server as Server, 'stream') as Promise<[ServerHttp2Stream]>;
    const client = await silentTlsClient(running, 'h2', preface);
    client.resume();
    const [stream] = await begun;
    await once(stream, 'close');

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = running.close();
    vi.advanceTimersByTime(READ_WAIT);
    await expect(closed).resolves.toBeUndefined();
  });
});
