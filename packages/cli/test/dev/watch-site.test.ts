import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { watchSite } from '../../src/dev/watch-site.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';

let root: string;
let paths: Set<string>;
let wake: () => void;

const write = (path: string): Promise<void> => writeFile(join(root, path), '\n');
/** Resolves when a change of this file has been told. */
const told = async (path: string): Promise<void> => {
  while (!paths.has(path)) await new Promise<void>((resolve) => (wake = resolve));
};

beforeEach(async () => {
  root = await emptyFolder();
  await writeFiles(root, { 'src/action/x.ts': '', 'config/autoload/a.global.ts': '', 'public/index.ts': '' });
  paths = new Set();
  wake = () => {};
  const stop = watchSite(root, (path) => {
    paths.add(path);
    wake();
  });
  onTestFinished(stop);
});

test('a file that an editor replaces by renaming is told, each time', async () => {
  for (let time = 0; time < 2; time++) {
    await write('src/action/.x.ts.tmp');
    await rename(join(root, 'src/action/.x.ts.tmp'), join(root, 'src/action/x.ts'));
    await told('src/action/x.ts');
    expect([...paths]).toEqual(['src/action/x.ts']);
    paths.clear();
  }
});

test('files in new folders are told, and in folders that come again', async () => {
  for (let time = 0; time < 2; time++) {
    await mkdir(join(root, 'src/blog/deep'), { recursive: true });
    await write('src/blog/deep/y.ts');
    await told('src/blog/deep/y.ts');
    await rm(join(root, 'src'), { recursive: true });
    await mkdir(join(root, 'src'));
    paths.clear();
  }
});

test.each(['package.json', 'tsconfig.json', 'wrangler.jsonc'])('a change of %s is told', async (path) => {
  await write(path);
  await told(path);
});

test('what a site is not made of is not told', async () => {
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
  await told('.env');

  expect([...paths]).toEqual(['.env']);
});
