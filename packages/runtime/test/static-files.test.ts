import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TextResponse } from '../src/index.ts';
import type { Kit } from './cases/case.ts';
import { inBothVariants } from './cases/kit.ts';
import { type Answer, ask, serve } from './serve.ts';

inBothVariants((kit) => {
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
  ])('a file is served: %s (S2)', async (_what, _file, path) => {
    expect((await askSite(path)).status).toBe(200);
  });

  test.each([
    ['a file that is not there', '/nothing.css'],
    ['a folder', '/img/'],
    ['the root', '/'],
    ['another spelling of the slash', '//style.css'],
    ['source', '/index.ts'],
    ['source by an encoded name', '/index%2Ets'],
    ['source in other letters', '/index.TS'],
    ['source with an encoded slash', '/index.ts%2F'],
    ['source of another kind', '/view.tsx'],
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
  ])('goes on to the pipeline: %s (S2)', async (_what, path) => {
    expectPipeline(await askSite(path));
  });

  test('other methods go on to the pipeline (S2)', async () => {
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
});

function siteAt<M>(kit: Kit<M>, root: string) {
  const app = kit.app({ server: { document_root: root } });
  app.pipe(kit.handler(() => new TextResponse('from the pipeline', 202)));
  return app;
}

function expectPipeline(answer: Answer): void {
  expect(answer).toMatchObject({ status: 202, body: 'from the pipeline' });
}

/** A `public` folder, and a file beside it that nobody may see. */
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
    'index.ts': 'secret',
    'index.TS': 'secret',
    'view.tsx': 'secret',
    LICENSE: 'MIT',
    '.env': 'secret',
    '.git/config': 'secret',
    '.git/a.txt': 'secret',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'));
  return root;
}
