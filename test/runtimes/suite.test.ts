import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { requestPage, noBrowser } from './page.ts';
import { expectAll, type Report } from './report.ts';
import { runProgram, CURRENT, MODULE_RUNTIMES, PLAIN, SERVING_RUNTIMES, workerd } from './runtimes.ts';
import { Table } from './table.ts';
import { requestWorker } from './workerd.ts';
import { essentialFirst } from '../support/essential-first.ts';

const programs = join(import.meta.dirname, 'programs');
const found = new Table();
const how = 'the package';
const bundled = BUNDLERS.map(({ name, version }) => `${name} ${version}`).join(', ');
let made: string;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'fw-bundles-'));
});

afterAll(() => rm(made, { recursive: true, force: true }));

for (const runtime of MODULE_RUNTIMES) {
  describe(`${runtime.name}`, { tags: runtime.tags }, () => {
    for (const { some, tags } of essentialFirst(['run', 'fetch']))
      test.for(some)('passes every case by %s', { tags }, async (by, { skip }) => {
        if (runtime.absent !== undefined) skip(runtime.absent);
        const report = await runProgram(runtime, `${by}.mjs`);
        found.expectAll(report, { runtime: await runtime.label(), how, by });
      });
  });
}

test.for(SERVING_RUNTIMES.filter((runtime) => !MODULE_RUNTIMES.includes(runtime)))(
  '$name passes every case by run()',
  { tags: ['full'] },
  async (runtime, { skip }) => {
    if (runtime.absent !== undefined) skip(runtime.absent);
    expectAll(await runProgram(runtime, 'run.mjs'), []);
  },
);

test.for(MODULE_RUNTIMES.filter(({ name }) => /Bun|Deno/.test(name)))(
  'the own server of $name accepts app.fetch, and passes the address of the client',
  { tags: ['full'] },
  async (runtime, { skip }) => {
    if (runtime.absent !== undefined) skip(runtime.absent);
    expect(await runProgram(runtime, 'native.mjs')).toEqual({
      name: 'café',
      ip: '127.0.0.1',
      platform: 'object',
      text: 'body',
    });
  },
);

test.for(SERVING_RUNTIMES)(
  'run() on $name serves until close(), and has the server of Node if there is one',
  { tags: ['full'] },
  async (runtime, { skip }) => {
    if (runtime.absent !== undefined) skip(runtime.absent);
    const isNative = ['Bun', 'Deno, native'].includes(runtime.name);
    expect(await runProgram(runtime, 'engine.mjs')).toEqual({
      keys: isNative ? ['close', 'port', 'url'] : ['close', 'port', 'server', 'url'],
      server: isNative ? 'FW_UNSUPPORTED_RUNTIME' : 'function',
      text: 'home',
      isClosed: true,
    });
  },
);

test('AWS Lambda: events of payload format 2.0 pass every case', { tags: ['full'] }, async () => {
  const report = await runProgram(CURRENT, 'lambda.mjs');
  found.expectAll(report, {
    runtime: 'AWS Lambda',
    how: 'events of payload format 2.0',
    by: 'fetch',
  });
});

describe.each(BUNDLERS)('bundled and minified by $name', ({ name, bundle }) => {
  const tags = name === 'esbuild' ? [] : ['full'];

  test('for the platform neutral: a Worker passes every case', { tags }, async ({ skip }) => {
    if (workerd.absent !== undefined) skip(workerd.absent);
    const file = join(made, `${name}-neutral.mjs`);
    await bundle({ entry: join(programs, 'bundled.mjs'), file, platform: 'neutral' });
    const { platform, ...report } = await requestWorker(file);
    found.expectAll(report, {
      runtime: 'Workers (workerd)',
      how: `bundle (neutral): ${bundled}`,
      by: 'fetch',
      limits: ['node:assert'],
    });
    expect(platform).toEqual({ env: { GREETING: 'hello' }, waitUntil: 'function' });
  });

  test('for the platform browser: a page passes every case', { tags: ['full'] }, async ({ skip }) => {
    if (noBrowser !== undefined) skip(noBrowser);
    const file = join(made, `${name}-browser.mjs`);
    await bundle({ entry: join(programs, 'bundled.mjs'), file, platform: 'browser' });
    found.expectAll(await requestPage(file), {
      runtime: 'Chromium',
      how: `bundle (browser): ${bundled}`,
      by: 'fetch',
      limits: ['Set-Cookie', 'node:assert'],
    });
  });

  test('for the platform node: Node passes every case', { tags: ['full'] }, async ({ skip }) => {
    if (CURRENT.absent !== undefined) skip(CURRENT.absent);
    const file = join(made, `${name}-node.mjs`);
    await bundle({ entry: join(programs, 'bundled-with-find-my-way.mjs'), file, platform: 'node' });
    for (const by of ['fetch', 'run'] as const) {
      const report = await requestNode(file, by === 'fetch' ? '/' : '/run');
      found.expectAll(report, { runtime: 'Node 20, bundled', how: `bundle (node): ${bundled}`, by });
    }
  });
});

describe('a Worker', { tags: ['full'] }, () => {
  const [esbuild] = BUNDLERS;

  beforeEach(({ skip }) => {
    if (workerd.absent !== undefined) skip(workerd.absent);
  });

  test('cannot compile code from strings, as FindMyWayRouter does, and has everything else', async () => {
    const file = join(made, 'find-my-way.mjs');
    const entry = join(programs, 'bundled-with-find-my-way.mjs');
    await esbuild.bundle({ entry, file, platform: 'node', conditions: ['workerd', 'worker'] });
    const report = await requestWorker(file, ['nodejs_compat']);
    found.expectAll(report, { runtime: 'Workers (workerd)', how: '', limits: ['code of text'] });
  });
});

test('docs/reference/runtimes.md shows the results, which npm run runtimes writes', async () => {
  const page = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'runtimes.md');
  const text = await readFile(page, 'utf8');
  const expected = found.into(text);
  if (process.env['FW_WRITE_RUNTIMES'] !== undefined) await writeFile(page, expected);
  expect(await readFile(page, 'utf8')).toBe(expected);
});

async function requestNode(file: string, path: string): Promise<Report> {
  const ask = `const { default: app } = await import(${JSON.stringify(pathToFileURL(file).href)});
console.log(await (await app.request(${JSON.stringify(path)})).text());`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', ask], { env: PLAIN });
  return JSON.parse(stdout);
}
