import { type ConfigError, TextResponse } from 'fw-runtime';
import { bodyLimit, type BodyLimitOptions, bodyLimitProvider } from 'fw-middleware/body-limit';
import { requestId } from 'fw-middleware/request-id';
import { expect, test } from 'vitest';
import { type App, type Handler, inBothVariants, serve } from './both-variants.ts';

const read: Handler = async (request) => new TextResponse(String((await request.bytes()).byteLength));

/** A request with a body of COUNT bytes and a Content-Length. */
function sized(bytes: number) {
  return { method: 'POST', body: 'x'.repeat(bytes), headers: { 'Content-Length': String(bytes) } };
}

/** The same without a Content-Length. */
function streamed(bytes: number) {
  const body = new ReadableStream({
    start(sink) {
      for (let sent = 0; sent < bytes; sent += 10) sink.enqueue(new Uint8Array(Math.min(10, bytes - sent)));
      sink.close();
    },
  });
  return { method: 'POST', body, duplex: 'half' as const };
}

inBothVariants((kit) => {
  function appWith(options?: BodyLimitOptions): App {
    const app = kit.app([requestId({ generate: () => 'r-17' }), bodyLimit(options)], {
      server: { body_limit: 2000 },
    });
    app.any('/{rest:.*}', read);
    return app;
  }

  test.each([
    ['announced', sized],
    ['not announced', streamed],
  ])('an oversized body is rejected, with its length %s', async (_, body) => {
    const app = appWith({ limit: 100 });

    expect(await (await app.request('/', body(100))).text()).toBe('100');
    expect((await app.request('/', body(101))).status).toBe(413);
  });

  test.each([
    ['/', 100],
    ['/other', 100],
    ['/upload', 1000],
    ['/upload/', 1000],
    ['/upload/photo', 1000],
    ['/UPLOAD/photo', 1000],
    ['/%75pload', 1000],
    ['/x/../upload', 1000],
    ['/uploads', 100],
    ['/upload.php', 100],
    ['/upload%2Fphoto', 100],
    ['//upload', 100],
    ['/upload/avatar', 10],
    ['/upload/avatar/large', 10],
    ['/upload/avatars', 1000],
    ['/größe', 500],
  ])('%s accepts %s bytes, by the longest prefix', async (path, bytes) => {
    const paths = { '/upload': 1000, 'upload/avatar/': 10, größe: 500 };
    const app = appWith({ limit: 100, paths });

    expect((await app.request(path, sized(bytes))).status).toBe(200);
    expect((await app.request(path, sized(bytes + 1))).status).toBe(413);
  });

  test('the middleware never raises the limit of the application', async () => {
    const app = appWith({ limit: '1gb' });

    expect((await app.request('/', sized(2000))).status).toBe(200);
    expect((await app.request('/', sized(2001))).status).toBe(413);
    expect((await appWith().request('/', streamed(2001))).status).toBe(413);
  });

  test('a route can have its own limit', async () => {
    const app = kit.app([]);
    app.any('/note', [bodyLimit({ limit: 10 }), read]);
    app.any('/other', read);

    expect((await app.request('/note', sized(11))).status).toBe(413);
    expect((await app.request('/other', sized(11))).status).toBe(200);
  });

  test('the lowest of nested limits applies', async () => {
    const app = kit.app([bodyLimit({ limit: 10 })]);
    app.any('/', [bodyLimit({ limit: 20 }), read]);

    expect((await app.request('/', sized(11))).status).toBe(413);
  });

  test('is configured by the key "body_limit"; a rejection passes through outer middleware', async () => {
    const routes = [{ path: '/', middleware: read }];
    const app = kit.configured([bodyLimitProvider], { body_limit: { limit: '1kb' }, routes });
    const url = await serve(app);

    expect(await (await fetch(url, { method: 'POST', body: 'x'.repeat(1024) })).text()).toBe('1024');
    const rejected = await fetch(url, { method: 'POST', body: 'x'.repeat(1025) });
    expect(rejected.status).toBe(413);
    expect(await rejected.text()).not.toBe('');
  });
});

inBothVariants((kit) => {
  test.each([
    [1, 1],
    ['1b', 1],
    ['1kb', 1024],
    ['1 KB', 1024],
    ['0.5kb', 512],
    ['0.001mb', 1048],
    [0, 0],
  ])('the limit %j is %s bytes', async (limit, bytes) => {
    const app = kit.app([bodyLimit({ limit })]);
    app.any('/', read);

    expect((await app.request('/', sized(bytes))).status).toBe(200);
    expect((await app.request('/', sized(bytes + 1))).status).toBe(413);
  });
});

const malformed: [string, object, string][] = [
  [
    'a path without a size',
    { paths: { '/upload': 'much' } },
    'body_limit.paths./upload: expected a number of bytes',
  ],
  ['an unknown key', { max: 1 }, 'body_limit.max: expected no such key'],
];
for (const limit of [-1, 1.5, Number.NaN, Infinity, '', '1', 'mb', '1tb', '-1mb', '1mb, 2mb', '1e3b', null]) {
  malformed.push([
    `the limit ${JSON.stringify(limit)}`,
    { limit },
    'body_limit.limit: expected a number of bytes',
  ]);
}

test.each(malformed)('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => bodyLimit(options as BodyLimitOptions)).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
