import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { JsonResponse, TextResponse } from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
import { deferred } from '../deferred.ts';
import { ask, serve } from '../serve.ts';

inBothVariants((kit) => {
  test.each(['text', 'json', 'bytes', 'formData'] as const)(
    'a body that is read twice, then by %s, neither hangs nor is empty (S3)',
    async (method) => {
      const app = kit.app({ debug: true });
      app.pipe(
        kit.handler(async (request) => {
          await request.text();
          return new JsonResponse(await request[method]());
        }),
      );
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status, body } = await ask(await serve(app), { method: 'POST', headers, body: 'a=1' });
      expect(status).toBe(500);
      expect(body).toMatch(/has been read before/);
    },
  );

  test.each([
    'multipart/form-data; boundary=b',
    'Multipart/Form-Data; Boundary=b',
    'multipart/form-data;\tboundary="b"',
    'multipart/form-data ; charset=utf-8; boundary=b',
  ])('a form is recognised however its type is spelled: %s', async (type) => {
    const app = kit.app();
    app.pipe(kit.handler(async (request) => new JsonResponse([...(await request.formData())])));
    const { status, body } = await ask(await serve(app), {
      method: 'POST',
      headers: { 'content-type': type },
      body: '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nvalue\r\n--b--\r\n',
    });
    expect({ status, body }).toEqual({ status: 200, body: '[["__proto__","value"]]' });
  });

  test('a form that is not what its type says is 400', async () => {
    const app = kit.app();
    app.pipe(kit.handler(async (request) => new JsonResponse([...(await request.formData())])));
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status } = await ask(await serve(app), { method: 'POST', headers, body: 'no parts' });
    expect(status).toBe(400);
  });

  test('forwarding headers are believed from nobody', async () => {
    const app = kit.app();
    app.pipe(kit.handler(({ ip, url }) => new TextResponse(`${ip} ${url.protocol} ${url.host}`)));
    const server = await serve(app);
    const headers = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6;host=evil.example;proto=https',
    };
    expect((await ask(server, { headers })).body).toBe(`127.0.0.1 http: 127.0.0.1:${server.port}`);
  });

  test('a body that comes slowly is read whole', async () => {
    const arrived = deferred();
    const app = kit.app();
    app.pipe(
      kit.handler(async (request) => {
        arrived.resolve();
        return new TextResponse(await request.text());
      }),
    );
    const socket = connect((await serve(app)).port, '127.0.0.1');
    const answer = text(socket);
    socket.write(
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\nConnection: close\r\n\r\nab\xc3',
      'latin1',
    );
    await arrived.promise;
    socket.write('\xbccd', 'latin1');
    await once(socket, 'close');
    expect(await answer).toMatch(/\r\n\r\nabücd$/);
  });
});
