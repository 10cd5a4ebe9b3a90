import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { HttpResponse, TextResponse } from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
import { deferred } from '../deferred.ts';
import { ask, serve } from '../serve.ts';

// A rejection that nobody handles would end a process; here it would fail the run.
inBothVariants((kit) => {
  test('a client that hangs up while it waits is not an error, and its signal tells (S5)', async () => {
    const log = vi.fn();
    const arrived = deferred();
    const aborted = deferred();
    const answered = deferred();
    const app = kit.app({ log });
    app.pipe(kit.around(answeredThen(answered.resolve)));
    app.pipe(
      '/wait',
      kit.handler(async (request) => {
        request.signal.addEventListener('abort', () => aborted.resolve());
        arrived.resolve();
        await aborted.promise;
        return new TextResponse('nobody reads this');
      }),
    );
    app.pipe(kit.answer('next'));
    const server = await serve(app);
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /wait HTTP/1.1\r\nHost: h\r\n\r\n');
    await arrived.promise;
    socket.destroy();
    await answered.promise;
    expect((await ask(server)).body).toBe('next');
    expect(log).not.toHaveBeenCalled();
  });

  test('a client that hangs up in the middle of a stream gives one log line at most (S5)', async () => {
    const log = vi.fn();
    const cancelled = deferred();
    const app = kit.app({ log });
    app.pipe(
      '/stream',
      kit.handler(
        () =>
          new HttpResponse(
            new ReadableStream({
              pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
              cancel: () => cancelled.resolve(),
            }),
          ),
      ),
    );
    app.pipe(kit.answer('next'));
    const server = await serve(app);
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /stream HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await cancelled.promise;
    expect((await ask(server)).body).toBe('next');
    expect(log.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('a client that hangs up while its body is read gives one log line at most (S5)', async () => {
    const log = vi.fn();
    const arrived = deferred();
    const failed = deferred();
    const app = kit.app({ log });
    app.pipe(
      '/upload',
      kit.handler(async (request) => {
        const reading = request.text();
        arrived.resolve();
        try {
          return new TextResponse(await reading);
        } finally {
          failed.resolve();
        }
      }),
    );
    app.pipe(kit.answer('next'));
    const server = await serve(app);
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf');
    await arrived.promise;
    socket.destroy();
    await failed.promise;
    expect((await ask(server)).body).toBe('next');
    expect(log.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('a log that fails is not the end', async () => {
    const app = kit.app({ log: () => Promise.reject(new Error('no space left')) });
    app.pipe('/broken', kit.throws(new Error('inside')));
    app.pipe(kit.answer('next'));
    const server = await serve(app);
    expect((await ask(server, { path: '/broken' })).status).toBe(500);
    expect((await ask(server)).body).toBe('next');
  });

  test('a log that fails while a stream fails is not the end', async () => {
    const app = kit.app({
      log: () => {
        throw new Error('no space left');
      },
    });
    app.pipe(
      '/stream',
      kit.handler(
        () =>
          new HttpResponse(
            new ReadableStream({
              pull() {
                throw new Error('broken source');
              },
            }),
          ),
      ),
    );
    app.pipe(kit.answer('next'));
    const server = await serve(app);
    await expect(ask(server, { path: '/stream' })).rejects.toThrow();
    expect((await ask(server)).body).toBe('next');
  });

  test('a request that is no HTTP is refused, and the server goes on', async () => {
    const app = kit.app();
    app.pipe(kit.answer('next'));
    const server = await serve(app);
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write('\x16\x03\x01 not http\r\n\r\n');
    await once(socket, 'close');
    expect((await ask(server)).body).toBe('next');
  });

  test('an error page does not run what it shows', async () => {
    const app = kit.app({ debug: true });
    const error = new Error('<script>alert(1)</script>');
    error.stack = 'Error: <img src=x onerror=alert(1)>';
    app.pipe(kit.throws(error));
    const { body } = await ask(await serve(app), { headers: { accept: 'text/html' } });
    expect(body).not.toMatch(/<script>alert|<img src=x/);
    expect(body).toMatch(/&lt;script&gt;alert\(1\)/);
  });
});

function answeredThen(tell: () => void) {
  return (response: HttpResponse, request: { readonly path: string }): HttpResponse => {
    if (request.path === '/wait') tell();
    return response;
  };
}
