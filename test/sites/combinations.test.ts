import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromSource, startServer } from '../support/server.ts';
import { layDown } from './laid-down.ts';
import { checkSites, type OfSites, type TestFile, testSites } from './whole-sites.ts';

const variants = ['a', 'b'];
const forms = ['config', 'hybrid', 'programmatic'];
const routers = ['tree', 'find-my-way', 'rou3'];
const combinations = variants.flatMap((variant) =>
  forms.flatMap((form) => routers.map((router) => ({ variant, form, router }))),
);

let folder: string;
/** What the compiler says of each site, and how each of its test files ended. */
let checked: OfSites<string>;
let tested: OfSites<TestFile>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-combinations-'));
  const flags = combinations.map(({ variant, form, router }): [string, string[]] => [
    nameOf({ variant, form, router }),
    ['--variant', variant, '--form', form, '--router', router],
  ]);
  await layDown(folder, Object.fromEntries(flags));
  const names = combinations.map(nameOf);
  checked = await checkSites(folder, names);
  tested = await testSites(folder, names);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe.each(combinations)('a site of variant $variant, form $form, router $router', (combination) => {
  const name = nameOf(combination);

  test('type-checks, and passes its own tests', () => {
    expect(checked[name]).toEqual([]);
    const files = tested[name] ?? [];
    expect(files.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(files.reduce((sum, { tests }) => sum + tests, 0)).toBe(combination.form === 'hybrid' ? 6 : 5);
  });

  test('serves', async () => {
    const cwd = join(folder, name);
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

type Combination = (typeof combinations)[number];

function nameOf({ variant, form, router }: Combination): string {
  return `${variant}-${form}-${router}`;
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
