import { existsSync, watch } from 'node:fs';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileWrite } from '../../../src/project/files.ts';
import { Journal } from '../../../src/generate/engine/journal.ts';
import type { Undoing } from '../../../src/generate/engine/journal.ts';
import { emptyFolder, listing, writeFiles } from '../../../../command-line/test/folders.ts';

const changes = [
  { path: 'src/blog/post.ts', before: undefined, after: 'export class Post {}\n' },
  { path: 'config/routes.ts', before: 'one\r\ntwo', after: 'one\r\nnew\r\ntwo' },
];

async function project(): Promise<string> {
  const root = await emptyFolder();
  await writeFiles(root, { 'config/routes.ts': 'one\r\ntwo', 'src/app.ts': '' });
  return root;
}

function undoingOf(journal: Journal): Undoing {
  const undoing = journal.undoing();
  if (undoing === undefined) throw new Error('There is nothing to undo.');
  return undoing;
}

const read = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');

test('written changes are reverted byte for byte, including folders', async () => {
  const root = await project();
  const before = await listing(root);
  await chmod(join(root, 'config/routes.ts'), 0o640);
  const journal = new Journal(root);
  journal.write(changes, 'fw generate route');
  expect(await read(root, 'config/routes.ts')).toBe('one\r\nnew\r\ntwo');
  expect((await stat(join(root, 'config/routes.ts'))).mode & 0o777).toBe(0o640);

  const undoing = undoingOf(journal);
  expect(undoing.changes.map(({ path }) => path)).toEqual(['src/blog/post.ts', 'config/routes.ts']);
  expect(undoing.edited).toEqual([]);
  journal.undo(undoing);
  expect(await read(root, 'config/routes.ts')).toBe('one\r\ntwo');
  expect((await listing(root)).filter((path) => !path.startsWith('data'))).toEqual(before);
  expect(journal.undoing()).toBeUndefined();
});

test('a deleted generated test is recognized, unless all of its generation is gone', async () => {
  const root = await project();
  const journal = new Journal(root);
  const test = { path: 'test/post.test.ts', before: undefined, after: '' };
  journal.write([...changes, test], 'fw generate route');
  expect(journal.isDeletedTest('test/post.test.ts')).toBe(false);

  await rm(join(root, 'test/post.test.ts'));
  expect(journal.isDeletedTest('test/post.test.ts')).toBe(true);
  expect(journal.isDeletedTest('test/other.test.ts')).toBe(false);
  // Undoing reverts the rest.
  const undoing = undoingOf(journal);
  expect([undoing.changes.map(({ path }) => path), undoing.edited]).toEqual([
    ['src/blog/post.ts', 'config/routes.ts'],
    [],
  ]);

  await rm(join(root, 'src/blog/post.ts'));
  expect(journal.isDeletedTest('test/post.test.ts')).toBe(false);
  await writeFiles(root, { 'src/blog/post.ts': changes[0]?.after ?? '' });
  journal.undo(undoing);
  expect(journal.isDeletedTest('test/post.test.ts')).toBe(false);
});

test('generations are undone from the last to the first', async () => {
  const root = await project();
  const journal = new Journal(root);
  journal.write([{ path: 'a', before: undefined, after: '1' }], 'first');
  journal.write([{ path: 'a', before: '1', after: '2' }], 'second');
  expect(undoingOf(journal).generation.command).toBe('second');
  journal.undo(undoingOf(journal));
  expect(await read(root, 'a')).toBe('1');
  expect(undoingOf(journal).generation.command).toBe('first');
  journal.undo(undoingOf(journal));
  expect(await listing(root)).not.toContain('a');
  expect(journal.generations.map(({ id, undone }) => [id, undone !== undefined])).toEqual([
    [1, true],
    [2, true],
  ]);
});

test('a file that was edited since is reported, and is not among the changes', async () => {
  const root = await project();
  const journal = new Journal(root);
  journal.write(changes, 'fw generate route');
  await writeFile(join(root, 'config/routes.ts'), 'mine');

  const undoing = undoingOf(journal);
  expect(undoing.edited).toEqual(['config/routes.ts']);
  expect(undoing.changes.map(({ path }) => path)).toEqual(['src/blog/post.ts']);
});

test('a file that the user has already removed or restored is not an error', async () => {
  const root = await project();
  const journal = new Journal(root);
  journal.write(changes, 'fw generate route');
  await writeFile(join(root, 'config/routes.ts'), 'one\r\ntwo');
  await rm(join(root, 'src/blog/post.ts'));
  expect(undoingOf(journal)).toMatchObject({ edited: [], changes: [] });
});

test('an undo is all or nothing: a file that cannot be restored keeps the others', async () => {
  const root = await project();
  const journal = new Journal(root);
  journal.write(changes, 'fw generate route');
  const undoing = undoingOf(journal);
  await writeFile(join(root, 'config/routes.ts'), 'mine');
  expect(() => journal.undo(undoing)).toThrow('config/routes.ts was changed in the meantime');
  expect(await read(root, 'src/blog/post.ts')).toBe('export class Post {}\n');
  expect(journal.generations[0]?.undone).toBeUndefined();
});

test('a watcher of a configuration folder sees only final files', async () => {
  const root = await project();
  const seen = new Set<string | null>();
  const watcher = watch(join(root, 'config'), (_, name) => void seen.add(name));
  const isTold = new Promise((resolve) =>
    watcher.on('change', (_, name) => name === 'last.ts' && resolve(name)),
  );
  new Journal(root).write(changes, 'fw generate route');
  await writeFile(join(root, 'config/last.ts'), '');
  await isTold;
  watcher.close();
  expect([...seen].filter((name) => name?.startsWith('.') === false)).toEqual(['routes.ts', 'last.ts']);
});

test('a file that changes while a generator runs prevents all writes', async () => {
  const root = await project();
  await writeFile(join(root, 'config/routes.ts'), 'mine');
  expect(() => new Journal(root).write(changes, 'x')).toThrow(
    'config/routes.ts was changed in the meantime, so nothing was written: run the command again.',
  );
  expect(await listing(root)).not.toContain('src/blog');
});

test('a file that cannot be written prevents all other writes', async () => {
  const root = await project();
  const before = await listing(root);
  expect(() =>
    new Journal(root).write([...changes, { path: 'src/app.ts/x.ts', before: undefined, after: '' }], 'x'),
  ).toThrow(/^Nothing was written, because some files could not be written: E/);
  expect((await listing(root)).filter((path) => !path.startsWith('data'))).toEqual(before);
  expect(await read(root, 'config/routes.ts')).toBe('one\r\ntwo');
});

describe('.env', () => {
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
  const added = (before: string): FileWrite => ({
    path: '.env',
    before: before === '' ? undefined : before,
    after: `${before}JWT_SECRET=made\n`,
  });

  test('its secrets are not copied into the journal, and only the owner can read either file', async () => {
    const root = await emptyFolder();
    await writeFiles(root, { '.env': 'STRIPE_KEY=sk_live\n' });
    await chmod(join(root, '.env'), 0o644);
    new Journal(root).write([added('STRIPE_KEY=sk_live\n')], 'fw add jwt');
    expect(await read(root, 'data/.fw/journal.json')).toContain('JWT_SECRET=made');
    expect(await read(root, 'data/.fw/journal.json')).not.toContain('sk_live');
    expect(await modeOf(join(root, '.env'))).toBe(0o600);
    expect(await modeOf(join(root, 'data/.fw/journal.json'))).toBe(0o600);
  });

  test('is created for the owner only, and is undone by removing it', async () => {
    const root = await emptyFolder();
    const journal = new Journal(root);
    journal.write([added('')], 'fw add jwt');
    expect(await modeOf(join(root, '.env'))).toBe(0o600);
    journal.undo(undoingOf(journal));
    expect(existsSync(join(root, '.env'))).toBe(false);
  });

  test.each([
    ['as it was left', 'A=1\n', 'A=1\nJWT_SECRET=made\n', 'A=1\n'],
    ['with Windows line ends', 'A=1\r\n', 'A=1\r\nJWT_SECRET=made\r\n', 'A=1\r\n'],
    ['without a last line end', 'A=1', 'A=1\nJWT_SECRET=made\n', 'A=1'],
    ['edited before and after the line', 'A=1\n', 'A=2\nJWT_SECRET=made\nB=1\n', 'A=2\nB=1\n'],
    ['without the line', 'A=1\n', 'A=1\nB=1\n', undefined],
  ])('undo removes the added line from a file %s, and nothing else', async (_, before, now, then) => {
    const root = await emptyFolder();
    await writeFiles(root, { '.env': before });
    const journal = new Journal(root);
    const eol = before.includes('\r') ? '\r\n' : '\n';
    const after = `${before}${before.endsWith('\n') ? '' : eol}JWT_SECRET=made${eol}`;
    journal.write([{ path: '.env', before, after }], 'fw add jwt');
    await writeFile(join(root, '.env'), now);
    const undoing = undoingOf(journal);
    expect(undoing.edited).toEqual([]);
    expect(undoing.changes.map((change) => change.after)).toEqual(then === undefined ? [] : [then]);
  });

  test('a secret with another value counts as edited, and a removed file as undone', async () => {
    const root = await emptyFolder();
    await writeFiles(root, { '.env': 'A=1\n' });
    const journal = new Journal(root);
    journal.write([added('A=1\n')], 'fw add jwt');
    await writeFile(join(root, '.env'), 'A=1\nJWT_SECRET=mine\n');
    expect(undoingOf(journal)).toMatchObject({ changes: [], edited: ['.env'] });
    await rm(join(root, '.env'));
    expect(undoingOf(journal)).toMatchObject({ changes: [], edited: [] });
  });
});
