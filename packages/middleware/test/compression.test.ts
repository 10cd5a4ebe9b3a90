import * as zlib from 'node:zlib';
import { EmptyResponse, HttpResponse, JsonResponse, TextResponse } from 'fw-runtime';
import { compression, type CompressionOptions, compressionProvider } from 'fw-middleware/compression';
import { describe, expect, test, vi } from 'vitest';
import { type App, type Handler, inBothVariants, serve } from './both-variants.ts';

const TEXT = 'Everything that is said twice is said too often. '.repeat(100);
const ALL = { 'Accept-Encoding': 'gzip, deflate, br' };

const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: (bytes: Uint8Array) => Buffer };
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const streamOf = (...chunks: readonly (string | Uint8Array)[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const text = (headers: Readonly<Record<string, string>> = {}, status = 200): HttpResponse =>
  new TextResponse(TEXT, status, headers);

inBothVariants((kit) => {
  function appWith(handler: Handler, options?: CompressionOptions): App {
    const app = kit.app([compression(options)]);
    app.get('/', handler);
    return app;
  }

  test('a body in memory is compressed at once, with its length', async () => {
    const response = await appWith(() => text()).request('/', { headers: ALL });
    const bytes = await bytesOf(response);

    expect(zlib.brotliDecompressSync(bytes).toString()).toBe(TEXT);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-encoding': 'br',
      'content-length': String(bytes.length),
      'content-type': 'text/plain; charset=utf-8',
      vary: 'Accept-Encoding',
    });
  });

  test.each([
    ['no body', null],
    ['an empty string', ''],
  ])(
    '%s is sent unchanged, whatever the threshold, because an empty body is not valid gzip',
    async (_, body) => {
      const app = appWith(() => new HttpResponse(body, 200, { 'Content-Type': 'text/plain' }), {
        threshold: 0,
      });
      const response = await app.request('/', { headers: ALL });

      expect(response.headers.get('content-encoding')).toBeNull();
      expect(await response.text()).toBe('');
    },
  );

  test('a stream of strings and bytes is compressed chunk by chunk, without a length', async () => {
    const stream = (): ReadableStream => streamOf('Ada', Buffer.from(TEXT), 'Grace');
    const app = appWith(() => new HttpResponse(stream(), 200, { 'Content-Type': 'text/csv' }));
    const response = await app.request('/', { headers: { 'Accept-Encoding': 'gzip' } });

    expect(zlib.gunzipSync(await bytesOf(response)).toString()).toBe(`Ada${TEXT}Grace`);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-length')).toBeNull();
  });

  test.each([
    ['br', 'gzip, br', 'br'],
    ['the quality decides', 'gzip;q=1.0, br;q=0.5', 'gzip'],
    ['x-gzip', 'x-gzip', 'gzip'],
    ['case', 'GZIP', 'gzip'],
    ['anything', '*', 'br'],
    ['anything but some', '*, br;q=0, zstd;q=0', 'gzip'],
    ['nothing but identity', 'identity', null],
    ['identity rather', 'gzip;q=0.5, identity', null],
    ['not as it is', 'identity;q=0, gzip;q=0.1', 'gzip'],
    ['refused', 'gzip;q=0, br;q=0.000', null],
    ['malformed', 'gzip;q=high', null],
    ['nothing', '', null],
    ['unknown', 'compress, deflate', null],
    ['a name within another', 'gzipped, brr', null],
    ['a property of every object', 'constructor, __proto__', null],
  ])('Accept-Encoding: %s (%s)', async (_, accept, expected) => {
    const response = await appWith(() => text()).request('/', { headers: { 'Accept-Encoding': accept } });

    expect(response.headers.get('content-encoding')).toEqual(expected);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    if (expected === null) expect(await response.text()).toBe(TEXT);
  });

  test('a client without Accept-Encoding gets the body unchanged, and Vary warns caches', async () => {
    const { headers } = await appWith(() => text({ Vary: 'Accept' })).request('/');

    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
  });

  test.each([
    'x-no-transform',
    'no-transform-x',
    'private="no-transform"',
    'x="a, no-transform, b"',
    'x=no-transform',
  ])('Cache-Control: %s does not prevent compression', async (value) => {
    const app = appWith(() => text({ 'Cache-Control': value }));
    const { headers } = await app.request('/', { headers: { 'Accept-Encoding': 'gzip' } });

    expect(headers.get('content-encoding')).toBe('gzip');
  });

  describe('some responses are never compressed', () => {
    const PARTIAL = { 'Content-Range': 'bytes 0-4899/9800' };
    const ended = { 'Content-Type': 'text/plain' };

    test.each<[string, () => HttpResponse]>([
      ['Cache-Control: no-transform', () => text({ 'Cache-Control': 'public, No-Transform' })],
      ['no-transform with blanks', () => text({ 'Cache-Control': 'x="a,b" , NO-TRANSFORM ,public' })],
      ['no-transform with an argument', () => text({ 'Cache-Control': 'no-transform=1' })],
      ['an encoded body', () => text({ 'Content-Encoding': 'gzip' })],
      ['a range', () => text(PARTIAL, 206)],
      ['a range with another status', () => text(PARTIAL)],
      ['ranges in parts', () => new HttpResponse(TEXT, 206, { 'Content-Type': 'text/plain' })],
      ['a body with a digest', () => text({ 'Content-Digest': 'sha-256=:AA==:' })],
      ['small bodies', () => new TextResponse('x'.repeat(1023))],
      [
        'streams with a small Content-Length',
        () => new HttpResponse(streamOf(Buffer.from('x')), 200, { ...ended, 'Content-Length': '1' }),
      ],
      ['pictures', () => new HttpResponse(TEXT, 200, { 'Content-Type': 'image/png' })],
      [
        'streams of events',
        () =>
          new HttpResponse(streamOf(Buffer.from(TEXT)), 200, {
            'Content-Type': 'text/event-stream; charset=utf-8',
          }),
      ],
      ['a body without a type', () => new HttpResponse(TEXT)],
      ['204', () => new EmptyResponse(204, ended)],
      ['304', () => new EmptyResponse(304, ended)],
      ['no body', () => new HttpResponse(null, 200, ended)],
    ])('%s', async (_, respond) => {
      const [plain, response] = await Promise.all([
        appWith(respond).request('/'),
        appWith(respond).request('/', { headers: ALL }),
      ]);

      expect([...response.headers]).toEqual([...plain.headers]);
      expect(response.headers.get('vary')).toBeNull();
      expect(await bytesOf(response)).toEqual(await bytesOf(plain));
    });
  });

  test('errors are compressed as well', async () => {
    const response = await appWith(() => text({}, 422)).request('/', { headers: ALL });

    expect([response.status, response.headers.get('content-encoding')]).toEqual([422, 'br']);
  });

  test.each([
    ['"abc"', 'W/"abc"'],
    ['W/"abc"', 'W/"abc"'],
  ])('the ETag %s of changed bytes becomes %s', async (etag, expected) => {
    const response = await appWith(() => text({ ETag: etag, 'Accept-Ranges': 'bytes' })).request('/', {
      headers: ALL,
    });

    expect(response.headers.get('etag')).toBe(expected);
    expect(response.headers.get('accept-ranges')).toBeNull();
  });

  test('304 has the ETag that the client sent', async () => {
    const app = appWith(() => new EmptyResponse(304, { ETag: '"abc"' }));
    const send = (ifNoneMatch: string) =>
      app.request('/', { headers: { ...ALL, 'If-None-Match': ifNoneMatch } });

    expect((await send('W/"abc"')).headers.get('etag')).toBe('W/"abc"');
    expect((await send('"abc"')).headers.get('etag')).toBe('"abc"');
  });

  test.each<[string, () => HttpResponse]>([
    ['in memory', () => new JsonResponse(TEXT, 200, { ETag: '"1"' })],
    ['of a stream', () => new HttpResponse(streamOf(TEXT), 200, { 'Content-Type': 'text/plain' })],
  ])('HEAD has the headers of GET, for a body %s', async (_, respond) => {
    const app = appWith(respond);
    const get = await app.request('/', { headers: ALL });
    const head = await app.request('/', { method: 'HEAD', headers: ALL });

    expect([...head.headers]).toEqual([...get.headers]);
    expect(head.headers.get('content-encoding')).toBe('br');
    expect(await head.text()).toBe('');
  });

  test('HEAD with a length and no body has the headers of the compressed response, without a length', async () => {
    const app = appWith(
      () => new HttpResponse(null, 200, { 'Content-Type': 'text/css', 'Content-Length': '9000' }),
    );
    const { headers } = await app.request('/', { method: 'HEAD', headers: ALL });

    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual(['br', null]);
  });

  test('each chunk of a slow stream arrives before the next one is created', async () => {
    let push: ((chunk: string) => void) | undefined;
    const slow = (): ReadableStream =>
      new ReadableStream({ start: (controller) => void (push = (chunk) => controller.enqueue(chunk)) });
    const app = appWith(() => new HttpResponse(slow(), 200, { 'Content-Type': 'text/plain' }));
    const response = await app.request('/', { headers: ALL });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = zlib.createBrotliDecompress();
    const decoded = decoder[Symbol.asyncIterator]();

    for (const chunk of ['first', 'second', 'third']) {
      push?.(chunk);
      const { value } = await reader.read();
      decoder.write(value as Uint8Array);
      expect(String((await decoded.next()).value)).toBe(chunk);
    }
    await reader.cancel();
  });

  test('a stream is read only as fast as the client reads, and a client that disconnects ends it', async () => {
    let pulled = 0;
    const cancelled = vi.fn<(reason: unknown) => void>();
    const endless = new ReadableStream({
      pull: (controller) =>
        controller.enqueue(crypto.getRandomValues(new Uint8Array(10_000 + (pulled++ % 2)))),
      cancel: cancelled,
    });
    const app = appWith(() => new HttpResponse(endless, 200, { 'Content-Type': 'text/plain' }));
    const response = await app.request('/', { headers: ALL });
    await new Promise(setImmediate);
    expect(pulled).toBeLessThan(2);

    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await new Promise(setImmediate);
    expect(pulled).toBeLessThan(100);
    await reader.cancel('gone');

    expect(cancelled).toHaveBeenCalledExactlyOnceWith('gone');
  });

  test.each<[string, () => ReadableStream]>([
    [
      'fails',
      () => new ReadableStream({ pull: (controller) => controller.error(new Error('The disk is gone.')) }),
    ],
    ['yields an invalid chunk', () => new ReadableStream({ pull: (controller) => controller.enqueue(42) })],
  ])('a stream that %s breaks the body off', async (_, make) => {
    const app = appWith(() => new HttpResponse(make(), 200, { 'Content-Type': 'text/plain' }));
    const response = await app.request('/', { headers: ALL });

    await expect(response.text()).rejects.toThrow();
  });

  test.runIf(zstdDecompressSync !== undefined)('Zstandard is offered if Node supports it', async () => {
    const app = appWith(() => text());
    app.get('/stream', () => new HttpResponse(streamOf(TEXT, TEXT), 200, { 'Content-Type': 'text/html' }));
    const [whole, streamed] = await Promise.all(
      ['/', '/stream'].map((path) => app.request(path, { headers: { 'Accept-Encoding': 'zstd, gzip' } })),
    );

    expect(whole?.headers.get('content-encoding')).toBe('zstd');
    expect(zstdDecompressSync?.(await bytesOf(whole as Response)).toString()).toBe(TEXT);
    expect(zstdDecompressSync?.(await bytesOf(streamed as Response)).toString()).toBe(TEXT + TEXT);
  });

  test("a body that isn't iterable is cancelled", async () => {
    const cancel = vi.fn<() => void>();
    const wrong = new ReadableStream({ pull: (controller) => controller.enqueue(42), cancel });
    const app = appWith(() => new HttpResponse(wrong, 200, { 'Content-Type': 'text/plain' }));
    const response = await app.request('/', { headers: ALL });

    await expect(response.text()).rejects.toThrow('chunk');
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
  });

  test('cancelling a generator while it is read ends nothing else', async () => {
    let release: () => void = () => {};
    const waiting = new Promise<void>((resolve) => (release = resolve));
    async function* lines(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(TEXT);
      await waiting;
    }
    const headers = { 'Content-Type': 'text/plain' };
    const app = appWith(() => new Response(lines() as unknown as ReadableStream, { headers }));
    const response = await app.request('/', { headers: ALL });
    const reader = (response.body as ReadableStream).getReader();
    await reader.read();
    const cancelled = reader.cancel();
    release();

    await expect(cancelled).resolves.toBeUndefined();
  });

  test('options set the types, encodings and levels of compression', async () => {
    const body = 'x'.repeat(20);
    const handler = (): HttpResponse => new HttpResponse(body, 200, { 'Content-Type': 'Text/Event-Stream' });
    const types = ['text/event-stream'];
    const app = appWith(handler, { threshold: 20, encodings: ['gzip'], levels: { gzip: 0 }, types });
    const response = await app.request('/', { headers: ALL });

    expect(zlib.gunzipSync(await bytesOf(response)).toString()).toBe(body);
    expect(response.headers.get('content-length')).toBe(String(20 + 23));
  });

  test.each([
    ['application/json; charset=utf-8', true],
    ['application/problem+json', true],
    ['APPLICATION/RSS+XML', true],
    ['image/svg+xml', true],
    ['application/zip', false],
    ['application/jsonp', false],
    ['video/mp4', false],
    ['x-text/html', false],
  ])('%s: %s', async (type, expected) => {
    const app = appWith(() => new HttpResponse(TEXT, 200, { 'Content-Type': type }));

    expect((await app.request('/', { headers: ALL })).headers.has('content-encoding')).toBe(expected);
  });

  test('is configured by the key "compression"', async () => {
    const routes = [{ path: '/', middleware: () => new TextResponse('small') }];
    const app = kit.configured([compressionProvider], { compression: { threshold: 1 }, routes });

    expect((await app.request('/', { headers: ALL })).headers.get('content-encoding')).toBe('br');
  });

  test('clients over a socket read what was sent', async () => {
    const app = appWith(() => text());
    app.get('/stream', () => new HttpResponse(streamOf(TEXT, TEXT), 200, { 'Content-Type': 'text/html' }));
    const url = await serve(app);

    expect(await (await fetch(url)).text()).toBe(TEXT);
    expect(await (await fetch(`${url}/stream`)).text()).toBe(TEXT + TEXT);
  });
});

test.each([
  [
    'a level that does not exist',
    { levels: { br: 12 } },
    'compression.levels.br: expected a whole number from 0 to 11',
  ],
  ['an unknown encoding', { encodings: ['deflate'] }, 'compression.encodings[0]'],
  ['no media type', { types: ['html'] }, 'compression.types[0]: expected a media type such as'],
  ['a part of a byte', { threshold: 0.5 }, 'compression.threshold: expected a whole number of bytes'],
])('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => compression(options as CompressionOptions)).toThrow(message);
});
