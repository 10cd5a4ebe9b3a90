import { once } from 'node:events';
import { connect } from 'node:net';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpError, HttpResponse, TextResponse } from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
import { deferred } from '../support/deferred.ts';
import { startChild } from '../support/child-process.ts';
import { endlessResponse } from '../support/endless.ts';
import { serve } from '../support/serve.ts';
import { askAsDeveloper as ask } from '../../../devtools/test/support/developer.ts';
import { useDevTools } from '../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

// An unhandled rejection would end a process; here it would fail the run.
inBothVariants((kit) => {
  describe('A client that hangs up, or an error thrown in a log or a listener, ending the process', () => {
    test('a client that disconnects while it waits is not an error, and aborts its signal (S5)', async () => {
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

    test('a client that disconnects in the middle of a stream causes one log line at most (S5)', async () => {
      const log = vi.fn();
      const cancelled = deferred();
      const app = kit.app({ log });
      app.pipe(
        '/stream',
        kit.handler(() => endlessResponse(cancelled.resolve)),
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

    test('a client that disconnects while its body is read causes one log line at most (S5)', async () => {
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
        kit.handler(() => {
          let pulls = 0;
          return new HttpResponse(
            new ReadableStream({
              pull(controller) {
                if (pulls++ > 0) throw new Error('broken source');
                controller.enqueue(new TextEncoder().encode('half'));
              },
            }),
          );
        }),
      );
      app.pipe(kit.answer('next'));
      const server = await serve(app);
      await expect(ask(server, { path: '/stream' })).rejects.toThrow();
      expect((await ask(server)).body).toBe('next');
    });
  });

  describe('Slow clients holding sockets', () => {
    test.each([
      ['headers', { headers_timeout: 50 }, 'GET / HTTP/1.1\r\nHost: h\r\nX-Slow'],
      [
        'body',
        { headers_timeout: 50, request_timeout: 50 },
        'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf',
      ],
    ])('a client that does not come to an end with its %s is sent away', async (_what, limits, bytes) => {
      const app = kit.app({ server: limits });
      app.pipe(kit.handler(async (request) => new TextResponse(await request.text())));
      const socket = connect((await serve(app)).port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(bytes);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    });

    test('without a setting, the limits are those of Node', async () => {
      const app = kit.app();
      app.pipe(kit.answer('fine'));
      const servers = new Set<Server>();
      const listener = (message: unknown): void => void servers.add((message as { server: Server }).server);
      subscribe('http.server.request.start', listener);
      onTestFinished(() => void unsubscribe('http.server.request.start', listener));
      await ask(await serve(app));
      const limits = [...servers].map(({ headersTimeout, requestTimeout }) => ({
        headersTimeout,
        requestTimeout,
      }));
      expect(limits).toContainEqual({ headersTimeout: 60_000, requestTimeout: 300_000 });
    });
  });

  describe('Errors that print a stack, a file path, a header or a credential to the client', () => {
    test.each(['application/json', 'text/html', 'text/plain', '*/*'])(
      'an error keeps its inside: %s',
      async (accept) => {
        const secret = new Error('connect postgres://admin:hunter2@db/ failed in /srv/app/db.ts');
        const app = kit.app();
        app.pipe(
          '/error',
          kit.throws(
            Object.assign(secret, { headers: { 'X-Token': 'hunter2' }, cause: new Error('hunter2') }),
          ),
        );
        app.pipe('/status', kit.throws(Object.assign(new Error('hunter2'), { status: 503 })));
        app.pipe('/http', kit.throws(new HttpError(502, 'hunter2 of the upstream')));
        app.pipe('/string', kit.throws('hunter2'));
        const server = await serve(app);
        for (const path of ['/error', '/status', '/http', '/string']) {
          const answer = await ask(server, {
            path,
            headers: { accept, authorization: 'Bearer hunter2', cookie: 's=hunter2' },
          });
          expect(answer.status).toBeGreaterThanOrEqual(500);
          expect(JSON.stringify(answer)).not.toMatch(/hunter2|postgres|\/srv|\.ts|\bat \S+:\d+|node_modules/);
        }
      },
    );
  });

  describe('An error page that runs what it shows', () => {
    test('an error page does not run its contents', async () => {
      const app = kit.app({ debug: true });
      const error = new Error('<script>alert(1)</script>');
      error.stack = 'Error: <img src=x onerror=alert(1)>';
      app.pipe(kit.throws(error));
      const { body } = await ask(await serve(app), { headers: { accept: 'text/html' } });
      expect(body).not.toMatch(/<script>alert|<img src=x/);
      expect(body).toMatch(/&lt;script&gt;alert\(1\)/);
    });
  });
});

describe('`new Function` in a place that also runs where code generation is forbidden', () => {
  test('an app of either variant runs where code generation from strings is forbidden', async () => {
    const child = startChild('without-code-generation.mjs', {
      NODE_OPTIONS: '--disallow-code-generation-from-strings',
    });
    const { code, stdout } = await child.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '200 true\n500 true\n404 true\n'.repeat(2) });
  });
});

function answeredThen(tell: () => void) {
  return (response: HttpResponse, request: { readonly path: string }): HttpResponse => {
    if (request.path === '/wait') tell();
    return response;
  };
}
