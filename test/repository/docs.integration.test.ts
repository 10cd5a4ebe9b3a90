import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFwApp } from '../support/commands.ts';
import { expectExchange } from '../support/exchange.ts';
import { expectLinksToLead } from '../support/links.ts';
import { pageNames } from '../support/pages.ts';
import { type ServedExamples, serveExamples, shownExamples } from '../support/served-examples.ts';

const examples = shownExamples.filter(({ isTest }) => !isTest);
const tests = shownExamples.filter(({ isTest }) => isTest);
let server: ServedExamples;

beforeAll(async () => {
  server = await serveExamples(examples);
});

afterAll(() => server?.remove());

test.each(pageNames)('every file and every heading that %s links to exists', (page) =>
  expectLinksToLead(join('docs', page)),
);

// The order on the page is the order of execution.
test.each(examples)('$name registers its routes before it pipes dispatch', ({ code }) => {
  const [beforeDispatch = '', ...afterDispatch] = code.split(/^.*pipeDispatchMiddleware\(\);$/m);
  const [, app = 'app'] = /^(\w+)\S*\.pipeDispatchMiddleware\(\);$/m.exec(code) ?? [];
  const late = new RegExp(`^${app}\\s*\\.(?:get|post|put|patch|delete|any|route|group)\\(.*`, 'm');

  expect(beforeDispatch.length).toBeGreaterThan(0);
  expect(
    late.exec(afterDispatch.join(''))?.[0],
    'move this route in front of pipeDispatchMiddleware() in the example of docs/',
  ).toBe(undefined);
});

describe('every example of docs/ runs, and responds as its page shows', () => {
  test.each(examples)('$name', async ({ name, exchanges }) => {
    for (const exchange of exchanges) {
      await expectExchange(server.urlOf(name), exchange, `example ${name} (page and number) of docs/`);
    }
    expect(server.urlOf(name)).toMatch(/^http/);
  });

  test('and all end together on SIGTERM, with 0', async () => {
    expect(await server.stop()).toBe(0);
  });
});

test(
  'every test that docs/ shows passes in a generated project',
  { tags: ['full'], timeout: 240_000 },
  async (context) => {
    context.skip(tests.length === 0, 'PAGE names a page without tests');
    const site = await mkdtemp(join('dist', 'fw-tests-'));
    onTestFinished(() => rm(site, { recursive: true, force: true }));
    await execa('node', [createFwApp, site, '--variant', 'b', '--yes', '--no-install', '--no-git']);
    await Promise.all(tests.map(({ name, code }) => writeFile(join(site, 'test', `${name}.test.ts`), code)));

    const bin = join(process.cwd(), 'node_modules', '.bin');
    await execa(join(bin, 'tsc'), ['-p', site]);
    const { exitCode } = await execa(join(bin, 'vitest'), ['run'], { cwd: site });
    expect(exitCode).toBe(0);
  },
);
