import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromSource, startServer } from '../support/server.ts';
import { layDown } from './laid-down.ts';

const variants = ['a', 'b'];
const forms = ['config', 'hybrid', 'programmatic'];
const routers = ['tree', 'find-my-way', 'rou3'];
const combinations = variants.flatMap((variant) =>
  forms.flatMap((form) => routers.map((router) => ({ variant, form, router }))),
);

let folder: string;
/** What the type check of all sites printed. */
let checked: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-combinations-'));
  const flags = combinations.map(({ variant, form, router }): [string, string[]] => [
    nameOf({ variant, form, router }),
    ['--variant', variant, '--form', form, '--router', router],
  ]);
  await layDown(folder, Object.fromEntries(flags));
  // In one process, which reads the types of Node and of the framework once.
  const names = combinations.map(nameOf);
  checked = (await execa(binary('tsc'), ['-b', ...names], { cwd: folder, reject: false, all: true })).all;
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe.each(combinations)('a site of variant $variant, form $form, router $router', (combination) => {
  test('type-checks and serves', async () => {
    const cwd = join(folder, nameOf(combination));
    const faults = checked.split('\n').filter((line) => line.startsWith(`${nameOf(combination)}/`));
    expect(faults).toEqual([]);
    const server = await startServer(process.execPath, [...fromSource, 'public/index.ts'], {
      cwd,
      env: { HOST: '127.0.0.1', PORT: '0' },
    });
    try {
      await expectTheSite(server.url, combination);
    } finally {
      expect(await server.stop()).toBe(0);
    }
    expect(server.output().split('\n')).toEqual([expect.stringMatching(/^Listening on /), '']);
  });
});

test('the type check of all of them finds no fault', () => {
  expect(checked).toBe('');
});

test('all of them pass their own tests', async () => {
  // As one project, of which the framework is made ready once, because their own configurations are all the same.
  const [config, ...others] = await Promise.all(
    combinations.map((combination) =>
      readFile(join(folder, nameOf(combination), 'vitest.config.ts'), 'utf8'),
    ),
  );
  expect(new Set(others)).toEqual(new Set([config]));
  const tests = "include: ['test/**/*.test.ts']";
  expect(config).toContain(tests);
  const joint = config?.replace(tests, "isolate: false, include: ['*/test/**/*.test.ts']") ?? '';
  await writeFile(join(folder, 'vitest.config.ts'), joint);
  const { all } = await execa(binary('vitest'), ['run'], { cwd: folder, reject: false, all: true });
  const passed = combinations.reduce((sum, { form }) => sum + (form === 'hybrid' ? 5 : 4), 0);
  expect(stripVTControlCharacters(all)).toMatch(new RegExp(`Tests\\s+${passed} passed \\(${passed}\\)`));
});

type Combination = (typeof combinations)[number];

function nameOf({ variant, form, router }: Combination): string {
  return `${variant}-${form}-${router}`;
}

function binary(name: string): string {
  return join(folder, 'node_modules', '.bin', name);
}

async function expectTheSite(url: string, { form }: Combination): Promise<void> {
  const home = await fetch(`${url}/`);
  expect(home.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await home.text()).toBe('Hello, world!\n');

  const { ack } = (await (await fetch(`${url}/ping`)).json()) as { ack: number };
  expect(Number.isInteger(ack)).toBe(true);

  const wrongMethod = await fetch(`${url}/ping`, { method: 'DELETE' });
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);

  const post = await fetch(`${url}/post`, { method: 'POST', body: 'Hello' });
  expect(post.status).toBe(form === 'hybrid' ? 200 : 404);
  if (form === 'hybrid') {
    expect(post.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await post.text()).toBe('Posted 5 bytes.\n');
  }
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
  expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('User-agent');
}
