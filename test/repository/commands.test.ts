import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFolders } from '../support/architecture.ts';

const packages = ['cli', 'create-fw-app', 'command-line'].map((name) => join('packages', name));
const cli = join('packages', 'cli', 'src');

interface Import {
  readonly from: string;
  readonly to: string;
}

const slashed = (path: string): string => path.replaceAll(sep, '/');

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}

/** The imports of other modules, also for types and by `import()`. */
function importsOf(from: string): Import[] {
  const source = readFileSync(from, 'utf8');
  const statements = source.matchAll(/(?:^(?:import|export)\b[^;']*?from |\bimport\()'(\.[^']+)'/gm);
  return Array.from(statements, ([, specifier = '']) => ({
    from: slashed(from),
    to: slashed(join(dirname(from), specifier)),
  }));
}

describe('the source folders of fw', () => {
  const listed = sourceFolders('The folders of `fw`, in `packages/cli/src`:');
  const innermostFirst = listed.toSorted((one, other) => other.folder.length - one.folder.length);
  const files = sourcesIn(cli).map((file) => slashed(relative(cli, file)));

  const placeOf = (file: string): number => {
    const found = innermostFirst.find(({ folder }) => file === folder || file.startsWith(`${folder}/`));
    if (found !== undefined) return found.place;
    throw new Error(`add the folder of ${file} to the second table of ARCHITECTURE.md`);
  };

  test('each exists', () => {
    expect(
      listed.map(({ folder }) => folder).filter((folder) => !files.some((file) => file.startsWith(folder))),
      'remove these from the second table of ARCHITECTURE.md',
    ).toEqual([]);
  });

  test('a folder imports only folders above it', () => {
    const imports = sourcesIn(cli)
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith(slashed(cli)))
      .map(({ from, to }) => ({ from: relative(slashed(cli), from), to: relative(slashed(cli), to) }));

    expect(imports.length).toBeGreaterThan(300);
    expect(
      imports.filter(({ from, to }) => placeOf(to) > placeOf(from)).map(({ from, to }) => `${from} → ${to}`),
      'move the imported code to a folder above in the second table of ARCHITECTURE.md',
    ).toEqual([]);
  });
});

test('fw and create-fw-app share packages/command-line, and import nothing else of each other', () => {
  const others = packages.flatMap((folder) =>
    sourcesIn(join(folder, 'src'))
      .flatMap(importsOf)
      .filter(({ to }) => !to.startsWith(slashed(join(folder, 'src'))))
      .filter(({ to }) => folder.endsWith('command-line') || !to.startsWith('packages/command-line/src/')),
  );

  expect(others, 'move what both need to packages/command-line/src').toEqual([]);
});

test('fw and create-fw-app import only types of the runtime, because it is not their dependency', () => {
  const loading = packages
    .flatMap((folder) => sourcesIn(join(folder, 'src')))
    .filter((file) =>
      /^import (?!type )[^;']*?from 'fw-(?:runtime|devtools)|^import 'fw-/m.test(
        readFileSync(file, 'utf8').replaceAll(/`[^`]*`/g, ''),
      ),
    );

  expect(loading, 'write "import type" in these files').toEqual([]);
});

test('create-fw-app, which npm create downloads, has at most 3,000 lines with the code that it shares', () => {
  const lines = ['create-fw-app', 'command-line']
    .flatMap((name) => sourcesIn(join('packages', name, 'src')))
    .map((file) => readFileSync(file, 'utf8').split('\n').length - 1);

  expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(3000);
});

test('no folder has more than 24 files', () => {
  const sources = packages.flatMap((name) => ['src', 'test'].flatMap((part) => sourcesIn(join(name, part))));
  const folders = sources.map((file) => slashed(dirname(file)));
  const full = [...new Set(folders)].filter(
    (folder) => folders.filter((each) => each === folder).length > 24,
  );

  expect(full, 'divide these folders, or join files of under 20 lines with their neighbors').toEqual([]);
});
