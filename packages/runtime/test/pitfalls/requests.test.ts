import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  JsonResponse,
  TreeRouter,
  RedirectResponse,
  Route,
  TextResponse,
  UrlHelper,
} from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
import { deferred } from '../support/deferred.ts';
import { serve } from '../support/serve.ts';
import { askAsDeveloper as ask } from '../../../devtools/test/support/developer.ts';

inBothVariants((kit) => {
  describe('A body read twice that hangs, or that resolves empty', () => {
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
        expect(body).toMatch(/has already been read/);
      },
    );
  });

  describe('Content-Type parsed one way by the check and another way by the parser', () => {
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

    test('a form that does not match its type is 400', async () => {
      const app = kit.app();
      app.pipe(kit.handler(async (request) => new JsonResponse([...(await request.formData())])));
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const { status } = await ask(await serve(app), { method: 'POST', headers, body: 'no parts' });
      expect(status).toBe(400);
    });
  });

  describe('`X-Forwarded-*` believed from anyone', () => {
    test('forwarding headers are trusted from no client', async () => {
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
  });

  describe('A client’s Host used to build absolute URLs', () => {
    test('redirects, error responses and generated URIs do not repeat the Host of the client', async () => {
      const app = kit.routed();
      app.get(
        '/to',
        kit.handler(() => new RedirectResponse('/elsewhere?a=1')),
        'to',
      );
      app.get(
        '/uri',
        kit.handler((request) => new TextResponse(new UrlHelper(router, request).generate('named'))),
      );
      const router = new TreeRouter();
      router.addRoute(new Route('/named', 'unused', ['GET'], 'named'));
      const server = await serve(app);
      const headers = { host: 'evil.example', accept: 'application/json' };
      const answers = await Promise.all(
        ['/to', '/uri', '/missing'].map((path) => ask(server, { path, headers })),
      );
      expect(answers.map(({ status }) => status)).toEqual([302, 200, 404]);
      expect(answers[0]?.headers.location).toBe('/elsewhere?a=1');
      expect(answers[1]?.body).toBe('/named');
      expect(JSON.stringify(answers)).not.toContain('evil.example');
    });
  });

  describe('Upload file names used as paths', () => {
    test.each([
      ['../../etc/passwd', 'passwd'],
      ['/etc/passwd', 'passwd'],
      ['C:\\autoexec.bat', 'autoexec.bat'],
      ['..%2f..%2fx', 'x'],
      ['a\tb', 'ab'],
    ])('a file keeps the last part of its name, and stays in memory: %j', async (name, kept) => {
      const app = kit.app();
      app.pipe(
        kit.handler(async (request) => {
          const file = (await request.formData()).get('file') as File;
          return new JsonResponse([file.name, await file.text()]);
        }),
      );
      const before = await readdir(tmpdir());
      const { status, body } = await ask(
        await serve(app),
        form(`name="file"; filename="${name}"`, 'content'),
      );
      expect(status).toBe(200);
      expect(JSON.parse(body)).toEqual([kept, 'content']);
      expect(
        (await readdir(tmpdir())).filter((entry) => !before.includes(entry) && entry.includes('passwd')),
      ).toEqual([]);
    });
  });

  describe('Form field names such as `__proto__` or `a[b][c]…` a thousand deep', () => {
    test.each([
      '__proto__',
      '__proto__[polluted]',
      'constructor[prototype][polluted]',
      `a${'[b]'.repeat(1000)}`,
    ])('a field is a name and a value, whatever its name: %s', async (name) => {
      const app = kit.app();
      app.pipe(
        kit.handler(async (request) => {
          const fields = [...(await request.formData()).entries()];
          return new JsonResponse([fields, Object.fromEntries(fields), [...request.query.entries()]]);
        }),
      );
      const server = await serve(app);
      const query = `/?${new URLSearchParams([[name, 'value']])}`;
      const urlencoded = {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams([[name, 'value']])),
      };
      for (const asking of [urlencoded, form(`name="${name}"`, 'value')]) {
        const { status, body } = await ask(server, { ...asking, path: query });
        expect(status).toBe(200);
        expect(JSON.parse(body)[0]).toEqual([[name, 'value']]);
        expect(JSON.parse(body)[2]).toEqual([[name, 'value']]);
      }
      expect({}).not.toHaveProperty('polluted');
    });

    test('JSON with __proto__ pollutes nothing', async () => {
      const app = kit.app();
      app.pipe(kit.handler(async (request) => new JsonResponse(Object.keys(await request.json()))));
      const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
      expect((await ask(await serve(app), { method: 'POST', body })).body).toBe(
        '["__proto__","constructor"]',
      );
      expect({}).not.toHaveProperty('polluted');
    });
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

function form(disposition: string, content: string) {
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n--b--\r\n`,
  };
}
