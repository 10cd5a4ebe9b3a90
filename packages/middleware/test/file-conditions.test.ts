// Conditions and ranges of files (RFC 9110 sections 13 and 14): one table for everything that serves files, over every transport.
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staticFiles } from 'fw-middleware/static';
import { FileResponse } from 'fw-runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askHttp2, serveHttp2 } from '../../runtime/test/support/http2-client.ts';
import { ask, serve } from '../../runtime/test/support/serve.ts';
import { type App, inBothVariants } from './both-variants.ts';

type Headers = Readonly<Record<string, string>>;

const DAY_BEFORE = 'Sun, 31 Dec 2023 00:00:00 GMT';
const MODIFIED = 'Mon, 01 Jan 2024 00:00:00 GMT';
const DAY_AFTER = 'Tue, 02 Jan 2024 00:00:00 GMT';
const OTHER = '"other"';
const PART = { Range: 'bytes=2-4' };
/** A placeholder for the ETag of the file, without the weak prefix. */
const OPAQUE = '"opaque"';

const whole = [200, '0123456789', null] as const;
const part = [206, '234', 'bytes 2-4/10'] as const;
const unchanged = [304, '', null] as const;
const failed = [412, '', null] as const;
const unsatisfiable = [416, '', 'bytes */10'] as const;

type Case = readonly [
  headers: Headers,
  expected: readonly [status: number, body: string, range: string | null],
];

const CASES: readonly Case[] = [
  [{}, whole],
  // 13.1.1 If-Match: the strong comparison, which a weak ETag never satisfies.
  [{ 'If-Match': '*' }, whole],
  [{ 'If-Match': OTHER }, failed],
  [{ 'If-Match': `W/${OPAQUE}` }, failed],
  [{ 'If-Match': `${OTHER}, "another"` }, failed],
  [{ 'If-Match': 'malformed' }, failed],
  // 13.1.2 If-None-Match: the weak comparison.
  [{ 'If-None-Match': '*' }, unchanged],
  [{ 'If-None-Match': `W/${OPAQUE}` }, unchanged],
  [{ 'If-None-Match': OPAQUE }, unchanged],
  [{ 'If-None-Match': `${OTHER}, W/${OPAQUE}` }, unchanged],
  [{ 'If-None-Match': `"a,b" ,${OPAQUE}` }, unchanged],
  [{ 'If-None-Match': OTHER }, whole],
  [{ 'If-None-Match': 'malformed' }, whole],
  [{ 'If-None-Match': OPAQUE, 'Cache-Control': 'no-cache' }, unchanged],
  [{ 'If-None-Match': OPAQUE, 'Cache-Control': 'max-age=0', Pragma: 'no-cache' }, unchanged],
  // 13.1.3 If-Modified-Since.
  [{ 'If-Modified-Since': MODIFIED }, unchanged],
  [{ 'If-Modified-Since': DAY_AFTER }, unchanged],
  [{ 'If-Modified-Since': 'Tuesday, 02-Jan-24 00:00:00 GMT' }, unchanged],
  [{ 'If-Modified-Since': 'Tue Jan  2 00:00:00 2024' }, unchanged],
  [{ 'If-Modified-Since': DAY_BEFORE }, whole],
  [{ 'If-Modified-Since': '2024-01-02' }, whole],
  [{ 'If-Modified-Since': '1704153600000' }, whole],
  [{ 'If-Modified-Since': 'Tue, 02 Jan 2024 00:00:00 +0200' }, whole],
  // 13.1.4 If-Unmodified-Since.
  [{ 'If-Unmodified-Since': MODIFIED }, whole],
  [{ 'If-Unmodified-Since': DAY_AFTER }, whole],
  [{ 'If-Unmodified-Since': DAY_BEFORE }, failed],
  [{ 'If-Unmodified-Since': 'never' }, whole],
  // 13.1.5 If-Range: the strong comparison, or the exact date.
  [{ ...PART, 'If-Range': `W/${OPAQUE}` }, whole],
  [{ ...PART, 'If-Range': OPAQUE }, whole],
  [{ ...PART, 'If-Range': OTHER }, whole],
  [{ ...PART, 'If-Range': MODIFIED }, part],
  [{ ...PART, 'If-Range': DAY_AFTER }, whole],
  [{ ...PART, 'If-Range': DAY_BEFORE }, whole],
  [{ ...PART, 'If-Range': 'malformed' }, whole],
  [{ Range: 'bytes=10-', 'If-Range': OTHER }, whole],
  [{ 'If-Range': MODIFIED }, whole],
  // 13.2.2 Precedence.
  [{ 'If-Match': '*', 'If-Unmodified-Since': DAY_BEFORE }, whole],
  [{ 'If-Match': OTHER, 'If-None-Match': '*' }, failed],
  [{ 'If-Unmodified-Since': DAY_BEFORE, 'If-None-Match': '*' }, failed],
  [{ 'If-Match': '*', 'If-None-Match': '*' }, unchanged],
  [{ 'If-None-Match': OTHER, 'If-Modified-Since': DAY_AFTER }, whole],
  [{ 'If-None-Match': OPAQUE, 'If-Modified-Since': DAY_BEFORE }, unchanged],
  [{ ...PART, 'If-None-Match': OPAQUE }, unchanged],
  [{ ...PART, 'If-Match': OTHER }, failed],
  [{ ...PART, 'If-None-Match': OTHER, 'If-Range': MODIFIED }, part],
  [{ Range: 'bytes=10-', 'If-Modified-Since': DAY_AFTER }, unchanged],
  // 14.1.2 and 14.2 Ranges.
  [PART, part],
  [{ Range: 'BYTES=2-4' }, part],
  [{ Range: 'bytes= 2-4' }, part],
  [{ Range: 'bytes=,2-4,' }, part],
  [{ Range: 'bytes=0-0' }, [206, '0', 'bytes 0-0/10']],
  [{ Range: 'bytes=9-' }, [206, '9', 'bytes 9-9/10']],
  [{ Range: 'bytes=0-' }, [206, '0123456789', 'bytes 0-9/10']],
  [{ Range: 'bytes=8-99999999999999999999' }, [206, '89', 'bytes 8-9/10']],
  [{ Range: 'bytes=-2' }, [206, '89', 'bytes 8-9/10']],
  [{ Range: 'bytes=-10' }, [206, '0123456789', 'bytes 0-9/10']],
  [{ Range: 'bytes=-99999' }, [206, '0123456789', 'bytes 0-9/10']],
  [{ Range: 'bytes=-0' }, unsatisfiable],
  [{ Range: 'bytes=10-' }, unsatisfiable],
  [{ Range: 'bytes=10-20' }, unsatisfiable],
  [{ Range: 'bytes=4-2' }, whole],
  [{ Range: 'bytes=-' }, whole],
  [{ Range: 'bytes=' }, whole],
  [{ Range: 'bytes' }, whole],
  [{ Range: 'bytes=a-b' }, whole],
  [{ Range: 'bytes=2-4-6' }, whole],
  [{ Range: 'bytes=--2' }, whole],
  [{ Range: 'bytes=0x0-0x2' }, whole],
  [{ Range: 'bytes=1.5-2' }, whole],
  [{ Range: 'bytes=2 - 4' }, whole],
  [{ Range: 'lines=2-4' }, whole],
  // Several ranges are ignored.
  [{ Range: 'bytes=0-1,3-4' }, whole],
  [{ Range: 'bytes=0-1,20-' }, whole],
];

interface Answer {
  readonly status: number;
  readonly body: string;
  header(name: string): string | null;
}

type Ask = (path: string, headers?: Headers, method?: string) => Promise<Answer>;

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fw-conditions-'));
  for (const [name, content] of Object.entries({ 'file.txt': '0123456789', 'empty.txt': '' })) {
    await writeFile(join(root, name), content);
    const time = new Date(Date.parse(MODIFIED) + 700);
    await utimes(join(root, name), time, time);
  }
  for (const name of [
    'a.js',
    'a.mjs',
    'a.MJS',
    'a.css',
    'a.html',
    'a.json',
    'a.svg',
    'a.png',
    'a.woff2',
    'a.unknown',
    'a',
  ]) {
    await writeFile(join(root, name), 'x');
  }
});

afterAll(() => rm(root, { recursive: true }));

const TRANSPORTS: Readonly<Record<string, (app: App) => Promise<Ask>>> = {
  async 'HTTP/1'(app) {
    const server = await serve(app);
    return async (path, headers = {}, method = 'GET') => {
      const { status, body, headers: received } = await ask(server, { path, headers, method });
      return { status, body, header: (name) => (received[name] as string | undefined) ?? null };
    };
  },
  async 'HTTP/2'(app) {
    const session = await serveHttp2(app);
    return async (path, headers = {}, method = 'GET') => {
      const { status, body, headers: received } = await askHttp2(session, { path, headers, method });
      return { status, body, header: (name) => (received[name] as string | undefined) ?? null };
    };
  },
  async fetch(app) {
    return async (path, headers = {}, method = 'GET') => {
      const response = await app.fetch(new Request(`http://localhost${path}`, { headers, method }));
      return {
        status: response.status,
        body: await response.text(),
        header: (name) => response.headers.get(name),
      };
    };
  },
};

inBothVariants((kit) => {
  const SERVING: Readonly<Record<string, () => App>> = {
    document_root: () => kit.app([], { server: { document_root: root } }),
    static: () => kit.app([staticFiles({ root })]),
    FileResponse: () => {
      const app = kit.app([]);
      app.get('/{name}', (request) => FileResponse.of(request, request.path.slice(1), { root }));
      return app;
    },
  };
  const ways = Object.keys(SERVING).flatMap((by) =>
    Object.keys(TRANSPORTS)
      // The files of the document root belong to the server.
      .filter((over) => by !== 'document_root' || over !== 'fetch')
      .map((over) => [by, over] as const),
  );

  describe.each(ways)('a file by %s over %s', (by, over) => {
    const open = (): Promise<Ask> =>
      (TRANSPORTS[over] as (app: App) => Promise<Ask>)((SERVING[by] as () => App)());

    test('is sent according to its conditions and its range (RFC 9110 13, 14)', async () => {
      const get = await open();
      const etag = (await get('/file.txt')).header('etag') ?? '';
      expect(etag).toMatch(/^W\/"[^"]+"$/);
      for (const [given, expected] of CASES) {
        const headers = Object.fromEntries(
          Object.entries(given).map(([name, value]) => [name, value.replace(OPAQUE, etag.slice(2))]),
        );
        const reply = await get('/file.txt', headers);
        const { status, body } = reply;
        expect([given, [status, body, reply.header('content-range')]]).toEqual([given, expected]);
        const hasBody = status === 200 || status === 206;
        expect([given, reply.header('etag')]).toEqual([given, hasBody || status === 304 ? etag : null]);
        expect([given, reply.header('content-type')]).toEqual([
          given,
          hasBody ? 'text/plain; charset=utf-8' : null,
        ]);
        if (hasBody) expect([given, reply.header('content-length')]).toEqual([given, String(body.length)]);
      }
    });

    test('applies conditions to HEAD, and no range (RFC 9110 14.2)', async () => {
      const get = await open();
      const head = async (headers: Headers) => {
        const reply = await get('/file.txt', headers, 'HEAD');
        return [reply.status, reply.body, reply.header('content-length'), reply.header('content-range')];
      };
      expect(await head({ Range: 'bytes=2-4' })).toEqual([200, '', '10', null]);
      expect(await head({ Range: 'bytes=10-' })).toEqual([200, '', '10', null]);
      expect(await head({ 'If-None-Match': '*' })).toEqual([304, '', null, null]);
      expect((await head({ 'If-Match': OTHER }))[0]).toBe(412);
    });

    test('is sent when it is empty', async () => {
      const get = await open();
      const empty = async (headers: Headers) => {
        const reply = await get('/empty.txt', headers);
        return [reply.status, reply.body, reply.header('content-range')];
      };
      expect(await empty({})).toEqual([200, '', null]);
      expect(await empty({ Range: 'bytes=-5' })).toEqual([200, '', null]);
      expect(await empty({ Range: 'bytes=0-' })).toEqual([416, '', 'bytes */0']);
    });

    test('has the media type of its name; JavaScript has the type of RFC 9239', async () => {
      const get = await open();
      const types = {
        'a.js': 'text/javascript; charset=utf-8',
        'a.mjs': 'text/javascript; charset=utf-8',
        'a.MJS': 'text/javascript; charset=utf-8',
        'a.css': 'text/css; charset=utf-8',
        'a.html': 'text/html; charset=utf-8',
        'a.json': 'application/json; charset=utf-8',
        'a.svg': 'image/svg+xml',
        'a.png': 'image/png',
        'a.woff2': 'font/woff2',
        'a.unknown': 'application/octet-stream',
        a: 'application/octet-stream',
      };
      for (const [name, type] of Object.entries(types)) {
        expect([name, (await get(`/${name}`)).header('content-type')]).toEqual([name, type]);
      }
    });
  });
});
