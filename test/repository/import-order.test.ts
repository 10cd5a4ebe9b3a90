import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { type Import, importGraph } from '../support/import-graph.ts';
import { packages, SHARED_CODE } from '../support/packages.ts';
import { type SourceFolder, sourceFolders } from '../support/architecture.ts';

const SOURCE = 'packages/runtime/src/';

// A folder may import itself and the folders above it in ARCHITECTURE.md, also types and by import(). A name such as "#server" has a
// module for each runtime; all of these modules are checked.

// The server, files and uploads are in their folders, and stubs in "runtimes" replace them on runtimes without Node.
/** The imports of later folders, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'kernel/application/pipe-handler.ts → #server': 'run() loads the server when it is called',
  'kernel/application/pipe-handler.ts → #call-sites': 'entry scripts are never served as static files',
  'kernel/application/context.ts → #call-sites': 'with debug, messages name the place of a registration',
  'kernel/application/context.ts → #tracing': 'the stub in place of tracing is in a later folder',
  'features/command/run-command.ts → server/node/process/process-end.ts':
    'a command ends as a server does: the last telemetry is exported',
  'features/config/load-config.ts → #files': 'the stub in place of reading files is in a later folder',
  'kernel/container/inject.ts → #call-sites': 'error messages name the place of an injection',
  'kernel/http/bodies/file-response.ts → #file-response':
    'a response is created anywhere, but only a server reads files',
  'server/node/connect/to-node-handler.ts → #call-sites': 'entry scripts are never served as static files',
};

/** The packages that each package imports. The packages behind "type" are not installed with it, so it imports only their types. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'command-line': [],
  'create-fw-app': ['command-line'],
  'fw-cli': ['command-line', 'type fw-devtools', 'type fw-runtime'],
  'fw-devtools': ['fw-runtime'],
  'fw-jobs': ['fw-runtime'],
  'fw-middleware': ['fw-runtime'],
  'fw-otel': ['fw-runtime'],
  'fw-runtime': [],
};

const graph = importGraph();
const all = [...packages(), SHARED_CODE];
const runtime = all.find(({ name }) => name === 'fw-runtime');
const files = new Set(graph.files.filter((file) => file.startsWith(SOURCE)).map(inRuntime));
/** The imports within the runtime, with paths from its source. */
const imports = graph.imports
  .filter(({ from, to }) => from.startsWith(SOURCE) && to.startsWith(SOURCE))
  .map((each) => ({
    ...each,
    from: inRuntime(each.from),
    to: inRuntime(each.to),
    name: inRuntime(each.name),
  }));

function inRuntime(path: string): string {
  return path.replace(SOURCE, '');
}

function packageOf(file: string): string {
  return all.find(({ folder }) => file.startsWith(`${folder}/`))?.name ?? file;
}

const innermostFirst = sourceFolders().toSorted((one, other) => other.folder.length - one.folder.length);

function folderOf(file: string): SourceFolder {
  const found = innermostFirst.find(({ folder }) => file === folder || file.startsWith(`${folder}/`));
  if (found !== undefined) return found;
  throw new Error(`add the folder of ${file} to the table "Source folders" of ARCHITECTURE.md`);
}

const nameOf = ({ from, name }: Pick<Import, 'from' | 'name'>): string => `${from} → ${name}`;
const isException = (each: Pick<Import, 'from' | 'name'>): boolean => Object.hasOwn(EXCEPTIONS, nameOf(each));
const toLaterFolders = imports.filter(({ from, to }) => {
  const [own, other] = [folderOf(from), folderOf(to)];
  return own !== other && other.place >= own.place;
});

test('a folder of the runtime imports only folders above it, apart from the exceptions', () => {
  expect(
    toLaterFolders.filter((each) => !isException(each)).map(nameOf),
    'move the imported code to a folder above in the table "Source folders" of ARCHITECTURE.md, or add the import to EXCEPTIONS in this test with a reason',
  ).toEqual([]);
});

test('the kernel imports no module of Node, apart from types', () => {
  const kernel = [...files].filter((file) => file.startsWith('kernel/'));
  const importers = kernel.filter((file) =>
    /^(?:import|export) (?!type\b)[^;]*?from 'node:|^import 'node:|\bimport\('node:/m.test(
      readFileSync(SOURCE + file, 'utf8'),
    ),
  );

  expect(kernel.length).toBeGreaterThan(80);
  expect(importers, 'move code that needs Node to packages/runtime/src/server').toEqual([]);
});

test('every exception occurs', () => {
  const occurring = new Set(toLaterFolders.map(nameOf));

  expect(
    Object.keys(EXCEPTIONS).filter((name) => !occurring.has(name)),
    'remove these from EXCEPTIONS in this test',
  ).toEqual([]);
});

test('every subpath import of the package is used, and resolves to modules of the runtime', () => {
  const own = imports.filter(({ name }) => name.startsWith('#')).map(({ to }) => to);

  expect(
    own.filter((file) => !files.has(file)),
    'correct the paths under "imports" of packages/runtime/package.json, or add these files to packages/runtime/src',
  ).toEqual([]);
  const imported = new Set(own.map((file) => dirname(file)));
  const folders = Object.values(runtime?.ownNames ?? {}).flatMap((modules) =>
    modules.map((module) => dirname(inRuntime(module))),
  );
  expect(
    folders.filter((folder) => !imported.has(folder)),
    'remove the name that no module imports from "imports" of packages/runtime/package.json',
  ).toEqual([]);
});

test('only the entry files of the variants import the shared entry file', () => {
  const importers = imports.filter(({ to }) => to === 'index.ts').map(({ from }) => from);

  expect(
    importers.toSorted(),
    'import from the file that defines the name, not from packages/runtime/src/index.ts',
  ).toEqual(['a/index.ts', 'b/index.ts']);
});

test('a package imports only the packages below it', () => {
  for (const { name } of all) {
    expect(MAY_IMPORT, `add ${name} to MAY_IMPORT in this test`).toHaveProperty([name]);
    const allowed = MAY_IMPORT[name] ?? [];
    const others = graph.imports.filter(({ from, to }) => packageOf(from) === name && packageOf(to) !== name);
    const wrong = others.filter(({ to, typesOnly }) => {
      const other = packageOf(to);
      return !allowed.includes(other) && !(typesOnly && allowed.includes(`type ${other}`));
    });
    expect(
      wrong.map(({ from, name: specifier }) => `${from} → ${specifier}`),
      `${name} may import: ${allowed.join(', ') || 'no other package'}`,
    ).toEqual([]);
    const occurring = new Set(others.map(({ to }) => packageOf(to)));
    expect(
      allowed.filter((other) => !occurring.has(other.replace('type ', ''))),
      `remove these packages from MAY_IMPORT of ${name} in this test, because no module imports them`,
    ).toEqual([]);
  }
});

test('a package is imported by its entry points', () => {
  const across = graph.imports.filter(({ from, to }) => packageOf(from) !== packageOf(to));

  expect(
    across
      .filter(({ to, name }) => to === name && packageOf(to) !== SHARED_CODE.name)
      .map(({ from, to }) => `${from} → ${to}`),
    'import the name of the entry point, such as "fw-runtime", and not a path',
  ).toEqual([]);
});

test('no modules import each other in a circle, including across packages, types and import()', () => {
  const counted = new Map<string, string[]>();
  for (const { from, to, name } of graph.imports) {
    if (isException({ from: inRuntime(from), name: inRuntime(name) })) continue;
    counted.set(from, [...(counted.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) throw new Error([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const to of counted.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };

  for (const file of graph.files) {
    expect(
      () => visit(file, []),
      'break the circle: move the shared code to a file of its own',
    ).not.toThrow();
  }
});

test('the imports are found', () => {
  const [from, name] = ['kernel/application/pipe-handler.ts', '#server'];

  expect(imports).toContainEqual({
    from: 'b/application.ts',
    to: 'b/middleware-pipe.ts',
    name: 'b/middleware-pipe.ts',
    typesOnly: false,
  });
  expect(imports).toContainEqual({ from, to: 'server/runtimes/run.ts', name, typesOnly: false });
  expect(imports).toContainEqual({ from, to: 'server/runtimes/no-node.ts', name, typesOnly: false });
  expect(imports.length).toBeGreaterThan(150);
  expect(graph.imports).toContainEqual({
    from: 'packages/otel/src/run-within.ts',
    to: 'packages/runtime/src/index.ts',
    name: 'fw-runtime',
    typesOnly: true,
  });
});
