import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromSource, startServer } from '../support/server.ts';
import { createProjects } from './created-projects.ts';
import { checkProjects, type OfProjects, type TestFile, testProjects } from './checked-projects.ts';

const variants = ['a', 'b'];
const forms = ['config', 'hybrid', 'programmatic'];
const routers = ['tree', 'find-my-way', 'rou3', 'path-to-regexp'];
const combinations = variants.flatMap((variant) =>
  forms.flatMap((form) => routers.map((router) => ({ variant, form, router }))),
);

type Combination = (typeof combinations)[number];

// Both variants, every layout and every router; create.test.ts has variant B with the layout config and the router tree.
const essential = combinations.filter((combination) =>
  ['a-config-find-my-way', 'a-hybrid-rou3', 'b-programmatic-path-to-regexp'].includes(nameOf(combination)),
);
const others = combinations.filter((combination) => !essential.includes(combination));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-combinations-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describeEach('essential', essential, []);
describeEach('others', others, ['full']);

/** Generates projects beside each other, checks their types and runs their tests at once, and serves each. */
function describeEach(group: string, some: readonly Combination[], tags: string[]): void {
  const names = some.map(nameOf);
  const projects = (): string => join(folder, group);
  const makeAll = async (): Promise<{ checked: OfProjects<string>; tested: OfProjects<TestFile> }> => {
    await mkdir(projects());
    const flags = some.map((combination): [string, string[]] => {
      const { variant, form, router } = combination;
      return [nameOf(combination), ['--variant', variant, '--form', form, '--router', router]];
    });
    await createProjects(projects(), Object.fromEntries(flags));
    return { checked: await checkProjects(projects(), names), tested: await testProjects(projects(), names) };
  };
  let made: ReturnType<typeof makeAll> | undefined;

  describe.each(some)(
    'a project with variant $variant, layout $form, router $router',
    { tags },
    (combination) => {
      const name = nameOf(combination);
      let checked: readonly string[] | undefined;
      let tested: readonly TestFile[];

      beforeAll(async () => {
        made ??= makeAll();
        const results = await made;
        checked = results.checked[name];
        tested = results.tested[name] ?? [];
      });

      test('type-checks, and passes its own tests', () => {
        expect(checked).toEqual([]);
        expect(tested.filter(({ status }) => status !== 'passed')).toEqual([]);
        expect(tested.reduce((sum, { tests }) => sum + tests, 0)).toBe(combination.form === 'hybrid' ? 6 : 5);
      });

      test('serves', async () => {
        const cwd = join(projects(), name);
        const server = await startServer(process.execPath, [...fromSource, 'public/index.ts'], {
          cwd,
          env: { HOST: '127.0.0.1', PORT: '0' },
        });
        try {
          await expectProject(server.url, combination);
        } finally {
          expect(await server.stop()).toBe(0);
        }
        expect(server.output().split('\n')).toEqual([expect.stringMatching(/^Listening on /), '']);
      });
    },
  );
}

function nameOf({ variant, form, router }: Combination): string {
  return `${variant}-${form}-${router}`;
}

async function expectProject(url: string, { form }: Combination): Promise<void> {
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
