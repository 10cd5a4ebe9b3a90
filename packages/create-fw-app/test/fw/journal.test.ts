import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Change } from '../../src/fw/generate/change.ts';
import { Journal } from '../../src/fw/generate/journal.ts';
import { emptyFolder, listing, writeFiles } from '../folders.ts';

const changes = [
  { path: 'src/blog/post.ts', before: undefined, after: 'export class Post {}\n' },
  { path: 'config/routes.ts', before: 'one\r\ntwo', after: 'one\r\nnew\r\ntwo' },
];

async function site(): Promise<string> {
  const root = await emptyFolder();
  await writeFiles(root, { 'config/routes.ts': 'one\r\ntwo', 'src/app.ts': '' });
  return root;
}

const read = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');

test('what was written is taken back byte for byte, folders included', async () => {
  const root = await site();
  const before = await listing(root);
  await chmod(join(root, 'config/routes.ts'), 0o640);
  const journal = new Journal(root);
  journal.write(changes, 'fw generate route');
  expect(await read(root, 'config/routes.ts')).toBe('one\r\nnew\r\ntwo');
  expect((await stat(join(root, 'config/routes.ts'))).mode & 0o777).toBe(0o640);

  expect(journal.undo({ dryRun: false })).toMatchObject({
    restored: ['src/blog/post.ts', 'config/routes.ts'],
    refused: [],
  });
  expect(await read(root, 'config/routes.ts')).toBe('one\r\ntwo');
  expect((await listing(root)).filter((path) => !path.startsWith('data'))).toEqual(before);
  expect(journal.undo({ dryRun: false })).toBeUndefined();
});

test('generations are taken back from the last to the first', async () => {
  const root = await site();
  const journal = new Journal(root);
  journal.write([{ path: 'a', before: undefined, after: '1' }], 'first');
  journal.write([{ path: 'a', before: '1', after: '2' }], 'second');
  expect(journal.undo({ dryRun: false })?.generation.command).toBe('second');
  expect(await read(root, 'a')).toBe('1');
  expect(journal.undo({ dryRun: false })?.generation.command).toBe('first');
  expect(await listing(root)).not.toContain('a');
  expect(journal.generations.map(({ id, undone }) => [id, undone !== undefined])).toEqual([
    [1, true],
    [2, true],
  ]);
});

test('a file that was edited since is refused, and the others are taken back', async () => {
  const root = await site();
  const journal = new Journal(root);
  journal.write(changes, 'fw generate route');
  await writeFile(join(root, 'config/routes.ts'), 'mine');

  expect(journal.undo({ dryRun: false })).toMatchObject({
    restored: ['src/blog/post.ts'],
    refused: ['config/routes.ts'],
  });
  expect(await read(root, 'config/routes.ts')).toBe('mine');
});

test('a file that the user has removed or put back already is no obstacle', async () => {
  const root = await site();
  const journal = new Journal(root);
  journal.write(changes, 'fw generate route');
  await writeFile(join(root, 'config/routes.ts'), 'one\r\ntwo');
  expect(journal.undo({ dryRun: false })).toMatchObject({ refused: [] });
});

test('a dry run tells what would be taken back, and leaves it', async () => {
  const root = await site();
  const journal = new Journal(root);
  journal.write(changes, 'fw generate route');
  const before = await listing(root);
  expect(journal.undo({ dryRun: true })?.restored).toHaveLength(2);
  expect(await listing(root)).toEqual(before);
  expect(journal.undo({ dryRun: false })?.restored).toHaveLength(2);
});

test('a file that changes while a generator runs keeps everything from being written', async () => {
  const root = await site();
  await writeFile(join(root, 'config/routes.ts'), 'mine');
  expect(() => new Journal(root).write(changes, 'x')).toThrow(
    'config/routes.ts was changed meanwhile, so nothing was written: run the command again.',
  );
  expect(await listing(root)).not.toContain('src/blog');
});

test('a file that cannot be written keeps all others from being written', async () => {
  const root = await site();
  const before = await listing(root);
  expect(() =>
    new Journal(root).write([...changes, { path: 'src/app.ts/x.ts', before: undefined, after: '' }], 'x'),
  ).toThrow(/^Nothing was written, because not all of it could be: E/);
  expect((await listing(root)).filter((path) => !path.startsWith('data'))).toEqual(before);
  expect(await read(root, 'config/routes.ts')).toBe('one\r\ntwo');
});

test('what is made is parsed before it is written', async () => {
  const root = await site();
  const change = new Change(root);
  change.create('src/broken.ts', 'export class {{name}} {');
  expect(() => change.finish()).toThrow('src/broken.ts was not understood');
});

test('a file that is no UTF-8 is not edited, because it could not be given back', async () => {
  const root = await site();
  await writeFile(join(root, 'config/latin.ts'), Buffer.from([0x61, 0xe9]));
  expect(() => new Change(root).read('config/latin.ts')).toThrow(
    'config/latin.ts is not UTF-8: save it as UTF-8 first.',
  );
});
