import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { start } from '../../support/child-process.ts';
import { type Answer, ask, serve } from '../../support/serve.ts';

inBothVariants((kit) => {
  test.skipIf(process.platform === 'win32')('a named pipe is never opened (S7)', async () => {
    const root = await temporaryFolder();
    await promisify(execFile)('mkfifo', [join(root, 'pipe.txt')]);
    const app = kit.app({ server: { document_root: root } });
    app.pipe(kit.handler(() => new TextResponse('from the pipeline', 202)));
    expectPipeline(await ask(await serve(app), { path: '/pipe.txt' }));
  });
});

test.each([
  ['started by Node', 'public/entry.mjs'],
  ['loaded by a process manager', 'manager.mjs'],
])('the entry script is not served, other scripts are: %s (S2)', async (_what, script) => {
  const folder = await folderWithEntryScript();
  const child = start(join(folder, script), { HOST: '127.0.0.1', PORT: '0' });
  const server = (await child.told()) as { port: number };
  expectPipeline(await ask(server, { path: '/entry.mjs' }));
  expect((await ask(server, { path: '/browser.mjs' })).body).toBe('export {};');
});

/** A project whose document root contains its entry script, and a script that loads it. */
async function folderWithEntryScript(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'public'));
  const runtime = new URL('../../../dist/b/index.js', import.meta.url).href;
  const files = {
    'manager.mjs': `process.argv[1] = '/elsewhere.mjs'; await import('./public/entry.mjs');`,
    'public/browser.mjs': 'export {};',
    'public/entry.mjs': `
      import { Application, TextResponse } from ${JSON.stringify(runtime)};
      const app = new Application({ server: { document_root: import.meta.dirname } });
      app.pipe(() => new TextResponse('from the pipeline', 202));
      const { port } = await app.run();
      process.send({ port });
    `,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-static-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function expectPipeline(answer: Answer): void {
  expect(answer).toMatchObject({ status: 202, body: 'from the pipeline' });
}
