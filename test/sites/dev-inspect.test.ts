/** @module-tag full */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startServer } from '../support/server.ts';
import { fw } from '../support/commands.ts';
import { createProjects } from './created-projects.ts';

let folder: string;
let cwd: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-dev-inspect-'));
  await createProjects(folder, { site: ['--variant', 'b'] });
  cwd = join(folder, 'site');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('fw dev --inspect lets a debugger attach to the app, on the same port after each change', async () => {
  const port = await freePort();
  const targets = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const server = await startServer(process.execPath, [fw, 'dev', `--inspect=${port}`], {
    cwd,
    env: { HOST: '127.0.0.1', PORT: String(await freePort()) },
  });
  try {
    expect(await targets()).toMatchObject([{ title: 'public/index.ts' }]);

    const served = server.printed('reloaded in');
    const handler = join(cwd, 'src', 'action', 'hello-world.ts');
    await writeFile(handler, (await readFile(handler, 'utf8')).replace('Hello, world', 'Goodbye, world'));
    await served;
    expect(await (await fetch(server.url)).text()).toBe('Goodbye, world!\n');
    expect(await targets()).toMatchObject([{ title: 'public/index.ts' }]);
    expect(server.output().match(/^Listening on/gm)).toHaveLength(1);
  } finally {
    await server.stop();
  }
});
