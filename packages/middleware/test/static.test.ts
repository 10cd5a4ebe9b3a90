import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TextResponse } from 'fw-runtime';
import { staticFiles, type StaticOptions, staticProvider } from 'fw-middleware/static';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, inBothVariants, serve } from './both-variants.ts';

const FILES = {
  'assets/style.css': 'body {}',
  'assets/style.css.br': 'brotli',
  'assets/style.css.gz': 'gzip',
  'assets/plain.txt': 'plain',
  'assets/a b.txt': 'blank',
  'assets/50%.txt': 'percent',
  'assets/LICENSE': 'licence',
  'assets/index.html': '<p>home',
  'assets/docs/index.html': '<p>docs',
  'assets/docs/page': 'page',
  'assets/.env': 'SECRET=1',
  'assets/.git/config': 'SECRET=2',
  'assets/source.ts': 'SECRET=3',
  'assets/source.TSX': 'SECRET=4',
  'secret.txt': 'SECRET=5',
  'assets-of-others/secret.txt': 'SECRET=6',
} as const;
let root: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fw-static-'));
  root = join(folder, 'assets');
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'));
  await symlink(join(root, '.env'), join(root, 'env.txt'));
  await symlink(folder, join(root, 'out'));
  await symlink(join(root, 'plain.txt'), join(root, 'alias.txt'));
});

afterAll(() => rm(dirname(root), { recursive: true, force: true }));

inBothVariants((kit) => {
  function appWith(options: Partial<StaticOptions> = {}): App {
    const app = kit.app([]);
    app.pipe('/assets', staticFiles({ root, ...options }));
    return app.pipe(() => new TextResponse('next middleware', 404));
  }
  const at = (path: string, init: RequestInit & { method?: string } = {}, options?: Partial<StaticOptions>) =>
    appWith(options).request(path, init);

  test('a file below the prefix is served with its type, its length and its validators', async () => {
    const response = await at('/assets/style.css?v=1');

    expect([response.status, await response.text()]).toEqual([200, 'body {}']);
    expect(Object.fromEntries(response.headers)).toEqual({
      'accept-ranges': 'bytes',
      'content-length': '7',
      'content-type': 'text/css; charset=utf-8',
      etag: expect.stringMatching(/^W\/".+"$/),
      'last-modified': expect.stringContaining('GMT'),
    });
  });

  test.each([
    ['/assets/a%20b.txt', 'blank'],
    ['/assets/50%25.txt', 'percent'],
    ['/assets/LICENSE', 'licence'],
    ['/assets/%70lain.txt', 'plain'],
    ['/assets/alias.txt', 'plain'],
    ['/assets/docs/page', 'page'],
  ])('%s', async (path, body) => {
    expect(await (await at(path)).text()).toBe(body);
  });

  test('HEAD has the headers of GET', async () => {
    const [get, head] = await Promise.all([
      at('/assets/style.css'),
      at('/assets/style.css', { method: 'HEAD' }),
    ]);

    expect([...head.headers]).toEqual([...get.headers]);
    expect(await head.text()).toBe('');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s continues to the next middleware',
    async (method) => {
      expect(await (await at('/assets/style.css', { method })).text()).toBe('next middleware');
    },
  );

  test.each([
    [{ Range: 'bytes=0-3' }, 206, 'body', 'bytes 0-3/7'],
    [{ Range: 'bytes=-2' }, 206, '{}', 'bytes 5-6/7'],
    [{ Range: 'bytes=7-' }, 416, '', 'bytes */7'],
    [{ Range: 'lines=1' }, 200, 'body {}', null],
    [{ Range: 'bytes=0-3', 'If-Range': '"other"' }, 200, 'body {}', null],
    [{ 'If-None-Match': '*' }, 304, '', null],
    [{ 'If-Match': '"other"' }, 412, '', null],
  ])('%j: %i', async (headers, status, body, range) => {
    const response = await at('/assets/style.css', { headers }, { max_age: 60 });

    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(response.headers.get('content-range')).toBe(range);
    expect(response.headers.get('cache-control')).toBe(status < 400 ? 'public, max-age=60' : null);
  });

  test('a client that has the file gets 304', async () => {
    const { headers } = await at('/assets/style.css');
    const requestHeaders = { 'If-None-Match': headers.get('etag') ?? '' };

    expect((await at('/assets/style.css', { headers: requestHeaders })).status).toBe(304);
  });

  test('an immutable file has Cache-Control with immutable', async () => {
    const { headers } = await at('/assets/style.css', {}, { max_age: 31_536_000, immutable: true });

    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  describe('a folder', () => {
    test.each([
      ['/assets/', 200, '<p>home', null],
      ['/assets/docs/', 200, '<p>docs', null],
      ['/assets', 301, '', './assets/'],
      ['/assets/docs', 301, '', './docs/'],
      ['/assets/docs?a=//b', 301, '', './docs/?a=//b'],
      ['/assets//docs/', 404, 'next middleware', null],
      ['/assets/nothing/', 404, 'next middleware', null],
    ])('%s: %i', async (path, status, body, location) => {
      const response = await at(path);

      expect([response.status, await response.text()]).toEqual([status, body]);
      expect(response.headers.get('location')).toBe(location);
    });

    test('continues to the next middleware if it has no index file', async () => {
      for (const path of ['/assets', '/assets/', '/assets/docs', '/assets/docs/']) {
        expect(await (await at(path, {}, { index: false })).text()).toBe('next middleware');
      }
    });
  });

  describe('precompressed files', () => {
    test.each([
      ['br, gzip', 'brotli', 'br'],
      ['gzip', 'gzip', 'gzip'],
      ['zstd, gzip;q=0.5', 'gzip', 'gzip'],
      ['br;q=0, gzip;q=0, identity', 'body {}', null],
      ['deflate', 'body {}', null],
    ])('Accept-Encoding: %s', async (accept, body, encoding) => {
      const init = { headers: { 'Accept-Encoding': accept } };
      const response = await at('/assets/style.css', init, { precompressed: true });

      expect(await response.text()).toBe(body);
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
      expect(response.headers.get('content-length')).toBe(String(body.length));
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
    });

    test('are not looked up unless enabled', async () => {
      const response = await at('/assets/style.css', { headers: { 'Accept-Encoding': 'br' } });

      expect(await response.text()).toBe('body {}');
      expect(response.headers.get('vary')).toBeNull();
    });

    test('have their own validator', async () => {
      const accept = { 'Accept-Encoding': 'br' };
      const { headers } = await at('/assets/style.css', { headers: accept }, { precompressed: true });
      const requestHeaders = { 'If-None-Match': headers.get('etag') ?? '' };

      expect(
        (
          await at(
            '/assets/style.css',
            { headers: { ...accept, ...requestHeaders } },
            { precompressed: true },
          )
        ).status,
      ).toBe(304);
      expect(
        (await at('/assets/style.css', { headers: requestHeaders }, { precompressed: true })).status,
      ).toBe(200);
    });
  });

  test('nothing outside the folder is served, and no hidden file', async () => {
    const url = await serve(appWith());
    const responses = await Promise.all(HOSTILE.map(async (path) => [path, await raw(url, path)]));

    for (const [path, { status, body }] of responses as [string, { status: number; body: string }][]) {
      expect(body, path).not.toContain('SECRET');
      expect([path, status === 400 || body === 'next middleware']).toEqual([path, true]);
    }
  });

  test('without fallthrough, a path without a file is a 404', async () => {
    const response = await at('/assets/none.css', {}, { fallthrough: false });

    expect([response.status, await response.text()]).toEqual([
      404,
      expect.not.stringContaining('next middleware'),
    ]);
    expect(await (await at('/other', {}, { fallthrough: false })).text()).toBe('next middleware');
  });

  test('is configured by the key "static"', async () => {
    const app = kit.configured([staticProvider], {
      static: { root },
      middleware_pipeline: { static: { path: '/files' } },
    });

    expect(await (await app.request('/files/plain.txt')).text()).toBe('plain');
  });

  test('without a root, it throws when it is created', async () => {
    const app = kit.configured([staticProvider], { debug: 'everyone' });

    expect(await (await app.request('/')).text()).toContain('static.root');
  });
});

const HOSTILE = [
  // Parent folders, in every spelling.
  '/assets/../secret.txt',
  '/assets/..%2fsecret.txt',
  '/assets/%2e%2e/secret.txt',
  '/assets/%2e%2e%2fsecret.txt',
  '/assets/%2E%2E%2Fsecret.txt',
  '/assets/.%2e/secret.txt',
  '/assets/..%5csecret.txt',
  String.raw`/assets/..\secret.txt`,
  '/assets/%252e%252e%252fsecret.txt',
  '/assets/%252e%252e/secret.txt',
  '/assets/docs/../../secret.txt',
  '/assets/....//secret.txt',
  '/assets/%c0%ae%c0%ae/secret.txt',
  '/assets/%uff0e%uff0e/secret.txt',
  '/assets/..%00/secret.txt',
  '/assets/..;/secret.txt',
  // A folder whose name begins with the same characters.
  '/assets/../assets-of-others/secret.txt',
  '/assets-of-others/secret.txt',
  // The null byte.
  '/assets/plain.txt%00.html',
  '/assets/%00',
  // Absolute paths.
  '/assets//etc/passwd',
  '/assets///etc/passwd',
  '/assets/%2fetc/passwd',
  '/assets/C:%5cWindows%5cwin.ini',
  '/assets/C:/Windows/win.ini',
  '/assets/file:///etc/passwd',
  '//assets/plain.txt',
  '/assets//plain.txt',
  // Links to outside, or to hidden files.
  '/assets/link.txt',
  '/assets/env.txt',
  '/assets/out/secret.txt',
  // Hidden names, and alternative names that Windows opens.
  '/assets/.env',
  '/assets/%2eenv',
  '/assets/.git/config',
  '/assets/source.ts',
  '/assets/source.%74s',
  '/assets/source.TSX',
  '/assets/source.ts.',
  '/assets/source.ts%20',
  '/assets/source.ts::$DATA',
  '/assets/plain.txt.',
  '/assets/plain.txt%20',
  '/assets/plain.txt/',
  '/assets/plain.txt/.',
  '/assets/CON',
  '/assets/nul.txt',
  '/assets/aux.css',
  '/assets/COM1',
];

function raw(url: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { path, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    outgoing.on('error', reject).end();
  });
}

test.each([
  ['no folder', {}, 'static.root'],
  ['an empty folder', { root: '' }, 'static.root: expected a folder'],
  ['a path as the index', { root: 'x', index: '../secret.txt' }, 'static.index'],
  ['a hidden index', { root: 'x', index: '.env' }, 'static.index'],
  ['immutable for no time', { root: 'x', immutable: true }, 'expected max_age with immutable'],
  ['max_age in the terms of others', { root: 'x', maxAge: 60 }, 'static.maxAge: expected no such key'],
])('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => staticFiles(options as StaticOptions)).toThrow(message);
});
