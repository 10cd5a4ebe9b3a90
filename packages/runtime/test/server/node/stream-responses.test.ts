import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpResponse, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, exchange, serve } from '../../support/serve.ts';

const encoder = new TextEncoder();

inBothVariants((kit) => {
  describe('a stream whose Content-Length is not true', () => {
    test.each<[string, string, readonly string[], RegExp, RegExp]>([
      [
        'longer',
        '5',
        ['first', ' HTTP/1.1 200 OK'],
        /^(?:HTTP\/1\.1 200 .*Content-Length: 5\r\n.*\r\n\r\nfirst)?$/s,
        /has 21 bytes or more, but its Content-Length is 5/,
      ],
      [
        'longer within a chunk',
        '3',
        ['first'],
        /^HTTP\/1\.1 500 .*next$/s,
        /has 5 bytes or more, but its Content-Length is 3/,
      ],
      [
        'shorter',
        '50',
        ['first'],
        /^(?:HTTP\/1\.1 200 .*Content-Length: 50\r\n.*\r\n\r\nfirst)?$/s,
        /ended after 5 bytes, but its Content-Length is 50/,
      ],
    ])('does not shift the next response: %s (S5)', async (_what, length, chunks, expected, logged) => {
      const log = vi.fn();
      const app = kit.app({ log });
      app.pipe(
        '/stream',
        kit.handler(() => new HttpResponse(streamOf(chunks), 200, { 'Content-Length': length })),
      );
      app.pipe(kit.answer('next'));
      const server = await serve(app);
      const received = await exchange(server, get('/stream') + get('/next')).catch(() => '');
      expect(received).toMatch(expected);
      expect(log).toHaveBeenCalledOnce();
      expect(String(log.mock.calls[0]?.[0])).toMatch(logged);
      expect((await ask(server)).body).toBe('next');
    });

    test('is a 500 when nothing of it came', async () => {
      const app = kit.app({ log: () => {} });
      app.pipe(kit.handler(() => new HttpResponse(streamOf([]), 200, { 'Content-Length': '5' })));
      expect((await ask(await serve(app))).status).toBe(500);
    });

    test('is kept where it is true, in chunks of text and of bytes', async () => {
      const app = kit.app();
      app.pipe(kit.handler(() => new HttpResponse(streamOf(['zw', 'ölf']), 200, { 'Content-Length': '6' })));
      const { headers, body } = await ask(await serve(app));
      expect([headers['content-length'], headers['transfer-encoding'], body]).toEqual([
        '6',
        undefined,
        'zwölf',
      ]);
    });
  });

  describe('a stream that fails before its first chunk', () => {
    test('gets an error response, and is logged once (E1, E3)', async () => {
      const log = vi.fn();
      const failure = new Error('the source failed');
      const app = kit.app({ log });
      app.pipe(
        '/stream',
        kit.handler(
          () =>
            new HttpResponse(
              new ReadableStream({
                async pull() {
                  await new Promise((resolve) => setImmediate(resolve));
                  throw failure;
                },
              }),
            ),
        ),
      );
      app.pipe(kit.answer('fine'));
      const server = await serve(app);
      const { status, headers, body } = await ask(server, {
        path: '/stream',
        headers: { accept: 'application/json' },
      });
      expect([status, headers['content-type']]).toEqual([500, 'application/problem+json']);
      expect(body).not.toContain('the source failed');
      expect(log.mock.calls.map(([error]) => error)).toEqual([failure]);
      expect((await ask(server)).body).toBe('fine');
    });
  });

  test('the headers of a stream go out before its first chunk, those of an event stream at once', async () => {
    const first = deferred();
    const app = kit.app();
    app.pipe(
      kit.handler(({ path }) => {
        const type = path === '/events' ? 'text/event-stream; charset=utf-8' : 'application/x-ndjson';
        return new HttpResponse(heldBack(first.promise), 200, { 'Content-Type': type });
      }),
    );
    const { url } = await serve(app);
    const arrived: string[] = [];
    const asked = ['/lines', '/events'].map(async (path) => {
      const response = await fetch(url + path);
      arrived.push(path);
      return response;
    });
    const responses = await Promise.all(asked);
    expect(arrived).toEqual(['/events', '/lines']);
    first.resolve();
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['late', 'late']);
  });

  test('the response to an upload that was read ends with its stream, without waiting for more', async () => {
    const app = kit.app();
    app.pipe(
      kit.handler(async (request) => {
        const body = await request.text();
        return new HttpResponse(new Blob([body]).stream());
      }),
    );
    const server = await serve(app);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    expect((await ask(server, { method: 'POST', body: 'whole' })).body).toBe('whole');
  });

  describe('a client that goes away', () => {
    test('cancels a stream that waits behind another response of its connection (S5)', async () => {
      const cancelled = deferred();
      const aborted = deferred();
      const waiting = deferred();
      const app = kit.app();
      app.pipe(
        '/first',
        kit.handler(() => new HttpResponse(new ReadableStream())),
      );
      app.pipe(
        kit.handler((request) => {
          request.signal.addEventListener('abort', () => aborted.resolve());
          return new HttpResponse(
            new ReadableStream({
              start: (controller) => controller.enqueue(encoder.encode('second')),
              pull: () => waiting.resolve(),
              cancel: () => cancelled.resolve(),
            }),
          );
        }),
      );
      const socket = connect((await serve(app)).port, '127.0.0.1');
      socket.write(get('/first') + get('/second'));
      await waiting.promise;
      socket.destroy();
      await expect(Promise.all([cancelled.promise, aborted.promise])).resolves.toHaveLength(2);
    });
  });

  test('a response that says "Connection: close" closes its connection over HTTP/1 (S6)', async () => {
    const app = kit.app();
    app.pipe(
      kit.handler(() => new TextResponse('last', 200, { Connection: 'X-Other, Close', 'X-Other': '1' })),
    );
    const socket = connect((await serve(app)).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    const received = await text(socket);
    expect(received).toMatch(/\r\nConnection: close\r\n(?:.*\r\n)?\r\nlast$/s);
    expect(received).not.toMatch(/X-Other/);
  });
});

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: h\r\n${path === '/next' ? 'Connection: close\r\n' : ''}\r\n`;
}

/** Text as text and as bytes in turns. */
function streamOf(chunks: readonly string[]): ReadableStream {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(left.length % 2 === 0 ? encoder.encode(chunk) : chunk);
    },
  });
}

function heldBack(until: Promise<void>): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      await until;
      controller.enqueue(encoder.encode('late'));
      controller.close();
    },
  });
}
