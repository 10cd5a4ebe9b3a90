/** @module-tag full */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProjects } from './created-projects.ts';

const projects = {
  'a-programmatic': ['--variant', 'a', '--form', 'programmatic'],
  'b-config': ['--variant', 'b', '--form', 'config'],
};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-site-readme-'));
  await createProjects(folder, projects);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each(Object.keys(projects))('the README of a project shows working commands, %s', async (name) => {
  const project = join(folder, name);
  const readme = await readFile(join(project, 'README.md'), 'utf8');
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    scripts: object;
  };
  const output = Array.from(readme.matchAll(/npm run (\w+)/g), ([, script = '']) => script);
  const commands = Array.from(readme.matchAll(/(?:`|\n)node fw (.+?)(?=`|\n)/g), ([, words = '']) => words);

  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(output));
  expect(new Set(output)).toEqual(new Set(['dev', 'test', 'typecheck', 'generate', 'build', 'start', 'fw']));
  expect(commands).toHaveLength(14);
  // In the order of the README, except for the command that undoes the route. Commands that install are tested by add.test.ts.
  for (const words of commands.filter((words) => words !== 'undo')) {
    await run(project, `node fw ${words === 'add cors' ? `${words} --dry-run` : words}`);
  }

  for (const [, path = '', code = ''] of readme.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)) {
    const generated = await readFile(join(project, path), 'utf8');
    if (path.startsWith('src/')) await writeFile(join(project, path), code);
    else expect(generated).toContain(code.trim());
    // The shown code contains everything that the generators wrote around the author's own lines.
    if (path === 'src/action/show-post.ts') expect(code).toContain(/handle\(\[.*\], /.exec(generated)?.[0]);
  }
  await writeFile(join(project, 'test/shown.test.ts'), shown);
  await run(project, 'npm run typecheck');
  await run(project, 'npm run test');
});

const shown = `import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';

test('a post', async () => {
  const app = createTestApp();
  expect(await (await app.request('/post/1')).json()).toEqual({ title: 'Hello' });
  expect((await app.request('/post/2')).status).toBe(404);
});
`;

async function run(cwd: string, command: string): Promise<void> {
  const bin = join(dirname(cwd), 'node_modules/.bin');
  await execa('sh', ['-c', command], { cwd, env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } });
}
