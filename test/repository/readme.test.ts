import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';

// Inside the repository, so that the examples find the packages as a site would.
const parent = 'dist';
let folder: string;
let readme: string;

beforeAll(async () => {
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(join(parent, 'fw-readme-'));
  readme = await readFile('README.md', 'utf8');
  const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map((match) => match[1] ?? '');
  for (const example of examples) {
    const variant = /'fw-runtime\/([ab])'/.exec(example)?.[1];
    await writeFile(join(folder, `example-${variant}.ts`), example);
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = {
    rootDir: '.',
    isolatedDeclarations: false,
    declaration: false,
    declarationMap: false,
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }),
  );
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the README opens with the two commands, and package.json has them', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const start = readme.split('\n').slice(0, 8).join('\n');

  expect(start).toContain('npm run demo');
  expect(start).toContain('npm test');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test', 'check', 'format']));
});

test('every file that the README links to exists', async () => {
  for (const [, path = ''] of readme.matchAll(/\]\(([^)#:]+)\)/g)) {
    await expect(readFile(path, 'utf8'), path).resolves.not.toBe('');
  }
});

describe('the examples of the README', () => {
  test('type-check as strictly as the framework itself', async () => {
    await execa('npx', ['tsc', '-p', folder]);
  });

  test.each(['a', 'b'])('run and answer as the text says: variant %s', async (variant) => {
    const example = [join(folder, `example-${variant}.js`)];
    const server = await startServer(process.execPath, example, {
      cwd: process.cwd(),
      env: { HOST: '127.0.0.1', PORT: '0' },
    });
    const { url } = server;
    try {
      expect(await (await fetch(`${url}/`)).text()).toBe('Hello, world!');
      expect(await (await fetch(`${url}/post/42`)).json()).toEqual({ id: '42' });
      expect((await fetch(`${url}/admin/stats`)).status).toBe(401);
      const headers = { authorization: 'Bearer secret' };
      expect(await (await fetch(`${url}/admin/stats`, { headers })).json()).toEqual({ visitors: 42 });
      const wrongMethod = await fetch(`${url}/post/42`, { method: 'DELETE' });
      expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });
});
