/** @module-tag full */

import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODULE_RUNTIMES } from '../runtimes/runtimes.ts';
import { type AppServer, startServer } from '../support/server.ts';
import { scaffold } from './installation.ts';
import { fw } from '../support/commands.ts';
import { installation } from './created-projects.ts';

// Node 20 needs it for TypeScript.
const missing = new Set(['tsx', 'esbuild', '@esbuild']);
let folder: string;
let modules: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-without-tsx-'));
  modules = join(folder, 'node_modules');
  const { modules: installed } = await installation();
  await mkdir(modules);
  for (const name of await readdir(installed)) {
    if (!missing.has(name)) await symlink(join(installed, name), join(modules, name), 'junction');
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const PLOPFILE = `import type { NodePlopAPI } from 'node-plop';
export default (plop: NodePlopAPI): void => {
  const actions = [{ type: 'add', path: 'note.txt', template: '' }];
  plop.setGenerator('note', { prompts: [], actions });
};
`;

const local = { HOST: '127.0.0.1', PORT: '0' };

describe.for(MODULE_RUNTIMES.filter(({ name }) => /^Node 2[46]$/.test(name)))('on $name', (node) => {
  const cwd = (): string => join(folder, node.name);
  const run = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await execa(node.binary, args, {
      cwd: cwd(),
      stdin: 'ignore',
      env: { NO_COLOR: '1' },
    });
    return stripVTControlCharacters(stdout);
  };
  const greets = async (server: AppServer): Promise<void> => {
    try {
      expect(await (await fetch(server.url)).text()).toBe('Hello, world!\n');
    } finally {
      await server.stop();
    }
  };

  test('no part of a project needs tsx', async (context) => {
    if (node.absent !== undefined) context.skip(node.absent);
    await scaffold(cwd(), ['--variant', 'b'], (await installation()).specs);
    await run(fw, 'generate', 'route', '--path', '/about', '--yes');
    expect(await run(fw, 'routes')).toContain('/about');
    expect(await run(fw, 'check')).toContain('No errors: 3 routes.');
    await writeFile(join(cwd(), 'plopfile.ts'), PLOPFILE);
    expect(await run(fw, 'generate', 'note')).toBe('add  note.txt');
    expect(await run(join(modules, 'vitest', 'vitest.mjs'), 'run')).toMatch(/Tests\s+6 passed \(6\)/);

    const fromSource = ['--conditions=development', 'public/index.ts'];
    await greets(await startServer(node.binary, fromSource, { cwd: cwd(), env: local }));
    const dev = await startServer(node.binary, [fw, 'dev'], { cwd: cwd(), env: local });
    const isServed = dev.printed('reloaded in');
    const handler = join(cwd(), 'src', 'action', 'ping.ts');
    await writeFile(handler, `${await readFile(handler, 'utf8')}\n`);
    await isServed;
    await greets(dev);
  });
});
