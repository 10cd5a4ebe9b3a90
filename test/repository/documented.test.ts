import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { FLAGS } from '../../packages/create-fw-app/src/flags.ts';
import { allCommands } from '../../packages/cli/src/fw.ts';
import { additions } from '../../packages/cli/src/add/additions.ts';
import { GENERATORS } from '../../packages/cli/src/generate/generators.ts';
import { findConfigErrors } from '../../packages/runtime/src/features/config/check.ts';
import { CONFIG_KEYS } from '../../packages/runtime/src/kernel/config.ts';
import { packages } from '../support/packages.ts';

const names = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);
const pages = names.map((name) => readFileSync(join('docs', name), 'utf8'));
const blocks = pages.flatMap((page) => page.match(/^```[^]*?^```/gm) ?? []);
const spans = pages.flatMap((page) => page.replace(/^```[^]*?^```/gm, '').match(/`[^`\n]+`/g) ?? []);
const code = [...blocks, ...spans].join('\n');

/** These entry points have no exports for applications: one is for fw-devtools, the others are imported for their effect. */
const WITHOUT_EXPORTS = new Set(['fw-runtime/internal', 'fw-devtools/attach', 'fw-cli/fw']);

test('every entry point of a package is named on a page of docs/', () => {
  expect(
    undocumented(entryPoints().map(({ name }) => name)),
    'name these entry points in an example or between backticks on a page of docs/; a middleware has docs/middleware/<name>.md',
  ).toEqual([]);
});

test.each(entryPoints().filter(({ name }) => !WITHOUT_EXPORTS.has(name)))(
  'everything that $name exports is named on a page of docs/',
  ({ name, file }) => {
    const exported = exportsOf(file);

    expect(exported).not.toEqual([]);
    expect(
      undocumented(exported),
      `name these exports of ${name} in an example or between backticks on a page of docs/, or stop exporting them from ${file}`,
    ).toEqual([]);
  },
);

test('every entry point of fw-middleware has a page of its own, which docs/middleware/README.md links to', () => {
  const overview = readFileSync(join('docs', 'middleware', 'README.md'), 'utf8');
  const own = entryPoints().filter(({ name }) => name.startsWith('fw-middleware/'));
  const paths = own.map(({ name }) => name.replace('fw-', ''));

  expect(
    paths.filter((path) => !names.includes(`${path}.md`)),
    'write these pages: docs/middleware/<name>.md',
  ).toEqual([]);
  expect(
    paths.filter((path) => !overview.includes(`(${basename(path)}.md)`)),
    'add these pages to the table of docs/middleware/README.md',
  ).toEqual([]);
});

test('every key of the configuration that is checked is named on a page of docs/', () => {
  const keys = [...CONFIG_KEYS, ...CONFIG_KEYS.flatMap(keysWithin)];

  expect(keys).toEqual(expect.arrayContaining(['allowed_methods', 'priority', 'body_limit', 'factories']));
  expect(
    withoutSpan(keys),
    'document these keys, each between backticks, in a table of docs/reference/configuration-keys.md',
  ).toEqual([]);
});

test('every command of fw, every kind that it generates or adds, and every flag of both is named on a page of docs/', async () => {
  const commands = await allCommands();
  const kinds = [...GENERATORS, ...additions].map(({ kind }) => kind);
  const ofCommands = [...commands, ...commands.flatMap(({ kinds = [] }) => kinds)];
  const allFlags = [...FLAGS, ...ofCommands.flatMap((command) => command.flags)];

  expect(
    undocumented(commands.map(({ name }) => `fw ${name}`)),
    'document each of these commands on a page of docs/reference/cli/',
  ).toEqual([]);
  expect(
    withoutSpan(kinds),
    'add these kinds, between backticks, to the table of docs/reference/cli/generate.md (fw generate) or docs/guides/add-features.md (fw add)',
  ).toEqual([]);
  expect(
    undocumented(allFlags.filter((flag) => !flag.positional).map(({ name }) => `--${name}`)),
    'document these flags on the page of their command in docs/reference/cli/, or in docs/guides/add-features.md',
  ).toEqual([]);
});

/** Modules by the names that they are imported as. */
function entryPoints(): { name: string; file: string }[] {
  return packages().flatMap(({ entries }) => Object.entries(entries).map(([name, file]) => ({ name, file })));
}

/** The names that a module exports, types among them. */
function exportsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.trim().split(/\s+/).at(-1) ?? ''),
  );
  const declared = source.matchAll(
    /^export (?:declare |default |abstract |async )*(?:class|const|function|interface|type) (\w+)/gm,
  );
  const all = [...source.matchAll(/^export \* from '(.+)'/gm)];
  return [
    ...lists.filter((name) => name !== ''),
    ...Array.from(declared, ([, name = '']) => name),
    ...all.flatMap(([, path = '']) => exportsOf(join(dirname(file), path))),
  ];
}

/** The keys that can follow a top-level key, as an error names them. */
function keysWithin(key: string): string[] {
  const wrong = { unknown: 1 };
  const faults = [wrong, [wrong]].flatMap((value) => findConfigErrors({ [key]: value }, { errorFlag: true }));
  return faults.flatMap(({ expected }) => /^one of the keys (.+)$/.exec(expected)?.[1]?.split(', ') ?? []);
}

/** The names that appear nowhere in code. */
function undocumented(names: readonly string[]): string[] {
  const isNamed = (name: string): boolean => new RegExp(`(?<![\\w/-])${name}(?![\\w/-])`).test(code);
  return [...new Set(names)].filter((name) => !isNamed(name));
}

/** The same for names that often appear in code by chance: they must be alone between backticks. */
function withoutSpan(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => !spans.includes(`\`${name}\``));
}
