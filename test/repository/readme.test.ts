import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { compileExamples, writeExamples } from '../support/examples.ts';
import { startServer } from '../support/server.ts';
import { pack } from '../sites/pack.ts';

const readmes = ['README.md', 'packages/runtime/README.md', 'packages/create-fw-app/README.md'];
const examples = (await Promise.all(readmes.map(examplesOf))).flat();
let folder: string;

beforeAll(async () => {
  folder = await writeExamples(Object.fromEntries(examples.map(({ name, code }) => [name, code])));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the README opens with the two commands, and package.json has them', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const start = (await readFile('README.md', 'utf8')).split('\n').slice(0, 8).join('\n');

  expect(start).toContain('npm run demo');
  expect(start).toContain('npm test');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test', 'check', 'format']));
});

test.each(readmes)('every file that %s links to exists', async (readme) => {
  for (const [, path = ''] of (await readFile(readme, 'utf8')).matchAll(/\]\(([^)#:]+)\)/g)) {
    await expect(readFile(join(dirname(readme), path), 'utf8'), path).resolves.not.toBe('');
  }
});

test('the README links to every page of docs/', async () => {
  const readme = await readFile('README.md', 'utf8');
  const pages = (await readdir('docs')).filter((name) => name.endsWith('.md'));

  expect(pages.filter((page) => !readme.includes(`](docs/${page})`))).toEqual([]);
});

describe('the examples of the READMEs', () => {
  test('type-check as strictly as the framework itself', async () => {
    await compileExamples(folder);
  });

  test.each(examples)('run and answer as the text says: $name', async ({ name, hasGuard }) => {
    await expectAnswers(join(folder, `${name}.js`), process.cwd(), hasGuard);
  });

  test('run when nothing but fw-runtime is installed', { timeout: 180_000 }, async () => {
    const alone = await mkdtemp(join(tmpdir(), 'fw-alone-'));
    onTestFinished(() => rm(alone, { recursive: true, force: true }));
    const packed = await pack(join(alone, 'packed'));
    await writeFile(join(alone, 'package.json'), JSON.stringify({ type: 'module' }));
    const runtime = packed.find((file) => file.includes('fw-runtime-')) ?? '';
    await execa('npm', ['install', runtime, '--no-fund', '--no-audit'], { cwd: alone });
    for (const { name, hasGuard } of examples) {
      await copyFile(join(folder, `${name}.js`), join(alone, `${name}.js`));
      await expectAnswers(join(alone, `${name}.js`), alone, hasGuard);
    }
  });
});

interface Example {
  readonly name: string;
  readonly code: string;
  readonly hasGuard: boolean;
}

/** The blocks of TypeScript in a README, named after its package and their variant. */
async function examplesOf(readme: string): Promise<Example[]> {
  const blocks = (await readFile(readme, 'utf8')).matchAll(/```ts\n([^]*?)```/g);
  return Array.from(blocks, ([, code = '']) => {
    const variant = /'fw-runtime\/([ab])'/.exec(code)?.[1] ?? '';
    const name = `${readme.split('/').at(-2) ?? 'repository'}-${variant}`;
    return { name, code, hasGuard: code.includes('/admin') };
  });
}

async function expectAnswers(file: string, cwd: string, hasGuard: boolean): Promise<void> {
  const server = await startServer(process.execPath, [file], {
    cwd,
    env: { HOST: '127.0.0.1', PORT: '0' },
  });
  const { url } = server;
  try {
    expect(await (await fetch(`${url}/`)).text()).toBe('Hello, world!');
    expect(await (await fetch(`${url}/post/42`)).json()).toEqual({ id: '42' });
    expect((await fetch(`${url}/post/first`)).status).toBe(404);
    const wrongMethod = await fetch(`${url}/post/42`, { method: 'DELETE' });
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    if (!hasGuard) return;
    expect((await fetch(`${url}/admin/stats`)).status).toBe(401);
    const headers = { authorization: 'Bearer secret' };
    expect(await (await fetch(`${url}/admin/stats`, { headers })).json()).toEqual({ visitors: 42 });
  } finally {
    expect(await server.stop()).toBe(0);
  }
}
