import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram, MODULE_RUNTIMES } from './runtimes.ts';

for (const runtime of MODULE_RUNTIMES) {
  test(`${runtime.name} publishes the events of an application`, { tags: runtime.tags }, async ({ skip }) => {
    if (runtime.absent !== undefined) skip(runtime.absent);
    expect(await runProgram(runtime, 'tracing.mjs')).toEqual([
      'request start',
      'routing start',
      'dispatch start',
      'show start',
      'show end',
      'dispatch end',
      'routing end',
      '/post/{id} end',
      'show asyncStart',
      'show asyncEnd',
      'dispatch asyncStart',
      'dispatch asyncEnd',
      'routing asyncStart',
      'routing asyncEnd',
      '/post/{id} asyncStart',
      '/post/{id} asyncEnd',
    ]);
  });
}

test('a bundle for Workers warns that it publishes nothing, and responds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fw-tracing-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entry = join(folder, 'worker.mjs');
  const outfile = join(folder, 'bundled.mjs');
  const variant = join(import.meta.dirname, '../../packages/runtime/dist/b/index.js');
  await writeFile(
    entry,
    `import { Application, TextResponse } from ${JSON.stringify(variant)};
export const warnings = [];
const logger = { info() {}, warn: (message) => warnings.push(message), error() {} };
export default new Application({ tracing: true, logger }).pipe(() => new TextResponse('Hello'));`,
  );
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['workerd', 'worker', 'browser'],
    logLevel: 'error',
  });

  const { default: app, warnings } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
    default: { fetch(request: Request): Promise<Response> };
    warnings: unknown[];
  };
  expect(await (await app.fetch(new Request('http://localhost/'))).text()).toBe('Hello');
  expect(warnings).toEqual(['This bundle publishes nothing: "tracing" needs Node, Bun or Deno.']);
});
