import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { type BodyInput, HttpResponse, type ServerRequest } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { askHttp2, serveHttp2 } from '../../support/http2-client.ts';
import { ask, exchange, serve } from '../../support/serve.ts';

/** Counts its reads, and reports when it is closed. */
function source(chunks: Iterable<unknown>) {
  const iterator = chunks[Symbol.iterator]();
  const closed = deferred();
  const next = vi.fn(async () => iterator.next() as IteratorResult<string>);
  const close = vi.fn(async (): Promise<IteratorResult<string>> => {
    closed.resolve();
    return { done: true, value: undefined };
  });
  const iterable: AsyncIterable<string> = { [Symbol.asyncIterator]: () => ({ next, return: close }) };
  return { iterable, next, close, closed: closed.promise };
}

function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(65_536);
}

inBothVariants((kit) => {
  const answering = (
    make: (request: ServerRequest) => HttpResponse,
    log: (error: unknown) => void = () => {},
  ) => {
    const app = kit.app({ log });
    app.pipe(kit.handler(make));
    return app;
  };

  test('an async iterable is closed when the client disconnects, and not read before it can be sent (S5, S6)', async () => {
    const { iterable, next, closed } = source(endless());
    const socket = connect((await serve(answering(() => new HttpResponse(iterable)))).port, '127.0.0.1');
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    socket.destroy();
    await closed;
    // The buffers of a socket, and not the memory of this process.
    expect(next.mock.calls.length).toBeLessThan(500);
  });

  test('an async iterable is closed when the caller of fetch stops reading (S6)', async () => {
    const { iterable, next, close } = source(endless());
    const response = await answering(() => new HttpResponse(iterable)).request('/');
    expect(next).not.toHaveBeenCalled();
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect([next.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
  });

  test.each(['HTTP/1', 'HTTP/2', 'fetch'])(
    'HEAD closes an async iterable without reading it: %s (R8)',
    async (by) => {
      const { iterable, next, closed } = source(endless());
      const app = answering(() => new HttpResponse(iterable, 200, { 'X-A': '1' }));
      const head = { method: 'HEAD' };
      if (by === 'HTTP/1') expect((await ask(await serve(app), head)).headers['x-a']).toBe('1');
      else if (by === 'HTTP/2')
        expect((await askHttp2(await serveHttp2(app), head)).headers['x-a']).toBe('1');
      else expect((await app.request('/', head)).headers.get('x-a')).toBe('1');
      await closed;
      expect(next).not.toHaveBeenCalled();
    },
  );

  describe('an async iterable that fails half way', () => {
    async function* failing(error: Error): AsyncGenerator<string> {
      yield 'begun';
      throw error;
    }

    test('breaks the connection, and is logged once (S5)', async () => {
      const [log, error] = [vi.fn(), new Error('half way')];
      const server = await serve(answering(() => new HttpResponse(failing(error)), log));
      const got = await exchange(server, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n').catch(() => 'reset');
      expect(got).not.toMatch(/\r\n0\r\n/);
      expect(log.mock.calls.map(([logged]) => logged as unknown)).toEqual([error]);
    });

    test('fails for the caller of fetch', async () => {
      const error = new Error('half way');
      const response = await answering(() => new HttpResponse(failing(error))).request('/');
      await expect(response.text()).rejects.toThrow();
    });
  });

  test.each([7, null, {}, ['a']])(
    'an async iterable that yields %j is closed, and a 500 (S6)',
    async (chunk) => {
      const { iterable, close } = source([chunk]);
      const log = vi.fn();
      const { status } = await ask(await serve(answering(() => new HttpResponse(iterable), log)));
      expect([status, close.mock.calls.length]).toEqual([500, 1]);
      expect(String(log.mock.calls[0]?.[0])).toMatch(
        'The argument chunk of a body must be a string or a Uint8Array',
      );
    },
  );

  test('withBody takes an async iterable too', async () => {
    const app = answering(() => new HttpResponse('old').withBody(source(['a', 'b']).iterable));
    expect(await (await app.request('/')).text()).toBe('ab');
  });

  test('the finally block of a generator runs when its client has disconnected, and its errors are ignored (S5)', async () => {
    const ended = deferred();
    async function* rows(): AsyncGenerator<string> {
      try {
        for (;;) yield 'row\n'.repeat(10_000);
      } finally {
        ended.resolve();
        await Promise.reject(new Error('while it was closed'));
      }
    }
    const server = await serve(answering(({ path }) => new HttpResponse(path === '/' ? rows() : 'fine')));
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await ended.promise;
    expect((await ask(server, { path: '/next' })).body).toBe('fine');
  });

  describe('a Node stream', () => {
    const pieces = (destroyed: () => void, read: () => string | Error) =>
      new Readable({
        read() {
          const piece = read();
          if (piece instanceof Error) this.destroy(piece);
          else this.push(piece);
        },
        destroy(error, callback) {
          destroyed();
          callback(error);
        },
      });
    const piece = 'x'.repeat(65_536);

    test('is destroyed when the client goes away (S5)', async () => {
      const destroyed = deferred();
      const app = answering(() => new HttpResponse(pieces(destroyed.resolve, () => piece)));
      const socket = connect((await serve(app)).port, '127.0.0.1').on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
      await once(socket, 'data');
      socket.destroy();
      await expect(destroyed.promise).resolves.toBeUndefined();
    });

    test('is destroyed when the caller of fetch stops reading, and by HEAD before it is read (R8)', async () => {
      const read = vi.fn(() => piece);
      for (const method of ['GET', 'HEAD']) {
        const destroyed = deferred();
        const app = answering(() => new HttpResponse(pieces(destroyed.resolve, read)));
        read.mockClear();
        const response = await app.request('/', { method });
        expect(read).not.toHaveBeenCalled();
        await response.body?.cancel();
        await destroyed.promise;
      }
    });

    test('that fails half way breaks the connection, and is logged once (S5)', async () => {
      const [log, error] = [vi.fn(), new Error('half way')];
      const given: (string | Error)[] = ['begun', error];
      const app = answering(
        () =>
          new HttpResponse(
            pieces(
              () => {},
              () => given.shift() ?? error,
            ),
          ),
        log,
      );
      const got = await exchange(await serve(app), 'GET / HTTP/1.1\r\nHost: h\r\n\r\n').catch(() => 'reset');
      expect(got).not.toMatch(/\r\n0\r\n/);
      expect(log.mock.calls.map(([logged]) => logged as unknown)).toEqual([error]);
    });
  });

  test.each<[kind: string, body: () => BodyInput, length: string | null]>([
    ['a Blob', () => new Blob(['text']), '4'],
    ['an ArrayBuffer', () => new ArrayBuffer(4), '4'],
    ['URLSearchParams', () => new URLSearchParams({ a: '12' }), '4'],
    ['FormData', () => new FormData(), null],
  ])('HEAD of %s has its length and none of its body (R8, S6)', async (_kind, body, length) => {
    const app = answering(() => new HttpResponse(body()));
    const [socket, byFetch] = [
      await ask(await serve(app), { method: 'HEAD' }),
      await app.request('/', { method: 'HEAD' }),
    ];
    expect([socket.headers['content-length'] ?? null, socket.body]).toEqual([length, '']);
    expect([byFetch.headers.get('content-length'), await byFetch.text()]).toEqual([length, '']);
  });
});
