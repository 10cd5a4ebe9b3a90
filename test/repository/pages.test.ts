import { expect, test } from 'vitest';
import { exchangeOf, fencesOf, pageNames, pathOf, readPage, typeOf } from '../support/pages.ts';

/**
 * The languages of fences. `ts` and `http` are run by docs.integration.test.ts and guides.integration.test.ts; the others are not run
 * unless a test of their own does so, `typescript` (a part of a file) among them.
 */
const LANGUAGES = new Set([
  'ts',
  'http',
  'typescript',
  'console',
  'sh',
  'text',
  'js',
  'json',
  'jsonc',
  'html',
  'css',
  'sql',
  'yaml',
  'ini',
  'caddy',
  'dockerfile',
  'haproxy',
  'nginx',
  'php',
]);

test.each(pageNames)(
  'every fence of %s has a language that tests know, and nothing else behind it',
  (page) => {
    const unknown = fencesOf(readPage(page)).filter(({ info }) => !LANGUAGES.has(info));

    expect(
      unknown.map(({ info, line }) => `docs/${page}:${line}: "${info}"`),
      'a language with an addition, such as "ts{2}", drops the test of its code: use "ts", or "typescript" for code that is not run',
    ).toEqual([]);
  },
);

test.each(pageNames)('every exchange of %s follows the code that responds', (page) => {
  let served = false;
  for (const fence of fencesOf(readPage(page))) {
    if (fence.info === 'ts') served ||= typeOf(fence) !== 'test';
    if (fence.info !== 'http') continue;
    expect(served, `docs/${page}:${fence.line}: no ts fence before it serves`).toBe(true);
    expect(() => exchangeOf(fence)).not.toThrow();
  }
});

test('as many fences are extracted as pages begin', () => {
  for (const page of pageNames) {
    const begun = readPage(page).match(/^ *```ts(?!\w)/gm)?.length ?? 0;

    expect(
      fencesOf(readPage(page)).filter(({ info }) => info === 'ts'),
      `docs/${page}`,
    ).toHaveLength(begun);
  }
});

test('a fence with an addition is found', () => {
  const [fence] = fencesOf('# Page\n\n```ts{2}\nconst a = 1;\n```\n');

  expect(fence).toEqual({ info: 'ts{2}', code: 'const a = 1;\n', line: 3 });
  expect(LANGUAGES.has(fence?.info ?? '')).toBe(false);
});

test('the path of a file is its first line', () => {
  const path = (code: string, info = 'ts'): string | undefined => pathOf({ info, code, line: 1 });

  expect(path('// src/action/ping.ts\nexport {};\n')).toBe('src/action/ping.ts');
  expect(path('// src/action/ping.ts\nexport {};\n', 'typescript')).toBe(undefined);
  expect(path('<!-- src/views/page.html -->\n<p>\n', 'html')).toBe('src/views/page.html');
  expect(path('/* public/style.css */\nbody {}\n', 'css')).toBe('public/style.css');
  expect(path('// As in src/action/ping.ts\nexport {};\n')).toBe(undefined);
});
