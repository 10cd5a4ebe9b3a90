import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectLinksToLead } from '../support/links.ts';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

test('README.md links to CONTRIBUTING.md, whose links lead somewhere', async () => {
  expect(readFileSync('README.md', 'utf8'), 'link CONTRIBUTING.md in README.md').toContain(
    '](CONTRIBUTING.md',
  );
  await expectLinksToLead('CONTRIBUTING.md');
});

test('every script that CONTRIBUTING.md names exists', () => {
  const named = Array.from(page.matchAll(/\bnpm run ([\w:]+)/g), ([, name = '']) => name);

  expect(named).toEqual(expect.arrayContaining(['test:unit', 'test:changed', 'test:all', 'check']));
  expect(
    named.filter((name) => !Object.hasOwn(scripts, name)),
    'correct these commands in CONTRIBUTING.md, or add them to "scripts" of package.json',
  ).toEqual([]);
});

test('every file and folder that CONTRIBUTING.md names exists, except for those of the examples', () => {
  const named = Array.from(
    page.matchAll(/`((?:packages|templates|test|docs)\/[^`*]+)`/g),
    ([, path = '']) => path,
  );
  const paths = named.filter((path) => !/\b(?:no-op|worker)\b/.test(path));

  expect(paths.length).toBeGreaterThan(20);
  expect(
    paths.filter((path) => !existsSync(path)),
    'correct these paths in CONTRIBUTING.md',
  ).toEqual([]);
});

test('every run of vitest that CONTRIBUTING.md shows has a project and a file', () => {
  const config = readFileSync('vitest.config.ts', 'utf8');
  const runs = page.matchAll(/npx vitest (?:run )?--project (\w+)(?: ([\w/-]{2,}))?/g);
  const tests = ['test', 'packages']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'));
  const wrong = Array.from(runs).filter(
    ([, project, filter = '']) =>
      !config.includes(`name: '${project}'`) ||
      (!filter.startsWith('-') && !tests.some((file) => file.includes(filter))),
  );

  expect(
    wrong.map(([command]) => command),
    'correct these commands in CONTRIBUTING.md',
  ).toEqual([]);
});
