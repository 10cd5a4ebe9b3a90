import { readdir } from 'node:fs/promises';
import { mkdtemp, rm, symlink, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type FileOptions,
  FileResponse,
  InvalidArgumentError,
  ServerRequest,
  UnsupportedRuntimeError,
} from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { ask, serve } from '../../support/serve.ts';

const MODIFIED = 'Wed, 02 Jan 2030 03:04:05 GMT';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-file-'));
  await mkdir(join(folder, 'root', 'sub', '.git'), { recursive: true });
  const contents = {
    'secret.txt': 'secret',
    'root/a b%41.txt': '0123456789',
    'root/empty.txt': '',
    'root/data.json': '{}',
    'root/unknown': 'x',
    'root/.env': 'KEY=1',
    'root/sub/.git/config': 'x',
    'root/sub/é.csv': 'a,b',
    'root/sub/x.txt': 'x',
    'root/seg1.ts': 'video',
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  await symlink(join(folder, 'secret.txt'), join(folder, 'root', 'link.txt'));
  await symlink(join(folder, 'root', '.env'), join(folder, 'root', 'hidden.txt'));
  await symlink(join(folder, 'root', 'data.json'), join(folder, 'root', 'within.json'));
  await utimes(join(folder, 'root', 'a b%41.txt'), new Date(MODIFIED), new Date(MODIFIED));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('FileResponse names the alternative on a platform without files', async () => {
  vi.doMock('#file-response', () => ({ readFile: undefined }));
  onTestFinished(() => void vi.doUnmock('#file-response'));
  await expect(FileResponse.of(new ServerRequest('/'), '/data.json')).rejects.toThrow(
    new UnsupportedRuntimeError(
      'FileResponse',
      'Node, Bun or Deno',
      'here send files from the storage of the platform',
    ),
  );
});

inBothVariants((kit) => {
  const serving = (path: string, options?: FileOptions) => {
    const app = kit.app();
    app.pipe(kit.handler((request) => FileResponse.of(request, join(folder, 'root', path), options)));
    return app;
  };
  describe('a decoded parameter as the name of a file skips no guard of a folder (H6)', () => {
    const respondTo = async (path: string, make: (value: string) => string = (value) => value) => {
      const app = kit.routed();
      app.pipe('/files/sub', kit.answer('guarded'));
      const send = kit.handler((request) =>
        FileResponse.of(request, make(request.params['path'] ?? ''), { root: join(folder, 'root') }),
      );
      app.get('/files/{path:.+}', send);
      app.get('/one/{path}', send);
      app.get('/{id}/many/{path:.+}', send);
      const { status, body } = await ask(await serve(app), { path });
      return status === 200 ? body : status;
    };

    test.each([
      '/files//sub/x.txt',
      '/files/%2Fsub/x.txt',
      '/files/sub%2Fx.txt',
      '/files/sub%2fx.txt',
      '/files/sub%5Cx.txt',
      '/files/sub%00/x.txt',
      '/files/./sub%2Fx.txt',
      '/one/sub%2Fx.txt',
      '/one/%2Fdata.json',
      '/one/data.json%2F',
    ])('%s', async (path) => {
      expect([400, 404]).toContain(await respondTo(path));
    });

    test('also as a part of the name', async () => {
      expect(await respondTo('/one/sub%2Fx', (value) => `${value}.txt`)).toBe(404);
      expect(await respondTo('/one/Sub%2Fx.txt', (value) => value.toLowerCase())).toBe(404);
      expect(await respondTo('/one/s_ub%2Fx.txt', (value) => value.replaceAll('_', ''))).toBe(404);
      expect(await respondTo('/one/xsub%2Fx.txt', (value) => value.slice(1))).toBe(404);
      for (const spelled of ['sub%2F%2Fx.txt', 'sub%2F.%2Fx.txt', 'sub%2Fy%2F..%2Fx.txt', '%2Fsub%2Fx.txt']) {
        expect(await respondTo(`/one/${spelled}`, (value) => posix.normalize(value))).toBe(404);
        const cleaned = (value: string): string => value.split('/').filter(Boolean).join('/');
        expect(await respondTo(`/one/${spelled}`, (value) => cleaned(posix.normalize(value)))).toBe(404);
      }
      expect(await respondTo('/one/x%2F..', (value) => `sub/${value}`)).toBe(404);
    });

    test('names with a slash that was no escape are found', async () => {
      expect(await respondTo('/a%2Fb/many/sub/x.txt')).toBe('x');
      expect(await respondTo('/a%2Fb/many/data.json', () => 'sub/x.txt')).toBe('x');
      expect(await respondTo('/one/seg1.ts')).toBe('video');
    });
  });

  const etagOf = async (path: string) => (await serving(path).request('/')).headers.get('etag') ?? '';
  const below = () => {
    const app = kit.routed();
    const answer = kit.handler((request) =>
      FileResponse.of(request, (request.params as { file: string }).file, { root: join(folder, 'root') }),
    );
    app.get('/{file:.*}', answer);
    app.post('/{file:.*}', answer);
    return app;
  };

  test.for<
    [what: string, init: RequestInit, status: number, body: string, headers: Record<string, string | null>]
  >([
    [
      'GET',
      {},
      200,
      '0123456789',
      {
        'content-length': '10',
        'content-type': 'text/plain; charset=utf-8',
        'last-modified': MODIFIED,
        'accept-ranges': 'bytes',
        'content-disposition': null,
        'cache-control': null,
      },
    ],
    ['HEAD', { method: 'HEAD' }, 200, '', { 'content-length': '10', 'last-modified': MODIFIED }],
    [
      'POST',
      { method: 'POST', headers: { 'if-modified-since': MODIFIED, range: 'bytes=0-1' } },
      200,
      '0123456789',
      { 'content-length': '10' },
    ],
    [
      'a condition that holds',
      { headers: { 'if-modified-since': MODIFIED } },
      304,
      '',
      { 'content-length': null, 'last-modified': MODIFIED },
    ],
    [
      'a condition of HEAD',
      { method: 'HEAD', headers: { 'if-modified-since': MODIFIED } },
      304,
      '',
      { 'content-length': null },
    ],
    ['a precondition that fails', { headers: { 'if-match': '"other"' } }, 412, '', { 'content-length': '0' }],
    [
      'a range',
      { headers: { range: 'bytes=2-4' } },
      206,
      '234',
      { 'content-range': 'bytes 2-4/10', 'content-length': '3' },
    ],
    [
      'a range to the end',
      { headers: { range: 'bytes=-3' } },
      206,
      '789',
      { 'content-range': 'bytes 7-9/10' },
    ],
    [
      'a range of a file that has changed',
      { headers: { range: 'bytes=2-4', 'if-range': '"old"' } },
      200,
      '0123456789',
      { 'content-range': null },
    ],
    [
      'a range that is not there',
      { headers: { range: 'bytes=10-' } },
      416,
      '',
      { 'content-range': 'bytes */10' },
    ],
    ['several ranges', { headers: { range: 'bytes=0-1,4-5' } }, 200, '0123456789', { 'content-range': null }],
    [
      'a range of HEAD',
      { method: 'HEAD', headers: { range: 'bytes=0-1' } },
      200,
      '',
      { 'content-length': '10' },
    ],
  ])('a requested file is sent: %s (H6)', async ([, init, status, body, headers]) => {
    const response = await serving('a b%41.txt').request('/', init);
    expect([response.status, await response.text()]).toEqual([status, body]);
    const names = Object.keys(headers);
    expect(Object.fromEntries(names.map((name) => [name, response.headers.get(name)]))).toEqual(headers);
  });

  test.for<[name: string, value: (etag: string) => string, status: number]>([
    ['if-match', () => '*', 200],
    // The ETag of a file is weak, which satisfies no If-Match.
    ['if-match', (own) => own, 412],
    ['if-match', (own) => own.slice('W/'.length), 412],
    ['if-match', () => '"other"', 412],
    ['if-match', () => '', 412],
    ['if-none-match', (own) => own, 304],
    ['if-none-match', (own) => `"other", ${own}`, 304],
    ['if-none-match', (own) => `${own},W/"other"`, 304],
    ['if-none-match', (own) => own.slice('W/'.length), 304],
    ['if-none-match', () => '*', 304],
    ['if-none-match', () => 'W/"other"', 200],
    ['if-none-match', (own) => own.slice('W/"'.length, -1), 200],
    ['if-none-match', () => '', 200],
    ['if-unmodified-since', () => MODIFIED, 200],
    ['if-unmodified-since', () => 'Wed, 02 Jan 2030 03:04:04 GMT', 412],
    ['if-modified-since', () => MODIFIED, 304],
    ['if-modified-since', () => 'Wed, 02 Jan 2030 03:04:04 GMT', 200],
  ])('the condition %s is evaluated: %s is %i (H6)', async ([name, value, status]) => {
    const init = { headers: { [name]: value(await etagOf('a b%41.txt')) } };
    expect((await serving('a b%41.txt').request('/', init)).status).toBe(status);
  });

  test.for<[conditions: Record<string, string>, status: number]>([
    [{ 'if-match': '*', 'if-unmodified-since': 'Wed, 02 Jan 2030 03:04:04 GMT' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': MODIFIED }, 200],
    [{ 'if-match': '"other"', 'if-none-match': 'own' }, 412],
    [{ range: 'bytes=0-1', 'if-range': 'own' }, 200],
    [{ range: 'bytes=0-1', 'if-range': MODIFIED }, 206],
    [{ range: 'bytes=0-1', 'if-range': 'Wed, 02 Jan 2030 03:04:06 GMT' }, 200],
    [{ range: 'bytes=0-1', 'if-none-match': 'own' }, 304],
  ])('conditions are evaluated in the order of RFC 9110: %j is %i (H6)', async ([conditions, status]) => {
    const etag = await etagOf('a b%41.txt');
    const headers = Object.entries(conditions).map(([name, value]): [string, string] => {
      return [name, value.replace('own', etag)];
    });
    expect((await serving('a b%41.txt').request('/', { headers })).status).toBe(status);
  });

  test.for<[range: string, status: number, contentRange: string | null]>([
    ['bytes=0-0', 206, 'bytes 0-0/10'],
    ['bytes=9-', 206, 'bytes 9-9/10'],
    ['bytes=0-9', 206, 'bytes 0-9/10'],
    ['bytes=5-99', 206, 'bytes 5-9/10'],
    ['bytes=-10', 206, 'bytes 0-9/10'],
    ['bytes=-99', 206, 'bytes 0-9/10'],
    ['BYTES=0-1', 206, 'bytes 0-1/10'],
    ['bytes= 0-1 ', 206, 'bytes 0-1/10'],
    ['bytes=,0-1,', 206, 'bytes 0-1/10'],
    ['bytes=10-12', 416, 'bytes */10'],
    ['bytes=-0', 416, 'bytes */10'],
    ['bytes=5-4', 200, null],
    ['bytes=12-11', 200, null],
    ['bytes=-', 200, null],
    ['bytes=', 200, null],
    ['bytes=a-1', 200, null],
    ['bytes=0-1a', 200, null],
    ['bytes=0 - 1', 200, null],
    ['lines=0-1', 200, null],
    ['kilobytes=0-1', 200, null],
  ])('the range %j of ten bytes is %i (H6)', async ([range, status, contentRange]) => {
    const response = await serving('a b%41.txt').request('/', { headers: { range } });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    const [, first, last] = /(\d+)-(\d+)/.exec(contentRange ?? '') ?? [];
    const part = first === undefined ? '0123456789' : '0123456789'.slice(Number(first), Number(last) + 1);
    expect(await response.text()).toBe(status === 416 ? '' : part);
  });

  test.for<[range: string, status: number]>([
    ['bytes=0-', 416],
    ['bytes=-0', 416],
    ['bytes=-1', 200],
  ])('the range %j of an empty file is %i (H6)', async ([range, status]) => {
    expect((await serving('empty.txt').request('/', { headers: { range } })).status).toBe(status);
  });

  test.for([
    'Wed, 02 Jan 2030 03:04:05 GMT',
    'Sat, 12 Jan 2030 13:14:15 GMT',
    'Wednesday, 02-Jan-30 03:04:05 GMT',
    'Sunday, 20-Jan-30 23:44:55 GMT',
    'Wed Jan  2 03:04:05 2030',
    'Sat Jan 12 13:14:15 2030',
  ])('a date in each form of HTTP is a condition: %s (H6)', async (date) => {
    const init = { headers: { 'if-modified-since': date } };
    expect((await serving('a b%41.txt').request('/', init)).status).toBe(304);
  });

  // Date.parse() takes each of them for a date after MODIFIED.
  test.for([
    '2030-01-12T03:04:05Z',
    'Jan 12 2030 03:04:05 GMT',
    'Wed, 9 Jan 2030 03:04:05 GMT',
    'Wed, 12 January 2030 03:04:05 GMT',
    'Wed, 12 Jan 30 03:04:05 GMT',
    'Wed, 12 Jan 2030 3:04:05 GMT',
    'Wed, 12 Jan 2030 03:04 GMT',
    'Wed, 12 Jan 2030 03:04:05',
    'Wed, 12 Jan 2030 03:04:05 +0000',
    'Wed, 12 Jan 2030 03:04:05 GMT (noon)',
    'So Wed, 12 Jan 2030 03:04:05 GMT',
    'W, 12-Jan-30 03:04:05 GMT',
    'Wednesdaynight, 12-Jan-30 03:04:05 GMT',
    'Wednesday, 12-Jan-2030 03:04:05 GMT',
    'Wednesday, 12-January-30 03:04:05 GMT',
    'So Wednesday, 12-Jan-30 03:04:05 GMT',
    'Wed Jan 9 03:04:05 2030',
    'Wed January  9 03:04:05 2030',
    'Wednesday Jan  9 03:04:05 2030',
    'Wed Jan  9 03:04:05 30',
    'Wed Jan  9 03:04:05 2030 (noon)',
    'So Wed Jan  9 03:04:05 2030',
  ])('a date in another form is no condition: %s (H6)', async (date) => {
    const init = { headers: { 'if-modified-since': date } };
    expect(Date.parse(date)).toBeGreaterThan(Date.parse(MODIFIED));
    expect((await serving('a b%41.txt').request('/', init)).status).toBe(200);
  });

  test('the ETag of a file leads to a 304, and over a socket HEAD has the headers of GET (H6)', async () => {
    const server = await serve(serving('a b%41.txt', { name: 'x.txt' }));
    const { etag = '' } = (await ask(server)).headers;
    const conditional = await ask(server, { headers: { 'if-none-match': etag } });
    expect([conditional.status, conditional.body, conditional.headers.etag]).toEqual([304, '', etag]);
    expect(conditional.headers['content-disposition']).toBeUndefined();
    const [head, get] = [await ask(server, { method: 'HEAD' }), await ask(server)];
    const { date: _, ...headers } = head.headers;
    expect(get.headers).toMatchObject(headers);
    expect([head.status, head.body, get.status, get.body]).toEqual([200, '', 200, '0123456789']);
    const part = await ask(server, { headers: { range: 'bytes=8-' } });
    expect([part.status, part.body, part.headers['content-length']]).toEqual([206, '89', '2']);
  });

  test.for(['/a%20b%2541.txt', '/sub/%C3%A9.csv', '/data.json', '/empty.txt', '/unknown', '/within.json'])(
    'a file below a root is found: %s (H6)',
    async (path) => {
      const response = await below().request(path);
      expect(response.status).toBe(200);
      const { body } = await ask(await serve(below()), { path });
      expect(await response.text()).toBe(body);
    },
  );

  test.for([
    '/',
    '/sub',
    '/sub/',
    '/missing.txt',
    '/data.json/x',
    '/link.txt',
    '/hidden.txt',
    '/.env',
    '/sub/.git/config',
    '/..%2Fsecret.txt',
    '/sub%2F..%2F..%2Fsecret.txt',
    '/..%5Csecret.txt',
    '/%2Fetc%2Fpasswd',
    '/a%00.txt',
    '/data.json%00.png',
  ])('any other path is a 404 without a path of the disk: %s (H6)', async (path) => {
    const response = await below().request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain(folder);
  });

  test('a file that is missing is a 404 without a root too', async () => {
    expect((await serving('missing.txt').request('/')).status).toBe(404);
  });
});

describe('FileResponse.of', () => {
  const request = new ServerRequest('/');
  const of = (options: FileOptions) => FileResponse.of(request, join(folder, 'root', 'data.json'), options);

  test('accepts a file: URL, and returns a response that can be changed', async () => {
    const root = pathToFileURL(join(folder, 'root'));
    const responses = [
      await FileResponse.of(request, pathToFileURL(join(folder, 'root', 'data.json'))),
      await FileResponse.of(request, 'data.json', { root }),
    ];
    for (const response of responses) {
      expect(response).toBeInstanceOf(FileResponse);
      expect(await response.withHeader('X-A', '1').toWeb().json()).toEqual({});
    }
  });

  test('takes headers, which override those of the file', async () => {
    const headers = { 'content-type': 'text/plain', 'Cache-Control': 'private' };
    const response = await of({ headers });
    expect([response.header('content-type'), response.header('cache-control')]).toEqual([
      'text/plain',
      'private',
    ]);
    expect(response.header('etag')).toBeDefined();
  });

  test.for<[options: FileOptions, disposition: string | undefined]>([
    [{}, undefined],
    [{ name: 'Report.pdf' }, 'attachment; filename="Report.pdf"'],
    [{ name: 'Report.pdf', inline: true }, 'inline; filename="Report.pdf"'],
    [{ inline: true }, 'inline; filename="data.json"'],
    [{ inline: false }, 'attachment; filename="data.json"'],
    [
      { name: 'Größe (1).csv' },
      `attachment; filename="Gr__e (1).csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.csv`,
    ],
    [{ name: '\u{1f600}.txt' }, `attachment; filename="_.txt"; filename*=UTF-8''%F0%9F%98%80.txt`],
    [{ name: `${'x'.repeat(300)}.pdf` }, `attachment; filename="${'x'.repeat(251)}.pdf"`],
    [{ name: `.${'x'.repeat(300)}` }, `attachment; filename=".${'x'.repeat(254)}"`],
    [{ name: `a.${'y'.repeat(253)}` }, `attachment; filename="a.${'y'.repeat(253)}"`],
    [
      { name: `${'\u{1f600}'.repeat(130)}.txt` },
      `attachment; filename="${'_'.repeat(125)}.txt"; filename*=UTF-8''${'%F0%9F%98%80'.repeat(125)}.txt`,
    ],
    [{ name: 'a"b.txt' }, `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`],
    [{ name: '100%41.txt' }, `attachment; filename="100_41.txt"; filename*=UTF-8''100%2541.txt`],
    [{ name: "it's*.txt" }, `attachment; filename="it's*.txt"`],
    [{ name: "é's*.txt" }, `attachment; filename="_'s*.txt"; filename*=UTF-8''%C3%A9%27s%2a.txt`],
    [{ name: 'a\r\nSet-Cookie: b=1\u0000.txt' }, 'attachment; filename="aSet-Cookie: b=1.txt"'],
    [{ name: '../../etc/passwd' }, 'attachment; filename="passwd"'],
    [{ name: 'C:\\temp\\a.txt' }, 'attachment; filename="a.txt"'],
    [{ name: 'photo\u202egpj.exe' }, 'attachment; filename="photogpj.exe"'],
    [{ name: '\ud800.txt' }, `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
    [{ name: '' }, 'attachment; filename="download"'],
    [{ name: 'a/..' }, 'attachment; filename="download"'],
  ])('with %j has the Content-Disposition %j', async ([options, disposition]) => {
    expect((await of(options)).header('content-disposition')).toBe(disposition);
  });

  test.for<[path: unknown, options: FileOptions, expected: string]>([
    ['data.json', {}, 'path must be an absolute path when there is no root, not "data.json"'],
    ['', {}, 'path must be a path or a file: URL, not ""'],
    [undefined, {}, 'path must be a path or a file: URL, not undefined'],
    [new URL('https://example.org/a.txt'), {}, 'path must be a path or a file: URL, not an instance of URL'],
    [
      new URL('file:///data.json'),
      { root: '/' },
      'path must be a string when there is a root, not an instance of URL',
    ],
    ['data.json', { root: '' }, 'path must be a path or a file: URL, not ""'],
    ['data.json', { root: 7 as unknown as string }, 'path must be a path or a file: URL, not 7'],
    [import.meta.filename, { name: 7 as unknown as string }, 'name must be the name of a file, not 7'],
  ])('rejects the path %j with %j', async ([path, options, expected]) => {
    const refused = FileResponse.of(request, path as string, options);
    await expect(refused).rejects.toThrow(InvalidArgumentError);
    await expect(refused).rejects.toThrow(`The argument ${expected}`);
  });

  test('opens the file when it is sent, and closes it when the client stops reading', async () => {
    const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    const before = await open();
    const unsent = await Promise.all(Array.from({ length: 50 }, () => of({})));
    expect(unsent).toHaveLength(50);
    expect(await open()).toBeLessThan(before + 50);
    const large = join(folder, 'large.bin');
    await writeFile(large, Buffer.alloc(1_000_000));
    const reader = (await FileResponse.of(request, large)).toWeb().body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await vi.waitFor(async () => expect(await open()).toBeLessThanOrEqual(before), { timeout: 10_000 });
  });
});
