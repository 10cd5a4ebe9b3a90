import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { HttpResponse } from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
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
} from '../support/http2-frames.ts';
import { certificate } from '../support/tls.ts';

const SIZE = 1_000_000;
const INITIAL_WINDOW_SIZE = 4;
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

inBothVariants((kit) => {
  // All of the response is on its way when the server begins to shut down, and nothing of the client's is left to answer.
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

    const closed = running.close();
    // What the server has not read of it resets the connection, were that closed by now.
    for (let step = 0; step < 6; step++) {
      await after(150);
      socket.write(frame(WINDOW_UPDATE, 0, 0, uint32(1)));
    }
    socket.resume();
    await Promise.all([closed, once(socket, 'close')]);
    expect(size).toBeGreaterThan(SIZE);
  });
});
