import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CurlExchange, curlExchanges, expectPrinted } from '../support/curl.ts';
import { compileExamples, writeExamples } from '../support/examples.ts';
import { expectLinksToLead } from '../support/links.ts';
import { packages } from '../support/packages.ts';
import { pack } from '../sites/pack.ts';

const readmes = ['README.md', ...packages().map(({ folder }) => `${folder}/README.md`)];
const shown = (await Promise.all(readmes.map(examplesOf))).flat();
const examples = [...shown, ...shown.slice(0, 1).map(inVariantA)];
let folder: string;

beforeAll(async () => {
  folder = await writeExamples(Object.fromEntries(examples.map(({ name, code }) => [name, code])));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the README has the two commands near its top with their duration, and package.json has them', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const start = (await readFile('README.md', 'utf8')).split('\n').slice(0, 40).join('\n');

  expect(start).toMatch(/^npm run demo +# about \d+ s, /m);
  expect(start).toMatch(/^npm test +# about \d+ minutes /m);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test', 'check', 'format']));
});

test.each([...readmes, 'SECURITY.md'])('every file and every heading that %s links to exists', (page) =>
  expectLinksToLead(page),
);

test('SECURITY.md, to which the README links, has a way to report, the supported versions, and what is trusted', async () => {
  const headings = (await readFile('SECURITY.md', 'utf8')).match(/(?<=^## ).+$/gm);

  expect(await readFile('README.md', 'utf8')).toContain('](SECURITY.md)');
  expect(headings).toEqual(
    expect.arrayContaining([
      'Report a vulnerability',
      'Supported versions',
      'What Fw trusts',
      'What is a vulnerability',
      "What isn't a vulnerability",
    ]),
  );
});

test('docs/README.md, to which the README links, lists every page of docs/ once', async () => {
  const index = await readFile('docs/README.md', 'utf8');
  const listed = Array.from(index.matchAll(/\]\(([^)#:]+\.md)\)/g), ([, path]) => path);
  const pages = (await readdir('docs', { recursive: true })).filter((name) => name.endsWith('.md'));

  expect(await readFile('README.md', 'utf8')).toContain('](docs/README.md)');
  expect(
    listed.filter((path) => !path?.startsWith('../')).toSorted(),
    'list each page of docs/ once in docs/README.md, which is also the navigation of the website',
  ).toEqual(pages.filter((page) => page !== 'README.md').toSorted());
});

describe('the examples of the READMEs', () => {
  let compiled: Promise<void> | undefined;

  /** Checks their types, and compiles them once for all tests below. */
  const compile = (): Promise<void> => (compiled ??= compileExamples(folder));

  test('type-check as strictly as the framework itself', async () => {
    await expect(compile()).resolves.toBeUndefined();
  });

  test.each(examples)('run and respond as the text shows: $name', async ({ name, exchanges }) => {
    expect(exchanges).not.toEqual([]);
    await compile();
    await expectPrinted(join(folder, `${name}.js`), process.cwd(), exchanges);
  });

  test('run with only fw-runtime installed', { tags: ['full'], timeout: 180_000 }, async () => {
    await compile();
    const alone = await mkdtemp(join(tmpdir(), 'fw-alone-'));
    onTestFinished(() => rm(alone, { recursive: true, force: true }));
    const packed = await pack(join(alone, 'packed'));
    await writeFile(join(alone, 'package.json'), JSON.stringify({ type: 'module' }));
    const runtime = packed.find((file) => file.includes('fw-runtime-')) ?? '';
    await execa('npm', ['install', runtime, '--no-fund', '--no-audit'], { cwd: alone });
    const ofRuntime = examples.filter(({ code }) => !code.includes('fw-middleware'));
    for (const { name, exchanges } of ofRuntime) {
      await copyFile(join(folder, `${name}.js`), join(alone, `${name}.js`));
      await expectPrinted(join(alone, `${name}.js`), alone, exchanges);
    }
  });
});

interface Example {
  readonly name: string;
  readonly code: string;
  readonly exchanges: readonly CurlExchange[];
}

/** The blocks of TypeScript in a README, named after its package and their variant, with the session below each. */
async function examplesOf(readme: string): Promise<Example[]> {
  const blocks = (await readFile(readme, 'utf8')).matchAll(
    /```ts\n([^]*?)```\n\n(?:```console\n([^]*?)```)?/g,
  );
  return Array.from(blocks, ([, code = '', session = '']) => ({
    name: `${readme.split('/').at(-2) ?? 'repository'}-${variantOf(code)}`,
    code,
    exchanges: curlExchanges(session),
  }));
}

function variantOf(code: string): string {
  return /'fw-runtime\/([ab])'/.exec(code)?.[1] ?? '';
}

/** The first example of the README in A: another import, and another call of the next middleware. */
function inVariantA({ code, exchanges }: Example): Example {
  const changed = code
    .replace("'fw-runtime/b'", "'fw-runtime/a'")
    .replace('(request, delegate)', '(request, response, next)')
    .replace('delegate(request)', 'next(request, response)');
  return { name: 'repository-first-in-a', code: changed, exchanges };
}
