import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileExamples, writeExamples } from '../support/examples.ts';
import { startServer } from '../support/server.ts';

let folder: string;
let readme: string;

beforeAll(async () => {
  readme = await readFile('README.md', 'utf8');
  const examples = Array.from(readme.matchAll(/```ts\n([^]*?)```/g), ([, code = '']) => code);
  const variantOf = (code: string): string => /'fw-runtime\/([ab])'/.exec(code)?.[1] ?? '';
  folder = await writeExamples(
    Object.fromEntries(examples.map((code) => [`example-${variantOf(code)}`, code])),
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
    await compileExamples(folder);
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
