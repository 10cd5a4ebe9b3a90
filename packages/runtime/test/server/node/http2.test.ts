import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { JsonResponse, TextResponse } from '../../../src/index.ts';
import type { Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { answerOf, askHttp2, serveHttp2 } from '../../support/http2-client.ts';

inBothVariants((kit) => {
  test('a request over HTTP/2 is one like any other', async () => {
    const app = kit.app();
    app.pipe(
      kit.handler((request) => {
        const names = [...request.headers.keys()].filter((name) => name.startsWith(':'));
        return new JsonResponse([request.method, request.path, request.queryString, request.ip, names]);
      }),
    );
    const session = await serveHttp2(app);
    expect(await askHttp2(session, { path: '/a%62?c=d' })).toMatchObject({
      body: '["GET","/ab","c=d","127.0.0.1",[]]',
    });
  });

  describe('the host of a request', () => {
    test('is that of ":authority", in its URL and as its Host', async () => {
      const app = kit.app();
      app.pipe(kit.handler(({ url, headers }) => new JsonResponse([url.href, headers.get('host')])));
      const session = await serveHttp2(app);
      const { body } = await askHttp2(session, {
        path: '/a?b',
        headers: { ':authority': 'site.example:8443', 'x-forwarded-proto': 'http' },
      });
      expect(JSON.parse(body)).toEqual(['https://site.example:8443/a?b', 'site.example:8443']);
    });

    test('must match the Host beside it', async () => {
      const app = kit.app();
      app.pipe(kit.handler((request) => new TextResponse(request.header('host') ?? '')));
      const session = await serveHttp2(app);
      const asking = (host: string) => ({ headers: { ':authority': 'one.example', host } });
      expect(await askHttp2(session, asking('one.example'))).toMatchObject({
        status: 200,
        body: 'one.example',
      });
      expect(await askHttp2(session, asking('two.example'))).toMatchObject({ status: 400 });
    });
  });

  test.each(['text', 'body'] as const)(
    'a body that is too large is 413, and the next request gets its response: %s (S3)',
    async (way) => {
      const session = await serveHttp2(reading(kit, way));
      const body = Buffer.alloc(1_000_000);
      const headers = { 'content-length': String(body.length) };
      expect(await askHttp2(session, { method: 'POST', body })).toMatchObject({ status: 413, reset: 0 });
      expect(await askHttp2(session, { method: 'POST', headers, body })).toMatchObject({
        status: 413,
        reset: 0,
      });
      expect(await askHttp2(session, { method: 'POST', body: 'small' })).toMatchObject({
        status: 200,
        body: 'small',
      });
    },
  );

  describe('a client that waits for 100 Continue', () => {
    test('gets "100 Continue" when the handler reads', async () => {
      const session = await serveHttp2(reading(kit, 'text'));
      const headers = { expect: '100-continue' };
      expect(await askHttp2(session, { method: 'POST', headers, body: 'small' })).toMatchObject({
        body: 'small',
        continued: true,
      });
    });

    test('gets a whole response when its body is rejected, and its stream is closed without an error', async () => {
      const session = await serveHttp2(reading(kit, 'text'));
      const stream = session.request({
        ':method': 'POST',
        'content-length': '5000000',
        expect: '100-continue',
      });
      const ended = once(stream, 'end');
      const answer = answerOf(stream);
      await ended;
      expect(await answer).toMatchObject({ status: 413, continued: false, reset: 0 });
    });
  });
});

function reading<M>(kit: Kit<M>, way: 'text' | 'body') {
  const app = kit.app({ server: { body_limit: 10 } });
  app.pipe(
    kit.handler(
      async (request) =>
        new TextResponse(await (way === 'text' ? request : new Response(request.body)).text()),
    ),
  );
  return app;
}
