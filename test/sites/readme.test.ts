import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layDown } from './laid-down.ts';

const sites = {
  'a-programmatic': ['--variant', 'a', '--form', 'programmatic'],
  'b-config': ['--variant', 'b', '--form', 'config'],
};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-site-readme-'));
  await layDown(folder, sites);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe.each(Object.keys(sites))('the README of a site, %s', (name) => {
  test('tells commands that there are, and what they do', async () => {
    const site = join(folder, name);
    const readme = await readFile(join(site, 'README.md'), 'utf8');
    const { scripts } = JSON.parse(await readFile(join(site, 'package.json'), 'utf8')) as { scripts: object };
    const told = Array.from(readme.matchAll(/npm run (\w+)/g), ([, script = '']) => script);
    const commands = Array.from(readme.matchAll(/(?:`|\n)npx fw (.+?)(?:`|\n)/g), ([, words = '']) => words);

    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(told));
    expect(new Set(told)).toEqual(new Set(['dev', 'test', 'typecheck', 'generate', 'build', 'start']));
    expect(commands).toHaveLength(8);
    // In the order in which they stand: what is generated is there until it is taken back.
    for (const words of commands) await run(site, `npx fw ${words}`);
    await expect(readFile(join(site, 'src/action/show-post.ts'))).rejects.toThrow('ENOENT');
  });

  test('shows a handler with its service, and the route that the generator writes', async () => {
    const site = join(folder, name);
    await run(site, "npx fw generate route --path '/post/{id}'");
    const blocks = (await readFile(join(site, 'README.md'), 'utf8')).matchAll(
      /```ts\n\/\/ (\S+)\n([^]*?)```/g,
    );
    for (const [, path = '', code = ''] of blocks) {
      if (path.startsWith('src/')) await writeFile(join(site, path), code);
      else expect(await readFile(join(site, path), 'utf8')).toContain(code.trim());
    }
    await register(site, 'Posts', 'posts');
    await writeFile(join(site, 'test/shown.test.ts'), shown);

    await run(site, 'npm run typecheck');
    await run(site, 'npx vitest run test/shown.test.ts');
  });
});

const shown = `import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';

test('a post', async () => {
  const app = createTestApp();
  expect(await (await app.request('/post/1')).json()).toEqual({ title: 'Hello' });
  expect((await app.request('/post/2')).status).toBe(404);
});
`;

/** Adds an invokable service by hand, as the README says. */
async function register(site: string, name: string, module: string): Promise<void> {
  const file = join(site, 'config/autoload/dependencies.global.ts');
  const alias = /'(#\w+)\//.exec(await readFile(join(site, 'README.md'), 'utf8'))?.[1] ?? '';
  const text = await readFile(file, 'utf8');
  const changed = text.replace('dependencies: {', `dependencies: {\n    invokables: { ${name} },\n`);
  expect(changed).not.toBe(text);
  await writeFile(file, `import { ${name} } from '${alias}/${module}';\n${changed}`);
}

async function run(cwd: string, command: string): Promise<void> {
  const bin = join(dirname(cwd), 'node_modules/.bin');
  await execa('sh', ['-c', command], { cwd, env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } });
}
