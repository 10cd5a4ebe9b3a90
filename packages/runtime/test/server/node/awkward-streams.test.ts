import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpResponse, type ServerRequest, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { askHttp2, serveHttp2 } from '../../support/http2-client.ts';
import { exchange, serve } from '../../support/serve.ts';

const encoder = new TextEncoder();

inBothVariants((kit) => {
  describe('a response created from a generator, which ends while it is awaited', () => {
    // Node reports it where it cannot be caught, and would end the process.
    const uncaught = (): Error[] => {
      const errors: Error[] = [];
      const listener = (error: Error): void => void errors.push(error);
      const others = process.listeners('uncaughtException');
      process.removeAllListeners('uncaughtException').on('uncaughtException', listener);
      onTestFinished(() => {
        process.off('uncaughtException', listener);
        for (const other of others) process.on('uncaughtException', other);
      });
      return errors;
    };

    async function* until(signal: AbortSignal, told: () => void): AsyncGenerator<Uint8Array> {
      yield encoder.encode('data: first\n\n');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      // Runs after the reader was notified.
      await new Promise((resolve) => setTimeout(resolve, 150));
      told();
    }

    const headers = { 'Content-Type': 'text/event-stream' };

    test.each(['HTTP/1', 'HTTP/2'])(
      'is not an error when its client disconnects: %s (S5)',
      async (version) => {
        const errors = uncaught();
        const ended = deferred();
        const app = kit.app();
        app.pipe(kit.handler(({ signal }) => new Response(asBody(until(signal, ended.resolve)))));
        if (version === 'HTTP/2') {
          const stream = (await serveHttp2(app)).request().on('error', () => {});
          await once(stream, 'data');
          stream.close(8);
        } else {
          const socket = connect((await serve(app)).port, '127.0.0.1').on('error', () => {});
          socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
          await once(socket, 'data');
          socket.destroy();
        }
        await ended.promise;
        await new Promise((resolve) => setImmediate(resolve));
        expect(errors).toEqual([]);
      },
    );

    test('is not an error when its server closes, and its client sees the end (S4)', async () => {
      const errors = uncaught();
      const ended = deferred();
      const app = kit.app();
      app.pipe(
        kit.handler(({ closing }) => new Response(asBody(until(closing, ended.resolve)), { headers })),
      );
      const server = await serve(app);
      const response = await fetch(server.url);
      const body = response.text();
      await server.close();
      expect(await body).toBe('data: first\n\n');
      await ended.promise;
      await new Promise((resolve) => setImmediate(resolve));
      expect(errors).toEqual([]);
    });
  });

  test('"100 Continue" is never sent in the middle of a response', async () => {
    const app = kit.app();
    const begun = deferred();
    app.pipe(
      kit.handler((request) => {
        let count = 0;
        const source = {
          pull(controller: ReadableStreamDefaultController) {
            if (count++ === 0) controller.enqueue('begun');
            else {
              begun.resolve();
              void request.text().catch(() => {});
              controller.close();
            }
          },
        };
        // Nothing is pulled before the first chunk has been sent.
        const body = new ReadableStream(source, { highWaterMark: 0 });
        return new HttpResponse(body);
      }),
    );
    const head = 'POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n';
    const received = exchange(await serve(app), head);
    await begun.promise;
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:(?!100 Continue)[^])*$/);
  });

  describe('an upload that was read only in part', () => {
    const partly = async (request: ServerRequest): Promise<TextResponse> => {
      await request.body?.getReader().read();
      return new TextResponse('enough');
    };
    const large = 'x'.repeat(300_000);

    test('does not delay the next response: HTTP/1', async () => {
      const app = kit.app();
      app.pipe('/part', kit.handler(partly));
      app.pipe(kit.answer('next'));
      const first = `POST /part HTTP/1.1\r\nHost: h\r\nContent-Length: ${large.length}\r\n\r\n${large}`;
      const next = 'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
      expect(await exchange(await serve(app), first + next)).toMatch(/enough.*next$/s);
    });

    test('keeps no stream open: HTTP/2', async () => {
      const app = kit.app();
      app.pipe(kit.handler(partly));
      const session = await serveHttp2(app);
      const asked = { method: 'POST', body: large };
      expect(await askHttp2(session, asked)).toMatchObject({ status: 200, body: 'enough' });
    });
  });

  test('headers that HTTP/2 cannot send are a 500, and the session continues (S5)', async () => {
    const log = vi.fn();
    const app = kit.app({ log });
    app.pipe(
      '/large',
      kit.handler(() => new TextResponse('', 200, { 'X-Large': 'x'.repeat(100_000) })),
    );
    app.pipe(kit.answer('next'));
    const session = await serveHttp2(app);
    expect((await askHttp2(session, { path: '/large' })).status).toBe(500);
    expect((await askHttp2(session)).body).toBe('next');
    expect(String(log.mock.calls[0]?.[0])).toMatch('The headers of a response take 100');
  });

  test('many responses that wait for another on their connection cause no warning', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const app = kit.app();
    const release = deferred();
    app.pipe(
      kit.handler(async ({ signal }) => {
        await release.promise;
        return new TextResponse(String(signal.aborted));
      }),
    );
    const ask = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';
    const last = 'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    const received = exchange(await serve(app), ask.repeat(15) + last);
    setImmediate(release.resolve);
    expect((await received).match(/false/g)).toHaveLength(16);
    expect(warned).not.toHaveBeenCalled();
  });

  test('a Node stream that was read before is a 500, and not an empty response (S6)', async () => {
    const app = kit.app({ log: () => {} });
    app.pipe(
      kit.handler(async () => {
        const stream = new PassThrough();
        stream.end('read');
        await once(stream.resume(), 'end');
        return new HttpResponse(stream);
      }),
    );
    expect((await fetch((await serve(app)).url)).status).toBe(500);
  });
});

/** Values that Node accepts and the types of a Web response exclude. */
function asBody(generator: AsyncGenerator<Uint8Array>): ReadableStream {
  return generator as unknown as ReadableStream;
}
