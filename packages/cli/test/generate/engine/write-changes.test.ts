import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, readFile, readlink, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeChanges } from '../../../src/generate/engine/write-changes.ts';
import { emptyFolder, listing, writeFiles } from '../../../../command-line/test/folders.ts';

const nothing = (): void => {};
const read = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');

test.runIf(process.platform !== 'win32')('an edited file keeps its mode, whatever the umask is', async () => {
  const root = await emptyFolder();
  await writeFiles(root, { 'routes.ts': 'old' });
  chmodSync(join(root, 'routes.ts'), 0o766);
  writeChanges(root, [{ path: 'routes.ts', before: 'old', after: 'new' }], nothing);
  expect(await read(root, 'routes.ts')).toBe('new');
  expect((await stat(join(root, 'routes.ts'))).mode & 0o7777).toBe(0o766);
});

test.runIf(process.platform !== 'win32')(
  'a symbolic link stays a link, and its target is edited',
  async () => {
    const root = await emptyFolder();
    await writeFiles(root, { 'shared/routes.ts': 'old', 'config/x.ts': '' });
    await symlink('../shared/routes.ts', join(root, 'config/routes.ts'));
    writeChanges(root, [{ path: 'config/routes.ts', before: 'old', after: 'new' }], nothing);
    expect((await lstat(join(root, 'config/routes.ts'))).isSymbolicLink()).toBe(true);
    expect(await readlink(join(root, 'config/routes.ts'))).toBe('../shared/routes.ts');
    expect(await read(root, 'shared/routes.ts')).toBe('new');
    expect(await listing(root)).toEqual([
      'config',
      'config/routes.ts',
      'config/x.ts',
      'shared',
      'shared/routes.ts',
    ]);
  },
);

test('if a file cannot be restored, the others are restored, and the file is named', async () => {
  const root = await emptyFolder();
  await writeFiles(root, { a: '1', b: '1', c: '1' });
  const changes = ['a', 'b', 'c'].map((path) => ({ path, before: '1', after: '2' }));
  const fail = (): never => {
    // The last of the three is restored first.
    rmSync(join(root, 'c'));
    mkdirSync(join(root, 'c'));
    writeFileSync(join(root, 'c', 'x'), '');
    throw new Error('the disk is full');
  };
  expect(() => writeChanges(root, [...changes, { path: 'd/e', before: undefined, after: '' }], fail)).toThrow(
    /^Some files could not be written: the disk is full\nSome changes could not be rolled back. Check these files:\n- c: E\w+: .+$/,
  );
  expect([await read(root, 'a'), await read(root, 'b')]).toEqual(['1', '1']);
  expect(await listing(root)).toEqual(['a', 'b', 'c', 'c/x']);
});
