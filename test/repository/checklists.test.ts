import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { additions } from '../../packages/cli/src/add/additions.ts';
import { FRAMEWORK_KEYS } from '../../packages/cli/src/generate/kinds/config.ts';
import { GENERATORS } from '../../packages/cli/src/generate/generators.ts';
import { camelCase } from '../../packages/cli/src/generate/engine/names.ts';
import { PRIORITIES } from '../../packages/middleware/src/provider/priorities.ts';
import { CONFIG_KEYS } from '../../packages/runtime/src/kernel/config.ts';

const templates = 'templates/generators';

describe('each middleware', () => {
  const folders = readdirSync('packages/middleware/src').filter((name) =>
    existsSync(`packages/middleware/src/${name}/index.ts`),
  );

  test('is an entry point of fw-middleware', () => {
    const { exports } = JSON.parse(readFileSync('packages/middleware/package.json', 'utf8')) as {
      readonly exports: object;
    };

    expect(
      folders.filter((name) => !Object.hasOwn(exports, `./${name}`)),
      'add these folders to "exports" of packages/middleware/package.json',
    ).toEqual([]);
  });

  test('has tests', () => {
    const tests = readdirSync('packages/middleware/test');

    expect(
      folders.filter((name) => !tests.some((file) => file.startsWith(name) && file.endsWith('.test.ts'))),
      'write packages/middleware/test/<name>.test.ts for these middlewares',
    ).toEqual([]);
  });

  test('has the templates of fw add', () => {
    const paths = folders.flatMap((name) =>
      ['global.ts.hbs', 'test.ts.hbs'].map((file) => `${templates}/add/${name}/${file}`),
    );

    expect(
      paths.filter((path) => !existsSync(path)),
      'write these templates',
    ).toEqual([]);
  });

  test('has its priority in docs/middleware/README.md', () => {
    const page = readFileSync('docs/middleware/README.md', 'utf8');
    const rows = page.matchAll(/^\| \[`([\w-]+)`\]\(.*?\) *\| ([\d ]+?) *\|/gm);
    const documented = Object.fromEntries(
      Array.from(rows, ([, name = '', priority = '']) => [
        name.replaceAll('-', '_'),
        Number(priority.replace(' ', '')),
      ]),
    );

    expect(documented, 'correct the priorities in the table of docs/middleware/README.md').toEqual(
      expect.objectContaining(PRIORITIES),
    );
  });

  test.each(Object.entries(PRIORITIES))('%s has its priority on its page', (key, priority) => {
    const path = `docs/middleware/${key.replaceAll('_', '-')}.md`;
    const [, documented = ''] = /has priority ([\d ]*\d)/.exec(readFileSync(path, 'utf8')) ?? [];

    expect(Number(documented.replace(' ', '')), `correct the priority in ${path}`).toBe(priority);
  });
});

test('everything that fw add adds has a row in the table of docs/guides/add-features.md', () => {
  const page = readFileSync('docs/guides/add-features.md', 'utf8');

  expect(
    additions.map(({ kind }) => kind).filter((kind) => !page.includes(`\n| \`${kind}\` `)),
    'add rows for these to the table of docs/guides/add-features.md',
  ).toEqual([]);
});

describe('each kind of fw generate', () => {
  const kinds = GENERATORS.map(({ kind }) => kind);

  test('has templates', () => {
    expect(
      kinds.filter((kind) => !existsSync(`${templates}/${kind}`)),
      `write the templates of these kinds in ${templates}/<kind>`,
    ).toEqual([]);
  });

  test('is generated in a project of every layout', () => {
    // Migrations need a database, and jobs a store.
    const source = ['generators', 'database', 'jobs']
      .map((name) => readFileSync(`test/sites/${name}.test.ts`, 'utf8'))
      .join('');

    expect(
      kinds.filter((kind) => !new RegExp(`['\`]${kind}[ ']`).test(source)),
      'add commands of these kinds to flagsFor() in test/sites/generators.test.ts',
    ).toEqual([]);
  });
});

test('fw generate config rejects the names of keys that the runtime reads', () => {
  expect([...FRAMEWORK_KEYS], 'correct the keys in packages/cli/src/generate/kinds/config.ts').toEqual(
    CONFIG_KEYS.map(camelCase),
  );
});
