import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import type { FileChange } from '../../../src/project/files.ts';
import { Change } from '../../../src/generate/engine/change.ts';
import { Journal } from '../../../src/generate/engine/journal.ts';
import { Sandbox } from '../../../src/generate/engine/sandbox.ts';
import { emptyFolder, listing, writeFiles } from '../../../../command-line/test/folders.ts';

async function project(): Promise<string> {
  const root = await emptyFolder();
  await writeFiles(root, { 'package.json': '{}', 'config/routes.ts': 'routes', 'src/post.ts': 'post' });
  return root;
}

test('a copy of a project with changes has new files, and no removed files', async () => {
  const root = await project();
  const sandbox = new Sandbox(root, [
    { path: 'src/post.ts', before: 'post', after: undefined },
    { path: 'src/blog/new.ts', before: undefined, after: 'new' },
    { path: 'config/routes.ts', before: 'routes', after: 'other' },
  ]);
  expect(readFileSync(join(sandbox.root, 'config/routes.ts'), 'utf8')).toBe('other');
  expect(readFileSync(join(sandbox.root, 'src/blog/new.ts'), 'utf8')).toBe('new');
  expect(existsSync(join(sandbox.root, 'src/post.ts'))).toBe(false);
  sandbox.remove();
  expect(await listing(root)).toEqual(['config', 'config/routes.ts', 'package.json', 'src', 'src/post.ts']);
});

test('unchanged modules of src are links into the project, and all are copied if one changes', async () => {
  const root = await project();
  await writeFiles(root, { 'src/blog/old.ts': 'old', 'src/shop/cart.ts': 'cart' });
  const pathsIn = (changes: FileChange[]): string[] => {
    const sandbox = new Sandbox(root, changes);
    const paths = ['src/post.ts', 'src/blog/old.ts', 'src/shop/cart.ts'].map((path) =>
      relative(sandbox.root, realpathSync(join(sandbox.root, path))).replaceAll(sep, '/'),
    );
    sandbox.remove();
    return paths;
  };
  const made = { path: 'src/blog/new.ts', before: undefined, after: 'new' };
  expect(pathsIn([made])).toEqual([
    '../../../src/post.ts',
    '../../../src/blog/old.ts',
    '../../../src/shop/cart.ts',
  ]);
  expect(pathsIn([made, { path: 'src/post.ts', before: 'post', after: 'other' }])).toEqual([
    'src/post.ts',
    'src/blog/old.ts',
    'src/shop/cart.ts',
  ]);
  expect(await listing(root)).toContain('src/blog/old.ts');
});

test('a copy of a project changes none of the files that a watcher could see', async () => {
  const root = await project();
  const seen = (): number[] =>
    ['package.json', 'config/routes.ts', 'src/post.ts'].map((path) => statSync(join(root, path)).ctimeMs);
  const before = seen();
  const sandbox = new Sandbox(root, []);
  expect(readFileSync(join(sandbox.root, 'src/post.ts'), 'utf8')).toBe('post');
  expect(seen()).toEqual(before);
  sandbox.remove();
  expect(seen()).toEqual(before);
});

test('links of a project have the same target in its copy, and a dangling link is harmless', async () => {
  const root = await project();
  const outside = await emptyFolder();
  await writeFile(join(outside, 'shared.ts'), 'shared');
  await mkdir(join(root, 'public'));
  await symlink(join('..', '..', 'nowhere.ts'), join(root, 'public/nowhere.ts'));
  await symlink(outside, join(root, 'public/shared'));
  await symlink(join('..', 'config', 'routes.ts'), join(root, 'public/routes.ts'));
  const sandbox = new Sandbox(root, []);
  expect(readFileSync(join(sandbox.root, 'public/shared/shared.ts'), 'utf8')).toBe('shared');
  expect(readFileSync(join(sandbox.root, 'public/routes.ts'), 'utf8')).toBe('routes');
  sandbox.remove();
  expect(existsSync(join(outside, 'shared.ts'))).toBe(true);
});

test('a change in a linked folder is rejected with the link and its target, and nothing is written through it', async () => {
  const root = await project();
  const outside = await emptyFolder();
  await symlink(outside, join(root, 'src/service'));
  const change = new Change(root);
  change.create('src/service/clock.ts', 'export class Clock {}\n');
  expect(() => change.finish()).toThrow(
    `Nothing was written, because src/service/clock.ts is in a linked folder: src/service is a link to ${outside}.`,
  );
  expect(await listing(outside)).toEqual([]);
});

test('a generation whose folder became a link is not undone through it', async () => {
  const root = await project();
  const journal = new Journal(root);
  journal.write([{ path: 'src/service/clock.ts', before: undefined, after: 'clock' }], 'fw generate service');
  const outside = join(await emptyFolder(), 'service');
  await rename(join(root, 'src/service'), outside);
  await symlink(outside, join(root, 'src/service'));
  expect(() => journal.undoing()).toThrow('src/service/clock.ts is in a linked folder');
  expect(await listing(outside)).toEqual(['clock.ts']);
});
