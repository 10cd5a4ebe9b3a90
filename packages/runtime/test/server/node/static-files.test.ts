import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TextResponse } from '../../../src/index.ts';
import { isShown } from '../../../src/server/node/files/file-names.ts';
import type { Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { processorTime } from '../../support/processor-time.ts';
import { type Answer, ask, serve } from '../../support/serve.ts';

// Each mark that encodeURIComponent escapes and a path may hold as it is, and some that it may not.
const ODD_NAME = "a+b,c;d@e&f=g$h#i?j!(k)'%.txt";

const BACKUPS = [
  'index.ts~',
  'index.ts.bak',
  'index.TS.orig',
  'index.ts.swp',
  'index.ts.old',
  'index.ts.bak~',
  'index.ts.~1~',
  'index.ts.gz',
  '#index.ts#',
  'view.tsx.save',
  'index (copy).mts',
  'index.ts copy',
  'index.ts.20240101',
  'index.ts-old',
];
const NO_BACKUPS = ['index.ts-4f3a.js', 'index.ts.html', 'a.tsv', 'style.css.bak', 'app.js.map'];

inBothVariants(
  (kit) => {
    async function askSite(path: string, given: { method?: string; headers?: Record<string, string> } = {}) {
      return ask(await serve(siteAt(kit, await folderWithFiles())), { path, ...given });
    }

    test('a file is served before the pipeline, with its type and an ETag (S2)', async () => {
      const answer = await askSite('/style.css');
      expect(answer).toMatchObject({ status: 200, body: 'body {}' });
      expect(answer.headers).toMatchObject({ 'content-length': '7', etag: expect.any(String) });
      expect(answer.headers['content-type']).toMatch(/^text\/css/);
    });

    test('HEAD gets the headers of a file (S2)', async () => {
      const answer = await askSite('/style.css', { method: 'HEAD' });
      expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-length': '7' } });
    });

    test('a part of a file is served (S2)', async () => {
      const answer = await askSite('/style.css', { headers: { range: 'bytes=0-3' } });
      expect(answer).toMatchObject({
        status: 206,
        body: 'body',
        headers: { 'content-range': 'bytes 0-3/7', 'content-length': '4' },
      });
    });

    test('a range beyond the file is 416 (S2)', async () => {
      expect((await askSite('/style.css', { headers: { range: 'bytes=100-' } })).status).toBe(416);
    });

    test('a file that the client has is 304 (S2)', async () => {
      const server = await serve(siteAt(kit, await folderWithFiles()));
      const { headers } = await ask(server, { path: '/style.css' });
      const again = await ask(server, {
        path: '/style.css',
        headers: { 'if-none-match': headers.etag ?? '' },
      });
      expect(again).toMatchObject({ status: 304, body: '' });
    });

    test.each([
      ['in a folder', '/img/a b.svg', '/img/a%20b.svg'],
      ['whose name is not ASCII', '/ü.txt', '/%C3%BC.txt'],
      ['without an extension', '/LICENSE', '/LICENSE'],
      ['by an encoded name', '/style.css', '/%73tyle%2Ecss?v=1'],
      ['with marks in its name', '/odd', `/${encodeURIComponent(ODD_NAME)}`],
      ['with marks in its name, as few escaped as can be', '/odd', "/a+b,c;d@e&f=g$h%23i%3Fj!(k)'%25.txt"],
      ['with a colon', '/a:b.txt', '/a:b.txt'],
      ['by a link', '/style.css', '/newest.css'],
      ['that must lie in a dotted folder', '/.well-known/security.txt', '/.well-known/security.txt'],
      ['in .well-known, without an extension', '/.well-known/token', '/.well-known/token'],
      ['beside a file of the same beginning', '/docs.html', '/docs.html'],
      ['named after a source', '/index.ts-4f3a.js', '/index.ts-4f3a.js'],
      ['about a source', '/index.ts.html', '/index.ts.html'],
      ['with an extension that begins like that of source', '/a.tsv', '/a.tsv'],
      ['a copy of what is no source', '/style.css.bak', '/style.css.bak'],
      ['a source map', '/app.js.map', '/app.js.map'],
    ])('a file is served: %s (S2)', async (_what, _file, path) => {
      expect((await askSite(path)).status).toBe(200);
    });

    test.each<readonly [string, string]>([
      ['a file that is not there', '/nothing.css'],
      ['a folder', '/img/'],
      ['a folder without a slash', '/docs'],
      ['a folder whose name looks like a file', '/v1.0'],
      ['what a file would be called with an extension', '/docs.htm'],
      ['the root', '/'],
      ['another spelling of the slash', '//style.css'],
      ['source', '/index.ts'],
      ['source by an encoded name', '/index%2Ets'],
      ['source in other letters', '/index.TS'],
      ['source with an encoded slash', '/index.ts%2F'],
      ['source of another kind', '/view.tsx'],
      ['source as Windows would open it: a dot', '/index.ts.'],
      ['source as Windows would open it: a blank', '/index.ts%20'],
      ['source as Windows would open it: a stream', '/index.ts::$DATA'],
      ...BACKUPS.map(
        (name) => [`a copy of source (security review 21): ${name}`, `/${encodeURIComponent(name)}`] as const,
      ),
      ['source by a link', '/source.txt'],
      ['a dotfile by a link', '/dotted.txt'],
      ['a dotfile in .well-known', '/.well-known/.env'],
      ['source in .well-known', '/.well-known/index.ts'],
      ['a folder that only looks like .well-known', '/.well-knowns/a.txt'],
      ['.well-known in a folder', '/img/.well-known/a.txt'],
      ['a dotfile', '/.env'],
      ['a dotfile by an encoded name', '/%2Eenv'],
      ['a dotfile behind an encoded slash', '/img%2F.env'],
      ['a file in a dotted folder', '/.git/config'],
      ['a file with an extension in a dotted folder', '/.git/a.txt'],
      ['a file outside', '/../secret.txt'],
      ['a file outside, encoded', '/%2e%2e/secret.txt'],
      ['a file outside by an encoded slash', '/..%2Fsecret.txt'],
      ['a file outside by an encoded backslash', '/..%5Csecret.txt'],
      ['a file outside, encoded twice', '/%252e%252e/secret.txt'],
      ['a file outside by a link', '/link.txt'],
      ['a name with a zero byte', '/style.css%00'],
      ['a name with a zero byte before its extension', '/style%00.css'],
    ])('reaches the pipeline: %s (S2, S7)', async (_what, path) => {
      expectPipeline(await askSite(path));
    });

    test.each([
      ['If-Match of another version', { 'if-match': '"another"' }, 412],
      ['If-Match of any version', { 'if-match': '*' }, 200],
      [
        'If-Unmodified-Since before the change',
        { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:01 GMT' },
        412,
      ],
      ['If-Unmodified-Since that is no date', { 'if-unmodified-since': 'once' }, 200],
      ['If-Range of another version', { 'if-range': '"another"', range: 'bytes=0-3' }, 200],
      ['several ranges', { range: 'bytes=0-1,3-4' }, 200],
    ])('a condition is kept: %s (S2)', async (_what, headers, status) => {
      const answer = await askSite('/style.css', { headers });
      expect(answer).toMatchObject({ status, body: status === 200 ? 'body {}' : '' });
    });

    test('HEAD has no ranges (S2)', async () => {
      const answer = await askSite('/style.css', { method: 'HEAD', headers: { range: 'bytes=0-3' } });
      expect(answer).toMatchObject({ status: 200, headers: { 'content-length': '7' } });
    });

    test('an empty file is an empty response (S2)', async () => {
      const answer = await askSite('/empty.txt');
      expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } });
    });

    test('a file of several chunks arrives whole (S2)', async () => {
      const root = await folderWithFiles();
      const content = 'é'.repeat(300_000);
      await writeFile(join(root, 'large.txt'), content);
      expect((await ask(await serve(siteAt(kit, root)), { path: '/large.txt' })).body).toBe(content);
    });

    test('a name is judged in linear time (S2)', () => {
      const judge = (size: number): number =>
        processorTime(() => {
          for (let run = 0; run < 20; run++) isShown(`/x.ts${'~.~'.repeat(size)}a`);
        });
      judge(1000);
      expect(judge(20_000)).toBeLessThan(100 + 60 * judge(1000));
    });

    test('a file that appears in .well-known while the server runs is served (S2)', async () => {
      const root = await folderWithFiles();
      const server = await serve(siteAt(kit, root));
      await writeFile(join(root, '.well-known/challenge'), 'challenge');
      expect((await ask(server, { path: '/.well-known/challenge' })).body).toBe('challenge');
    });

    test('other methods reach the pipeline (S2)', async () => {
      expectPipeline(await askSite('/style.css', { method: 'POST' }));
    });

    test('a file that is added while the server runs is served (S2)', async () => {
      const root = await folderWithFiles();
      const server = await serve(siteAt(kit, root));
      await writeFile(join(root, 'later.txt'), 'later');
      expect((await ask(server, { path: '/later.txt' })).body).toBe('later');
    });

    test('a folder that does not exist does no harm (S2)', async () => {
      const root = join(await folderWithFiles(), 'nothing');
      expectPipeline(await ask(await serve(siteAt(kit, root)), { path: '/style.css' }));
    });
  },
  ['full'],
);

function siteAt<M>(kit: Kit<M>, root: string) {
  const app = kit.app({ server: { document_root: root } });
  app.pipe(kit.handler(() => new TextResponse('from the pipeline', 202)));
  return app;
}

function expectPipeline(answer: Answer): void {
  expect(answer).toMatchObject({ status: 202, body: 'from the pipeline' });
}

/** A `public` folder, and a file beside it that must not be served. */
async function folderWithFiles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-static-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const root = join(folder, 'public');
  const files = {
    '../secret.txt': 'secret',
    'style.css': 'body {}',
    'img/a b.svg': '<svg/>',
    'img/.env': 'secret',
    'ü.txt': 'ü',
    [ODD_NAME]: 'odd',
    'a:b.txt': 'a',
    'empty.txt': '',
    'docs/index.html': 'docs',
    'docs.html': 'docs',
    'v1.0/index.html': 'v1',
    '.well-known/security.txt': 'Contact:',
    '.well-known/token': 'token',
    '.well-known/index.ts': 'secret',
    '.well-known/.env': 'secret',
    '.well-knowns/a.txt': 'secret',
    'img/.well-known/a.txt': 'secret',
    'index.ts.': 'secret',
    'index.ts ': 'secret',
    'index.ts::$DATA': 'secret',
    'index.ts': 'secret',
    'index.TS': 'secret',
    'view.tsx': 'secret',
    LICENSE: 'MIT',
    '.env': 'secret',
    '.git/config': 'secret',
    '.git/a.txt': 'secret',
    ...Object.fromEntries(BACKUPS.map((name) => [name, 'secret'])),
    ...Object.fromEntries(NO_BACKUPS.map((name) => [name, 'public'])),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const links = {
    'link.txt': '../secret.txt',
    'source.txt': 'index.ts',
    'dotted.txt': '.env',
    'newest.css': 'style.css',
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
  return root;
}
