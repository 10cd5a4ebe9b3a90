import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { watchProject } from '../../src/dev/watch-project.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';

let root: string;
let paths: Set<string>;
let wake: () => void;

const write = (path: string): Promise<void> => writeFile(join(root, path), '\n');
/** Waits until a change of this file is reported. */
const expectChange = async (path: string): Promise<void> => {
  while (!paths.has(path)) await new Promise<void>((resolve) => (wake = resolve));
};

beforeEach(async () => {
  root = await emptyFolder();
  await writeFiles(root, { 'src/action/x.ts': '', 'config/autoload/a.global.ts': '', 'public/index.ts': '' });
  paths = new Set();
  wake = () => {};
  const stop = watchProject(root, (path) => {
    paths.add(path);
    wake();
  });
  onTestFinished(stop);
});

test('a file that an editor replaces by renaming is reported, each time', async () => {
  for (let time = 0; time < 2; time++) {
    await write('src/action/.x.ts.tmp');
    await rename(join(root, 'src/action/.x.ts.tmp'), join(root, 'src/action/x.ts'));
    await expectChange('src/action/x.ts');
    expect([...paths]).toEqual(['src/action/x.ts']);
    paths.clear();
  }
});

test('files in new folders are reported, and in folders that are created again', async () => {
  for (let time = 0; time < 2; time++) {
    await mkdir(join(root, 'src/blog/deep'), { recursive: true });
    await write('src/blog/deep/y.ts');
    await expectChange('src/blog/deep/y.ts');
    await rm(join(root, 'src'), { recursive: true });
    await mkdir(join(root, 'src'));
    paths.clear();
  }
});

test.each(['package.json', 'tsconfig.json', 'wrangler.jsonc'])('a change of %s is reported', async (path) => {
  await write(path);
  await expectChange(path);
});

test('a change outside the sources of an app is not reported', async () => {
  await mkdir(join(root, 'test'));
  const temporary = [
    '.x.ts.swp',
    'x.ts.swp',
    'x.ts~',
    '4913',
    '.#x.ts',
    '#x.ts#',
    'sedAbC123',
    'x.ts.tmp',
    'x.ts.tmp.1.2',
  ];
  const others = [
    ...temporary.flatMap((name) => [`src/${name}`, `src/action/${name}`]),
    'config/autoload/a.test.ts',
    'src/y.test.ts',
  ];
  for (const path of [...others, 'public/page.html', 'test/z.ts', 'notes.md']) await write(path);
  await write('config/autoload.ts');
  await write('.env');
  await expectChange('.env');

  expect([...paths]).toEqual(['.env']);
});

describe('the target of a link is watched', () => {
  let elsewhere: string;

  beforeEach(async () => {
    elsewhere = await emptyFolder();
    await writeFiles(elsewhere, { 'one.ts': '', 'lib/two.ts': '', 'lib/deep/three.ts': '' });
  });

  const link = (target: string, path: string): Promise<void> =>
    symlink(join(elsewhere, target), join(root, path));

  test('a linked file, also after an editor replaces it', async () => {
    await link('one.ts', 'src/one.ts');
    await expectChange('src/one.ts');
    for (let time = 0; time < 2; time++) {
      paths.clear();
      await writeFile(join(elsewhere, '.one.tmp'), `${time}`);
      await rename(join(elsewhere, '.one.tmp'), join(elsewhere, 'one.ts'));
      await expectChange('src/one.ts');
    }
    paths.clear();
    await writeFile(join(elsewhere, 'other.ts'), '');
    await write('.env');
    await expectChange('.env');
    expect([...paths]).toEqual(['.env']);
  });

  test('a linked folder, with new folders in it, until the link is removed', async () => {
    await link('lib', 'config/lib');
    await expectChange('config/lib');
    await writeFile(join(elsewhere, 'lib/deep/three.ts'), '\n');
    await expectChange('config/lib/deep/three.ts');
    await mkdir(join(elsewhere, 'lib/new'));
    await expectChange('config/lib/new');
    await writeFile(join(elsewhere, 'lib/new/four.ts'), '\n');
    await expectChange('config/lib/new/four.ts');
    await rm(join(root, 'config/lib'));
    await expectChange('config/lib');
    paths.clear();
    await writeFile(join(elsewhere, 'lib/two.ts'), '\n');
    await write('.env');
    await expectChange('.env');
    // The removal may be reported twice.
    expect([...paths].filter((path) => path !== 'config/lib')).toEqual(['.env']);
  });

  test('a link in a linked folder, in a new folder and to another link', async () => {
    await symlink(join(elsewhere, 'lib'), join(elsewhere, 'alias'));
    await mkdir(join(root, 'src/new'));
    await link('alias', 'src/new/lib');
    await expectChange('src/new/lib');
    await symlink(join(elsewhere, 'one.ts'), join(elsewhere, 'lib/one.ts'));
    await expectChange('src/new/lib/one.ts');
    paths.clear();
    await writeFile(join(elsewhere, 'one.ts'), '\n');
    await expectChange('src/new/lib/one.ts');
  });

  test('circular links, links to the project and dangling links are harmless', async () => {
    await symlink(root, join(root, 'src/loop'));
    await symlink('itself', join(root, 'src/itself'));
    await symlink('/', join(root, 'src/all'));
    await symlink('/usr', join(root, 'src/large'));
    await link('none.ts', 'src/none.ts');
    await symlink(elsewhere, join(elsewhere, 'lib/back'));
    await link('lib', 'src/lib');
    await expectChange('src/lib');
    await writeFile(join(elsewhere, 'lib/two.ts'), '\n');
    await expectChange('src/lib/two.ts');
  });
});
