import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, launchBrowser } from '../../packages/runtime/test/browser.ts';
import { BUNDLERS, versionOf } from './bundlers.ts';
import { expectAll, type Report } from './report.ts';
import { workerd } from './runtimes.ts';
import { askWorker } from './workerd.ts';

const programs = join(import.meta.dirname, 'programs');
let made: string;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'fw-bundles-'));
});

afterAll(() => rm(made, { recursive: true, force: true }));

describe.each(BUNDLERS)('bundled and minified by $name', ({ name, bundle }) => {
  test('platform neutral: a Worker answers every case', async (context) => {
    if ((await versionOf(name)) === undefined) context.skip(`npm could not install ${name}`);
    const file = join(made, `${name}-neutral.mjs`);
    await bundle({ entry: join(programs, 'bundled.mjs'), file, platform: 'neutral' });
    if (workerd.absent !== undefined) context.skip(workerd.absent);
    const { platform, ...report } = await askWorker(file);
    expectAll(report, ['development', 'node:assert']);
    expect(platform).toEqual({ env: { GREETING: 'hello' }, waitUntil: 'function' });
  });

  test('platform browser: a page answers every case', async (context) => {
    if ((await versionOf(name)) === undefined) context.skip(`npm could not install ${name}`);
    const file = join(made, `${name}-browser.mjs`);
    await bundle({ entry: join(programs, 'bundled.mjs'), file, platform: 'browser' });
    if (browserPath === undefined) context.skip('there is no Chromium');
    expectAll(await askPage(file), ['Set-Cookie', 'development', 'node:assert']);
  });

  test('platform node: Node answers every case', async (context) => {
    if ((await versionOf(name)) === undefined) context.skip(`npm could not install ${name}`);
    const file = join(made, `${name}-node.mjs`);
    await bundle({ entry: join(programs, 'bundled-with-find-my-way.mjs'), file, platform: 'node' });
    const ask = `const { default: app } = await import(${JSON.stringify(pathToFileURL(file).href)});
console.log(await (await app.request('/')).text());`;
    const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', ask]);
    expectAll(JSON.parse(stdout));
  });
});

test('with the condition "development" a bundle has all that helps developers', async (context) => {
  const [esbuild] = BUNDLERS;
  if (workerd.absent !== undefined) context.skip(workerd.absent);
  const file = join(made, 'development.mjs');
  const entry = join(programs, 'bundled.mjs');
  await esbuild?.bundle({ entry, file, platform: 'neutral', conditions: ['development'] });
  expectAll(await askWorker(file), ['node:assert']);
});

test('workerd keeps find-my-way from making code of text, and nothing else', async (context) => {
  const [esbuild] = BUNDLERS;
  if (workerd.absent !== undefined) context.skip(workerd.absent);
  const file = join(made, 'find-my-way.mjs');
  const entry = join(programs, 'bundled-with-find-my-way.mjs');
  await esbuild?.bundle({ entry, file, platform: 'node', conditions: ['workerd', 'worker'] });
  expectAll(await askWorker(file, ['nodejs_compat']), ['code of text']);
});

async function askPage(file: string): Promise<Report> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const code = JSON.stringify(await readFile(file, 'utf8'));
    // As text, because what Vitest makes of `import()` is not known in the page.
    return await page.evaluate(`(async () => {
      const { default: app } = await import(URL.createObjectURL(new Blob([${code}], { type: 'text/javascript' })));
      return (await app.fetch(new Request('http://localhost/'))).json();
    })()`);
  } finally {
    await browser.close();
  }
}
