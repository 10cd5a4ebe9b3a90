import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join('packages', 'runtime', 'src');

// A folder may import itself and the folders before it, also for types. Modules loaded by import() may come later in the
// order: run() loads the server, and `debug` loads the development tools. The variants "a" and "b" never import each other.
// A name such as "#server" resolves to two modules: one for Node, and one that throws an UnsupportedRuntimeError elsewhere.
const ORDER = [
  ['errors'],
  ['http'],
  ['container'],
  ['router'],
  ['config'],
  ['pipeline'],
  ['contract'],
  ['tracing'],
  ['application'],
  ['inspect'],
  ['openapi'],
  ['node'],
  ['runtimes'],
  ['policies'],
  ['development'],
  ['otel'],
  ['a', 'b'],
];

const { imports: ownNames } = JSON.parse(
  readFileSync(join('packages', 'runtime', 'package.json'), 'utf8'),
) as {
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

const rank = (folder: string): number => ORDER.findIndex((folders) => folders.includes(folder));

// The responses to errors are in the room of the errors, and are part of the application: they need requests and routes.
// Private Node API is a leaf: every folder may import it, and it imports no other folder.
const folderOf = (file: string): string => {
  if (file.startsWith(join('errors', 'responses'))) return 'application';
  return file.startsWith(join('node', 'internals')) ? 'errors' : (file.split(sep)[0] ?? '');
};

interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it is loaded when it is first needed. */
  readonly lazy: boolean;
  /** Whether it is imported by a name of the package's own, such as "#development/describe". */
  readonly own: boolean;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const statements = source.matchAll(/(?:^(import|export)\b[^;']*?from |\bimport\()'([.#][^']+)'/gm);
  return [...statements].flatMap(([, statement, specifier = '']) =>
    modulesOf(file, specifier).map((to) => ({
      from: file,
      to,
      lazy: statement === undefined,
      own: specifier.startsWith('#'),
    })),
  );
}

function modulesOf(file: string, specifier: string): readonly string[] {
  if (!specifier.startsWith('#')) return [relative(root, join(root, dirname(file), specifier))];
  const [name = '', files = {}] =
    Object.entries(ownNames).find(([own]) => specifier.startsWith(own.replace('*', ''))) ?? [];
  const rest = specifier.slice(name.indexOf('*'));
  return [...new Set(Object.values(files))].map((built) =>
    join(built.replace('./dist/', '').replace('*', rest).replace(/\.js$/, '.ts')),
  );
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const imports = files.flatMap(importsOf);

test('every folder of the runtime has its place in the import order', () => {
  const folders = new Set(files.filter((file) => file.includes(sep)).map((file) => file.split(sep)[0]));

  expect(
    [...folders].toSorted(),
    'add the new folder to ORDER in test/repository/import-order.test.ts, after the folders that it imports',
  ).toEqual(ORDER.flat().toSorted());
});

test('a folder of the runtime imports only folders before it', () => {
  const wrong = imports.filter(({ from, to, lazy, own: isOwn }) => {
    const [own, other] = [folderOf(from), folderOf(to)];
    if (lazy || isOwn || own === other || from === 'index.ts' || to === 'index.ts') return false;
    return rank(other) >= rank(own);
  });

  expect(
    wrong.map(({ from, to }) => `packages/runtime/src/${from} imports ${to}`),
    'move the imported code to an earlier folder of ORDER in this test, or load the module by import()',
  ).toEqual([]);
});

test('every name of its own is imported, and stands for modules of the runtime', () => {
  const own = imports.filter((each) => each.own).map(({ to }) => to);

  expect(
    own.filter((file) => !files.includes(file)),
    'correct the paths under "imports" of packages/runtime/package.json, or add these files to packages/runtime/src',
  ).toEqual([]);
  for (const targets of Object.values(ownNames)) {
    const folders = Object.values(targets).map((built) => join(dirname(built.replace('./dist/', ''))));
    const imported = new Set(own.map((to) => dirname(to)));
    expect(
      folders.filter((folder) => !imported.has(folder)),
      'remove the name that no module imports from "imports" of packages/runtime/package.json',
    ).toEqual([]);
  }
});

test('only the entry files of the variants import the shared entry file', () => {
  const importers = imports.filter(({ to }) => to === 'index.ts').map(({ from }) => from);

  expect(
    importers.toSorted(),
    'import from the file that defines the name, not from packages/runtime/src/index.ts',
  ).toEqual([join('a', 'index.ts'), join('b', 'index.ts')]);
});

test('no modules of the runtime need each other in a circle, not even for types', () => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) throw new Error([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    const needed = imports.filter(({ from, lazy }) => from === file && !lazy);
    for (const { to } of needed) visit(to, [...path, file]);
    done.add(file);
  };

  for (const file of files) {
    expect(
      () => visit(file, []),
      'break the circle: move the shared code to a file of its own',
    ).not.toThrow();
  }
});

test('the imports are found', () => {
  expect(imports).toContainEqual({
    from: join('b', 'application.ts'),
    to: join('b', 'middleware-pipe.ts'),
    lazy: false,
    own: false,
  });
  for (const to of [join('node', 'run.ts'), join('runtimes', 'no-node.ts')]) {
    expect(imports).toContainEqual({
      from: join('application', 'application.ts'),
      to,
      lazy: true,
      own: true,
    });
  }
  expect(imports.length).toBeGreaterThan(150);
});
