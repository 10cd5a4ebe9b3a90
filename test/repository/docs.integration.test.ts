import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFwApp } from '../support/commands.ts';
import { compileExamples, writeExamples } from '../support/examples.ts';
import {
  type Exchange,
  exchangeOf,
  fencesOf,
  pageNames,
  readPage,
  slugOf,
  typeOf,
} from '../support/pages.ts';
import { expectExchange } from '../support/exchange.ts';
import { expectLinksToLead } from '../support/links.ts';
import { type SiteServer, startServer } from '../support/server.ts';

const shown = pageNames.flatMap(examplesOf);
const examples = shown.filter(({ isTest }) => !isTest);
const tests = shown.filter(({ isTest }) => isTest);
let folder: string;
let server: SiteServer;

// All in one process, which starts eighty times sooner than eighty: each listens on a port of its own.
beforeAll(async () => {
  folder = await writeExamples(Object.fromEntries(examples.map(({ name, code }) => [name, code])));
  await compileExamples(folder);
  await writeFile(join(folder, 'serve-all.js'), serveAll);
  server = await startServer(process.execPath, ['serve-all.js', ...examples.map(({ name }) => name)], {
    cwd: folder,
    env: { HOST: '127.0.0.1', PORT: '0' },
  });
  if (!server.output().includes(allBegun)) await server.printed(allBegun);
}, 60_000);

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const allBegun = 'All have begun.';
/** Begins each example, and says where it listens or why it does not. */
const serveAll = `const { log } = console;
let onListening;
console.log = (text, ...more) => {
  log(text, ...more);
  const [, url] = /^Listening on (\\S+)/.exec(text) ?? [];
  if (url) onListening?.(url);
};
for (const name of process.argv.slice(2)) {
  const listening = new Promise((resolve) => (onListening = resolve));
  const url = await import('./' + name + '.js').then(() => listening, (error) => error.stack);
  log(name + ' is at ' + url);
}
log('${allBegun}');
`;

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

describe('every example of docs/ runs, and answers as the text says', () => {
  test.each(examples)('$name', async ({ name, exchanges }) => {
    const [, url] = new RegExp(`^${name} is at (http.*)$`, 'm').exec(server.output()) ?? [];
    expect(url, server.output()).toBeDefined();
    for (const exchange of exchanges) {
      await expectExchange(
        url ?? '',
        exchange,
        `the \`\`\`http block after example ${name} (page and number) of docs/`,
      );
    }
  });

  test('and all end together on SIGTERM, with 0', async () => {
    expect(await server.stop()).toBe(0);
  });
});

test('every test that docs/ shows passes in a site as it is laid down', { timeout: 120_000 }, async () => {
  const site = await mkdtemp(join('dist', 'fw-tests-'));
  onTestFinished(() => rm(site, { recursive: true, force: true }));
  await execa('node', [createFwApp, site, '--variant', 'b', '--yes', '--no-install', '--no-git']);
  await Promise.all(tests.map(({ name, code }) => writeFile(join(site, 'test', `${name}.test.ts`), code)));

  expect(tests).not.toEqual([]);
  const bin = join(process.cwd(), 'node_modules', '.bin');
  await execa(join(bin, 'tsc'), ['-p', site]);
  await execa(join(bin, 'vitest'), ['run'], { cwd: site });
});

interface Example {
  readonly name: string;
  readonly code: string;
  readonly isTest: boolean;
  readonly exchanges: Exchange[];
}

/** Each program and each test of a page, with the exchanges that are shown below it. */
function examplesOf(page: string): Example[] {
  const found: Example[] = [];
  let current: Example | undefined;
  for (const fence of fencesOf(readPage(page))) {
    if (fence.info === 'http') current?.exchanges.push(exchangeOf(fence));
    if (fence.info !== 'ts') continue;
    const type = typeOf(fence);
    current =
      type === 'file'
        ? undefined
        : {
            name: `${slugOf(page)}-${found.length + 1}`,
            code: fence.code,
            isTest: type === 'test',
            exchanges: [],
          };
    if (current !== undefined) found.push(current);
  }
  return found;
}
