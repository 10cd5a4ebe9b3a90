import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { specBeside } from '../src/local-packages.ts';
import { emptyFolder, writeFiles } from './folders.ts';

const folders = Object.fromEntries(
  ['runtime:fw-runtime', 'cli:fw-cli', 'middleware:fw-middleware', 'create-fw-app:create-fw-app'].map(
    (each) => {
      const [folder, name] = each.split(':');
      return [`packages/${folder}/package.json`, JSON.stringify({ name })];
    },
  ),
);
const tarballs = { 'my packed/fw-runtime-0.1.0.tgz': '', 'my packed/fw-cli-0.1.0.tgz': '' };

async function workspace(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await emptyFolder();
  await writeFiles(root, { ...folders, ...tarballs, ...files });
  return root;
}

describe('beside a local package, another one is found', () => {
  test.each([
    ['a path', '<root>/packages/runtime', '<root>/packages/cli'],
    ['a path with a slash at the end', '<root>/packages/runtime/', '<root>/packages/cli'],
    ['a relative path', '../packages/runtime', '../packages/cli'],
    ['a file: path', 'file:../packages/create-fw-app', 'file:../packages/cli'],
    ['a link: path', 'link:../packages/runtime', 'link:../packages/cli'],
    ['a file: URL', '<url>/packages/runtime', '<url>/packages/cli'],
    ['the path of a tarball', '<root>/my packed/fw-runtime-0.1.0.tgz', '<root>/my packed/fw-cli-0.1.0.tgz'],
    [
      'the file: path of a tarball',
      'file:../my packed/fw-runtime-0.1.0.tgz',
      'file:../my packed/fw-cli-0.1.0.tgz',
    ],
    [
      'the file: URL of a tarball',
      '<url>/my%20packed/fw-runtime-0.1.0.tgz',
      '<url>/my%20packed/fw-cli-0.1.0.tgz',
    ],
  ])('by %s', async (_, spec, expected) => {
    const root = await workspace();
    const inRoot = (text: string): string =>
      text.replace('<root>', root).replace('<url>', pathToFileURL(root).href);

    expect(specBeside(inRoot(spec), 'fw-cli', join(root, 'site'))).toBe(inRoot(expected));
  });

  test('in a folder with the name of the package', async () => {
    const root = await workspace({
      'fw-runtime/package.json': '{}',
      'fw-cli/package.json': '{"name":"fw-cli"}',
    });

    expect(specBeside('./fw-runtime', 'fw-cli', root)).toBe('./fw-cli');
  });

  test('as the newest tarball, if none has the version of the given one', async () => {
    const root = await workspace({
      'fw-runtime-1a2b.tgz': '',
      'fw-cli-3c4d.tgz': '',
      'fw-cli-0.0.1.tgz': '',
    });
    await utimes(join(root, 'fw-cli-0.0.1.tgz'), 1, 1);

    expect(specBeside('file:fw-runtime-1a2b.tgz', 'fw-cli', root)).toBe('file:fw-cli-3c4d.tgz');
  });
});

test.each([
  ['a range', '^0.1.0'],
  ['a tag', 'next'],
  ['the workspace', 'workspace:*'],
  ['a package of npm', 'npm:@me/runtime'],
  ['a repository', 'github:me/runtime'],
  ['an address', 'https://example.com/fw-runtime-0.1.0.tgz'],
  ['a folder that is not there', '../nowhere/runtime'],
  ['a tarball that is not there', 'file:../nowhere/fw-runtime-0.1.0.tgz'],
])('beside %s, no package is found', async (_, spec) => {
  const root = await workspace();

  expect(specBeside(spec, 'fw-cli', join(root, 'site'))).toBeUndefined();
});

test('a folder of another package does not match', async () => {
  const root = await workspace();

  expect(specBeside('../packages/runtime', 'fw-devtools', join(root, 'site'))).toBeUndefined();
  await writeFiles(root, { 'packages/devtools/package.json': '{ "name": "other" }' });
  expect(specBeside('../packages/runtime', 'fw-devtools', join(root, 'site'))).toBeUndefined();
});
