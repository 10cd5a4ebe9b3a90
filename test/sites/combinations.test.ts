import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fromSource, startServer } from '../support/server.ts';
import { scaffold } from './installation.ts';

const variants = ['a', 'b'];
const forms = ['config', 'hybrid', 'programmatic'];
const routers = ['tree', 'find-my-way', 'rou3'];
const combinations = variants.flatMap((variant) =>
  forms.flatMap((form) => routers.map((router) => ({ variant, form, router }))),
);

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

let folder: string;

// All sites stand beside one node_modules, made of what all of them ask for together.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-combinations-'));
  await Promise.all(combinations.map(layDown));
  const manifests = await Promise.all(combinations.map((combination) => readSite(combination)));
  const dependencies = Object.assign(
    {},
    ...manifests.map(({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies })),
  ) as Record<string, string>;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  // Without install scripts, as a careful user has it.
  await execa('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: folder });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe.each(combinations)('a site of variant $variant, form $form, router $router', (combination) => {
  test('type-checks and serves', async () => {
    const cwd = siteOf(combination);
    const [checked, server] = await Promise.all([
      execa(join(folder, 'node_modules/.bin/tsc'), { cwd, reject: false, all: true }),
      startServer(process.execPath, [...fromSource, 'public/index.ts'], {
        cwd,
        env: { HOST: '127.0.0.1', PORT: '0' },
      }),
    ]);
    try {
      expect(checked.all).toBe('');
      await expectTheSite(server.url, combination);
    } finally {
      expect(await server.stop()).toBe(0);
    }
    expect(server.output().split('\n')).toEqual([expect.stringMatching(/^Listening on /), '']);
  });
});

test('all of them pass their own tests', async () => {
  // In one process, which starts eighteen times sooner than eighteen.
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `export default { test: { projects: ['./*/vitest.config.ts'] } };\n`,
  );
  const vitest = join(folder, 'node_modules/.bin/vitest');
  const { all } = await execa(vitest, ['run'], { cwd: folder, reject: false, all: true });
  const passed = combinations.reduce((sum, { form }) => sum + (form === 'hybrid' ? 5 : 4), 0);
  expect(stripVTControlCharacters(all)).toMatch(new RegExp(`Tests\\s+${passed} passed \\(${passed}\\)`));
});

type Combination = (typeof combinations)[number];

function siteOf({ variant, form, router }: Combination): string {
  return join(folder, `${variant}-${form}-${router}`);
}

function layDown(combination: Combination): Promise<void> {
  const { variant, form, router } = combination;
  const flags = ['--variant', variant, '--form', form, '--router', router];
  return scaffold(siteOf(combination), flags, inject('installation').specs);
}

async function readSite(combination: Combination): Promise<Manifest> {
  return JSON.parse(await readFile(join(siteOf(combination), 'package.json'), 'utf8')) as Manifest;
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
