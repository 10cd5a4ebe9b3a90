import { HttpResponse, JsonResponse, TextResponse } from 'fw-runtime';
import { compression } from 'fw-middleware/compression';
import { etag, type EtagOptions, etagProvider } from 'fw-middleware/etag';
import { describe, expect, test, vi } from 'vitest';
import { type App, type Handler, inBothVariants } from './both-variants.ts';

const DATE = 'Tue, 01 Sep 2026 10:00:00 GMT';
const SECOND_LATER = 'Tue, 01 Sep 2026 10:00:01 GMT';
const SECOND_BEFORE = 'Tue, 01 Sep 2026 09:59:59 GMT';

inBothVariants((kit) => {
  function appWith(handler: Handler, options?: EtagOptions): App {
    const app = kit.app([etag(options)]);
    app.any('/', handler);
    return app;
  }
  const text = (headers: Readonly<Record<string, string>> = {}, status = 200) =>
    appWith(() => new TextResponse('Welcome!', status, headers));
  const etagOf = async (app: App, init = {}): Promise<string | null> =>
    (await app.request('/', init)).headers.get('etag');

  test('the same body has the same ETag, and another body another ETag', async () => {
    const tag = await etagOf(text());

    expect(tag).toMatch(/^W\/"[\w+/]{24}"$/);
    expect(await etagOf(text())).toBe(tag);
    expect(await etagOf(appWith(() => new HttpResponse(Buffer.from('Welcome!'))))).toBe(tag);
    expect(await etagOf(appWith(() => new TextResponse('Welcome?')))).not.toBe(tag);
    expect(await etagOf(text(), { method: 'HEAD' })).toBe(tag);
    expect(await etagOf(appWith(() => new TextResponse('Welcome!'), { strong: true }))).toBe(tag?.slice(2));
  });

  test('a client that has the body gets 304 with the headers for caches, without the headers of the body', async () => {
    const headers = {
      'Cache-Control': 'max-age=60',
      'Content-Language': 'en',
      'Content-Location': '/welcome',
      Expires: SECOND_LATER,
      'Last-Modified': DATE,
      'Set-Cookie': 'seen=1',
      Vary: 'Accept-Language',
      'X-Request-Id': '7',
    };
    const tag = (await etagOf(text(headers))) as string;
    const response = await text(headers).request('/', { headers: { 'If-None-Match': tag } });

    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'max-age=60',
      'content-location': '/welcome',
      etag: tag,
      expires: SECOND_LATER,
      'set-cookie': 'seen=1',
      vary: 'Accept-Language',
      'x-request-id': '7',
    });
  });

  test.each([
    ['"a"', '"a"', 304],
    ['W/"a"', '"a"', 304],
    ['"a"', 'W/"a"', 304],
    ['W/"a"', 'W/"a"', 304],
    ['"a"', '"b", W/"c" ,"a"', 304],
    ['"a,b"', '"a,b"', 304],
    ['"a"', '*', 304],
    ['"a"', '"b"', 200],
    ['"a"', '"a,b"', 200],
    ['"a"', 'a', 200],
    ['"a"', '"A"', 200],
    ['"a"', '', 200],
    ['"a"', '"a', 200],
    ['"*"', '"a*"', 200],
  ])('ETag %s, If-None-Match %s: %i', async (set, ifNoneMatch, status) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await text({ ETag: set }).request('/', {
        method,
        headers: { 'If-None-Match': ifNoneMatch },
      });
      expect([response.status, response.headers.get('etag')]).toEqual([status, set]);
    }
  });

  test.each([
    ['the same time', { 'If-Modified-Since': DATE }, 304],
    ['a later time', { 'If-Modified-Since': SECOND_LATER }, 304],
    ['an earlier time', { 'If-Modified-Since': SECOND_BEFORE }, 200],
    ['no time', { 'If-Modified-Since': 'yesterday' }, 200],
    ['an ETag beside it, which counts', { 'If-Modified-Since': DATE, 'If-None-Match': '"x"' }, 200],
  ])('Last-Modified against %s: %#', async (_, headers, status) => {
    expect((await text({ 'Last-Modified': DATE }).request('/', { headers })).status).toBe(status);
  });

  test.each([
    ['POST', 200],
    ['PUT', 200],
    ['DELETE', 200],
    ['GET', 404],
    ['GET', 201],
    ['GET', 500],
  ])('%s with status %i is returned unchanged', async (method, status) => {
    const init = { method, headers: { 'If-None-Match': '*', 'If-Modified-Since': DATE } };
    const response = await text({ 'Last-Modified': DATE }, status).request('/', init);

    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([
      status,
      null,
      'Welcome!',
    ]);
  });

  test.each<[string, () => HttpResponse]>([
    ['a response with no-store', () => new JsonResponse({}, 200, { 'Cache-Control': 'private, no-store' })],
    ['an empty body', () => new HttpResponse()],
  ])('%s gets no ETag', async (_, respond) => {
    expect(await etagOf(appWith(respond))).toBeNull();
  });

  test.each(['x-no-store', 'no-store-x', 'private="no-store"'])(
    'Cache-Control: %s gets an ETag',
    async (value) => {
      expect(
        await etagOf(appWith(() => new JsonResponse({}, 200, { 'Cache-Control': value }))),
      ).not.toBeNull();
    },
  );

  describe('streams', () => {
    const pull = vi.fn<(controller: ReadableStreamDefaultController) => void>((controller) => {
      controller.enqueue(Buffer.from('chunk'));
      controller.close();
    });
    const cancel = vi.fn<() => void>();
    const stream = (): ReadableStream => new ReadableStream({ pull, cancel }, { highWaterMark: 0 });

    test('are not read, and get no ETag', async () => {
      pull.mockClear();
      const response = await appWith(() => new HttpResponse(stream())).request('/');

      expect(pull).not.toHaveBeenCalled();
      expect(response.headers.get('etag')).toBeNull();
      expect(await response.text()).toBe('chunk');
    });

    test.each([
      ['ETag', { ETag: '"7"' }, { 'If-None-Match': '"7"' }],
      ['Last-Modified', { 'Last-Modified': DATE }, { 'If-Modified-Since': DATE }],
    ])('with an %s from the handler are cancelled if the client has them', async (_, set, headers) => {
      cancel.mockClear();
      const response = await appWith(() => new HttpResponse(stream(), 200, set)).request('/', { headers });

      expect(response.status).toBe(304);
      expect(Object.fromEntries(response.headers)).toEqual(
        Object.fromEntries(Object.entries(set).map(([name, value]) => [name.toLowerCase(), value])),
      );
      expect(cancel).toHaveBeenCalledOnce();
    });
  });

  test('a client revalidates a compressed body by the ETag of the compressed response', async () => {
    const app = kit.app([compression({ threshold: 1 }), etag({ strong: true })]);
    app.get('/', () => new TextResponse('Welcome!'.repeat(10)));
    const accept = { 'Accept-Encoding': 'br' };
    const tag = (await etagOf(app, { headers: accept })) as string;
    const response = await app.request('/', { headers: { ...accept, 'If-None-Match': tag } });

    expect(tag).toMatch(/^W\//);
    expect([response.status, response.headers.get('etag')]).toEqual([304, tag]);
  });

  test('is configured by the key "etag"', async () => {
    const routes = [{ path: '/', middleware: () => new TextResponse('Welcome!') }];
    const app = kit.configured([etagProvider], { etag: { strong: true }, routes });

    expect(await etagOf(app as App)).toMatch(/^"/);
  });
});

test('an unknown option is rejected when the middleware is created', () => {
  expect(() => etag({ weak: true } as EtagOptions)).toThrow('etag.weak: expected no such key');
});
