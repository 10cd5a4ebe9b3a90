import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { JsonResponse, TextResponse } from '../../src/index.ts';
import type { Kit } from '../cases/case.ts';
import { inBothVariants } from '../cases/kit.ts';
import { deferred } from '../deferred.ts';
import { ask, exchange, serve } from '../serve.ts';

inBothVariants((kit) => {
  test('a chunked body is limited too (S3)', async () => {
    const answer = await exchange(
      await serve(echo(kit, 10)),
      'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n' +
        '8\r\nxxxxxxxx\r\n8\r\nxxxxxxxx\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a chunked body within the limit is read (S3)', async () => {
    const answer = await exchange(
      await serve(echo(kit, 10)),
      'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n' +
        '3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/\r\n\r\nabcdef$/);
  });

  test('a streamed body without a length is limited in fetch too (S3)', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 3; index++) controller.enqueue(new TextEncoder().encode('xxxxx'));
        controller.close();
      },
    });
    const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect((await echo(kit, 10).fetch(request)).status).toBe(413);
  });

  test('a client that sends all of a body that is too large gets to read the 413', async () => {
    const server = await serve(echo(kit, 10));
    const { status } = await ask(server, { method: 'POST', body: 'x'.repeat(3_000_000) });
    expect(status).toBe(413);
  });

  test('a body that nobody reads does not keep the next request from being answered', async () => {
    const app = kit.app();
    app.pipe(kit.handler((request) => new TextResponse(request.path)));
    const body = 'x'.repeat(100_000);
    const answer = await exchange(
      await serve(app),
      `POST /one HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        'GET /two HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
    );
    expect(answer.match(/\/one|\/two/g)).toEqual(['/one', '/two']);
  });

  test('an upload that is cut off is not taken for a whole one', async () => {
    const outcome = deferred<string>();
    const arrived = deferred();
    const app = kit.app();
    app.pipe(
      kit.handler(async (request) => {
        const reading = request.text();
        arrived.resolve();
        outcome.resolve(
          await reading.then(
            (content) => `read ${content}`,
            () => 'failed',
          ),
        );
        return new TextResponse('');
      }),
    );
    const server = await serve(app);
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf');
    await arrived.promise;
    socket.destroy();
    expect(await outcome.promise).toBe('failed');
  });

  test('a chunked upload that is cut off is not taken for a whole one', async () => {
    const outcome = deferred<string>();
    const arrived = deferred();
    const app = kit.app();
    app.pipe(
      kit.handler(async (request) => {
        const reading = new Response(request.body).text();
        arrived.resolve();
        outcome.resolve(
          await reading.then(
            (content) => `read ${content}`,
            () => 'failed',
          ),
        );
        return new TextResponse('');
      }),
    );
    const server = await serve(app);
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n');
    await arrived.promise;
    socket.destroy();
    expect(await outcome.promise).toBe('failed');
  });

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

function echo<M>(kit: Kit<M>, bodyLimit: number) {
  const app = kit.app({ server: { body_limit: bodyLimit } });
  app.pipe(kit.handler(async (request) => new TextResponse(await request.text())));
  return app;
}
