import { once } from 'node:events';
import { type ClientHttp2Session, constants } from 'node:http2';
import { describe, expect, test, vi } from 'vitest';
import { HttpResponse, type ServerRequest, TextResponse } from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
import { bodyReader } from '../support/body-reader.ts';
import { deferred } from '../support/deferred.ts';
import { lateStream } from '../support/late-stream.ts';
import { serve } from '../support/serve.ts';
import { http2Client, silentTlsClient } from '../support/silent-clients.ts';
import { certificate } from '../support/tls.ts';
import { answerOf, askHttp2, serveHttp2 } from '../support/http2-client.ts';

const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR, NGHTTP2_PROTOCOL_ERROR } = constants;
const encoder = new TextEncoder();
const FORM = 'application/x-www-form-urlencoded';

inBothVariants((kit) => {
  describe('Shutdown that waits for idle sessions; time limits that are not kept over TLS', () => {
    test('a server closes at once though a session is idle (S4)', async () => {
      const app = kit.app({ server: { shutdown_timeout: 600_000 } });
      app.pipe(kit.answer('home'));
      const server = await serve(app, { tls: certificate });
      const session = http2Client(server);
      await askHttp2(session);
      await expect(server.close()).resolves.toBeUndefined();
    });

    test.each(['h2', 'http/1.1'] as const)(
      'a client of %s that sends nothing is sent away',
      async (protocol) => {
        const app = kit.app({ server: { headers_timeout: 100 } });
        app.pipe(kit.answer('home'));
        const socket = await silentTlsClient(await serve(app, { tls: certificate }), protocol);
        await expect(once(socket.resume(), 'end')).resolves.toEqual([]);
      },
    );
  });

  describe('Connection headers in a response that throw, and throw again in the recovery', () => {
    test('a response that was proxied over HTTP/1 is sent, and the session continues (S6)', async () => {
      const app = kit.app();
      const headers = { 'Keep-Alive': 'timeout=5', 'Transfer-Encoding': 'chunked', Upgrade: 'h2c' };
      app.pipe(
        '/proxied',
        kit.handler(() => new Response('proxied', { headers })),
      );
      app.pipe(kit.answer('next'));
      const session = await serveHttp2(app);
      expect(await askHttp2(session, { path: '/proxied' })).toMatchObject({ status: 200, body: 'proxied' });
      expect((await askHttp2(session)).body).toBe('next');
    });

    test('a header of a single value that has two is sent, and cookies stay apart', async () => {
      const app = kit.app();
      app.pipe(
        kit.handler(
          () =>
            new HttpResponse('', 200, {
              'Content-Language': ['de', 'en'],
              'Set-Cookie': ['a=1', 'b=2', 'c=3'],
            }),
        ),
      );
      expect((await askHttp2(await serveHttp2(app))).headers).toMatchObject({
        'content-language': 'de, en',
        'set-cookie': ['a=1', 'b=2', 'c=3'],
      });
    });
  });

  describe('A reset upload taken for a complete one', () => {
    const ways: readonly (readonly [string, (request: ServerRequest) => Promise<unknown>])[] = [
      ['text', (request) => request.text()],
      ['json', (request) => request.json()],
      ['bytes', (request) => request.bytes()],
      ['formData', (request) => request.formData()],
      ['a stream', (request) => new Response(request.body).text()],
      ['a Web Request', (request) => request.toWeb().text()],
    ];

    describe.each(ways)('an upload that is cut off is an error: read as %s', (_way, read) => {
      test.each<[string, Record<string, string>, (session: ClientHttp2Session) => unknown]>([
        ['with a Content-Length', { 'content-length': '100' }, () => {}],
        ['without a Content-Length', {}, () => {}],
        ['when the whole session goes', {}, (session) => session.destroy()],
      ])('%s', async (_what, headers, cut) => {
        const { app, arrived, outcome } = bodyReader(kit, read);
        const session = await serveHttp2(app);
        const stream = session.request({ ':method': 'POST', 'content-type': FORM, ...headers });
        stream.on('error', () => {});
        stream.write('a=1');
        await arrived.promise;
        cut(session);
        // Not close(), which would end the body before it resets the stream.
        stream.destroy(new Error('cut off'));
        expect(await outcome.promise).toBe('failed');
      });

      test('that is read after it was cut off', async () => {
        const gone = deferred();
        const arrived = deferred();
        const { app, outcome } = bodyReader(kit, async (request) => {
          request.signal.addEventListener('abort', () => gone.resolve());
          arrived.resolve();
          await gone.promise;
          return read(request);
        });
        const session = await serveHttp2(app);
        const stream = session.request({ ':method': 'POST', 'content-type': FORM });
        stream.on('error', () => {});
        stream.write('a=1');
        await arrived.promise;
        stream.destroy(new Error('cut off'));
        expect(await outcome.promise).toBe('failed');
      });

      test('that ends before its Content-Length', async () => {
        const { app, outcome } = bodyReader(kit, read);
        const session = await serveHttp2(app);
        const headers = { 'content-type': FORM, 'content-length': '100' };
        const { reset } = await askHttp2(session, { method: 'POST', headers, body: 'a=1' });
        expect(reset).toBe(NGHTTP2_PROTOCOL_ERROR);
        expect(await outcome.promise).toBe('failed');
      });
    });

    test('a whole upload is read, with and without a Content-Length, empty and read late', async () => {
      const app = kit.app();
      app.pipe(
        '/late',
        kit.handler(async (request) => {
          await new Promise((resolve) => setImmediate(resolve));
          return new TextResponse(await request.text());
        }),
      );
      app.pipe(kit.handler(async (request) => new TextResponse(await new Response(request.body).text())));
      const session = await serveHttp2(app);
      for (const path of ['/late', '/']) {
        for (const body of ['', 'whole', 'x'.repeat(200_000)]) {
          for (const headers of [{}, { 'content-length': String(body.length) }]) {
            const answer = await askHttp2(session, { method: 'POST', path, headers, body });
            expect(answer).toMatchObject({ status: 200, body });
          }
        }
      }
      expect(await askHttp2(session, { method: 'POST', path: '/late' })).toMatchObject({
        status: 200,
        body: '',
      });
    });
  });

  describe('A failed stream ended with NO_ERROR', () => {
    test.each<[string, Record<string, string>, number]>([
      ['that fails half way', {}, 1],
      ['that is shorter than its Content-Length', { 'Content-Length': '100' }, 100],
      ['that is longer than its Content-Length', { 'Content-Length': '6' }, 100],
    ])(
      'a stream %s resets its stream, is logged once, and the session continues (S5)',
      async (_what, headers, fails) => {
        const log = vi.fn();
        const app = kit.app({ log });
        app.pipe(
          '/stream',
          kit.handler(() => new HttpResponse(halves(fails), 200, headers)),
        );
        app.pipe(kit.answer('fine'));
        const session = await serveHttp2(app);
        expect((await askHttp2(session, { path: '/stream' })).reset).toBe(NGHTTP2_INTERNAL_ERROR);
        expect(log).toHaveBeenCalledOnce();
        expect((await askHttp2(session)).body).toBe('fine');
      },
    );
  });

  describe('`request.signal` and stream cancellation bound to properties that HTTP/2 responses lack', () => {
    test.each([NGHTTP2_CANCEL, NGHTTP2_NO_ERROR, NGHTTP2_INTERNAL_ERROR])(
      'the signal is aborted when the client resets its stream with code %i, and a stream created then is cancelled',
      async (code) => {
        const { app, arrived, cancelled } = lateStream(kit);
        const session = await serveHttp2(app);
        const stream = session.request({ ':path': '/' });
        stream.on('error', () => {});
        await arrived.promise;
        stream.close(code);
        await expect(cancelled.promise).resolves.toBeUndefined();
      },
    );

    test('the signal is already aborted on its first use after the client has disconnected', async () => {
      const arrived = deferred();
      const closed = deferred();
      const outcome = deferred<boolean>();
      const app = kit.app();
      app.pipe(
        kit.handler(async (request) => {
          arrived.resolve();
          await request.text().catch(() => {});
          await closed.promise;
          outcome.resolve(request.signal.aborted);
          return new TextResponse('');
        }),
      );
      const session = await serveHttp2(app);
      const stream = session.request({ ':method': 'POST' });
      stream.on('error', () => {});
      await arrived.promise;
      stream.destroy(new Error('cut off'));
      closed.resolve();
      expect(await outcome.promise).toBe(true);
    });

    test('a stream is cancelled when the client disconnects while it is sent', async () => {
      const cancelled = deferred();
      const app = kit.app();
      app.pipe(
        kit.handler(
          () =>
            new HttpResponse(
              new ReadableStream({
                start: (controller) => controller.enqueue(encoder.encode('first')),
                cancel: () => cancelled.resolve(),
              }),
            ),
        ),
      );
      const session = await serveHttp2(app);
      const stream = session.request({ ':path': '/' });
      stream.on('error', () => {});
      await once(stream, 'data');
      stream.close(NGHTTP2_CANCEL);
      await expect(cancelled.promise).resolves.toBeUndefined();
    });

    test('the signal is not aborted by a response that was sent', async () => {
      const signals: AbortSignal[] = [];
      const app = kit.app();
      app.pipe(
        kit.handler((request) => {
          signals.push(request.signal);
          return new TextResponse('text');
        }),
      );
      const session = await serveHttp2(app);
      const stream = session.request({ ':path': '/' });
      expect(await answerOf(stream)).toMatchObject({ status: 200, body: 'text' });
      // The response comes after the server has closed the first stream.
      await askHttp2(session);
      expect(signals[0]?.aborted).toBe(false);
    });
  });
});

/** Gives "half" twice, unless it fails after so many. */
function halves(fails: number): ReadableStream {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      if (pulls >= fails) throw new Error('The source failed.');
      if (pulls++ < 2) controller.enqueue(encoder.encode('half'));
      else controller.close();
    },
  });
}
