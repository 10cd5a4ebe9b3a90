import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { expectLinksToLead } from '../support/links.ts';
import { architecture, codeIn, rowsOf, sourceFolders } from '../support/architecture.ts';

const root = join('packages', 'runtime', 'src');
const page = architecture();

/** The path of a file or folder that ARCHITECTURE.md names. */
const pathOf = (name: string): string =>
  /^(?:packages|templates|test|docs)\//.test(name) ? name : join(root, name);

test('README.md and CONTRIBUTING.md link to ARCHITECTURE.md, whose links lead somewhere', async () => {
  for (const file of ['README.md', 'CONTRIBUTING.md']) {
    expect(readFileSync(file, 'utf8'), `link ARCHITECTURE.md in ${file}`).toContain('](ARCHITECTURE.md');
  }
  await expectLinksToLead('ARCHITECTURE.md');
});

test('the table of source folders lists the folders of the runtime', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const folders = files
    .filter((file) => file.isDirectory())
    .map((file) =>
      join(file.parentPath, file.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
  const listed = sourceFolders()
    .flatMap(({ folder, subfolders }) => [folder, ...subfolders])
    .filter((folder) => !folder.endsWith('.ts'));
  const floors = new Set(listed.map((folder) => folder.split('/')[0] as string));

  expect(
    listed.toSorted(),
    'list every folder of packages/runtime/src once in the table "Source folders" of ARCHITECTURE.md: below the folders that it imports, or with "/" at its end in the row of its parent folder',
  ).toEqual(folders.filter((folder) => !floors.has(folder) || listed.includes(folder)).toSorted());
});

test('every file and folder that ARCHITECTURE.md names exists', () => {
  const withoutFolders = page.replace(/\n## Source folders\n[^]*?\n## /, '');
  const named = codeIn(withoutFolders).filter((text) => /^[\w-]+\/[\w/.-]*$|^[\w-]+\.ts$/.test(text));

  expect(named.length).toBeGreaterThan(100);
  expect(
    named.filter((name) => !existsSync(pathOf(name))),
    'correct these paths in ARCHITECTURE.md',
  ).toEqual([]);
});

test('every function and class that ARCHITECTURE.md names beside a file is in that file', () => {
  const before = page.matchAll(/`(#?\w+)(?:\(\))?` (?:in|of) `([\w/.-]+\.ts)`/g);
  const behind = page.matchAll(/`([\w/.-]+\.ts)` \(`(#?\w+)`\)/g);
  const named = [
    ...Array.from(before, ([, name = '', file = '']) => ({ name, file })),
    ...Array.from(behind, ([, file = '', name = '']) => ({ name, file })),
  ];

  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter(({ name, file }) => !readFileSync(pathOf(file), 'utf8').includes(name)),
    'correct these names or files in ARCHITECTURE.md',
  ).toEqual([]);
});

test('a symptom names at most three files', () => {
  const symptoms = rowsOf(page, '## Symptoms');

  expect(symptoms.length).toBeGreaterThanOrEqual(15);
  for (const [symptom, files = ''] of symptoms) {
    const count = codeIn(files).filter((text) => dirname(text) !== '.').length;
    expect(count, `name one to three files for "${symptom}" in ARCHITECTURE.md`).toBeGreaterThan(0);
    expect(count, `name one to three files for "${symptom}" in ARCHITECTURE.md`).toBeLessThan(4);
  }
});

test('the tables of ARCHITECTURE.md and CONTRIBUTING.md name every package and tool', () => {
  const packages = foldersIn('packages');
  const own = rowsOf(page, 'The other packages:').flatMap(([folder = '']) => codeIn(folder));
  const folders = rowsOf(readFileSync('CONTRIBUTING.md', 'utf8'), '## Folders').flatMap(([folder = '']) =>
    codeIn(folder),
  );

  expect(own.toSorted(), 'complete the table "The other packages" of ARCHITECTURE.md').toEqual(
    packages.filter((name) => name !== 'packages/runtime').map((name) => `${name}/src`),
  );
  expect(folders.toSorted(), 'complete the table "Folders" of CONTRIBUTING.md').toEqual(
    [...packages, ...foldersIn('tools'), 'docs', 'templates', 'test'].toSorted(),
  );
});

test('a comment that refers to a file names a file that exists', () => {
  const files = ['packages', 'tools'].flatMap(sourcesIn);
  const references = files.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(
        /^ *(?:\/\/|\/?\*).*\b[Ss]ee ((?:[\w-]+\/)*[\w.-]+\.(?:ts|mjs))\b/gm,
      ),
      ([, name = '']) => ({ file, name }),
    ),
  );

  expect(references.length).toBeGreaterThan(10);
  expect(
    references.filter(({ name }) => !files.some((file) => file.endsWith(`/${name}`)) && !existsSync(name)),
    'correct these names in the comments',
  ).toEqual([]);
});

function foldersIn(parent: string): string[] {
  return readdirSync(parent, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => `${parent}/${name}`);
}

function sourcesIn(parent: string): string[] {
  return readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .map((file) => `${parent}/${file}`.replaceAll('\\', '/'))
    .filter((file) => /\.(?:ts|mjs|js)$/.test(file) && !/\/(?:node_modules|dist|\.content)\//.test(file));
}
