import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { type Room, rooms } from '../support/rooms.ts';

const root = join('packages', 'runtime', 'src');

// A room may import itself and the rooms above it in ARCHITECTURE.md, also for types and by import(). A name such as "#server" stands
// for a module for each runtime, and all of them count.

// The server, files and uploads are in their rooms, and stubs in "runtimes" replace them where there is no Node.
/** The imports of later rooms, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'application/pipe-handler.ts → #server': 'run() loads the server when it is called',
  'application/pipe-handler.ts → #call-sites': 'entry scripts are never served as static files',
  'application/context.ts → #call-sites': 'with debug, messages name the place of a registration',
  'application/context.ts → #tracing': 'the stub in place of tracing is in a later room',
  'config/load-config.ts → #files': 'the stub in place of reading files is in a later room',
  'container/inject.ts → #call-sites': 'error messages name the place of an injection',
  'http/bodies/file-response.ts → #file-response':
    'a response is created anywhere, but only a server reads files',
  'http/received-request.ts → #parts': 'the stub in place of reading uploads is in a later room',
  'node/connect/to-node-handler.ts → #call-sites': 'entry scripts are never served as static files',
};

const { imports: ownNames } = JSON.parse(
  readFileSync(join('packages', 'runtime', 'package.json'), 'utf8'),
) as {
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

interface Import {
  readonly from: string;
  readonly to: string;
  /** As it is written in EXCEPTIONS. */
  readonly name: string;
}

function importsOf(from: string): Import[] {
  const source = readFileSync(join(root, from), 'utf8');
  const statements = source.matchAll(
    /(?:^import |^(?:import|export)\b[^;']*?from |\bimport\()'([.#][^']+)'/gm,
  );
  return [...statements].flatMap(([, specifier = '']) =>
    modulesOf(from, specifier).map((to) => ({ from, to, name: specifier.startsWith('#') ? specifier : to })),
  );
}

function modulesOf(from: string, specifier: string): readonly string[] {
  if (!specifier.startsWith('#')) return [slashed(relative(root, join(root, dirname(from), specifier)))];
  const [name = '', files = {}] =
    Object.entries(ownNames).find(([own]) => specifier.startsWith(own.replace('*', ''))) ?? [];
  const rest = specifier.slice(name.indexOf('*'));
  return [...new Set(Object.values(files))].map((built) => sourceOf(built).replace('*', rest));
}

function sourceOf(built: string): string {
  return built.replace('./dist/', '').replace(/\.js$/, '.ts');
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map(slashed);
const imports = files.flatMap(importsOf);
const innermostFirst = rooms().toSorted((one, other) => other.folder.length - one.folder.length);

function roomOf(file: string): Room {
  const room = innermostFirst.find(({ folder }) => file === folder || file.startsWith(`${folder}/`));
  if (room !== undefined) return room;
  throw new Error(`add the folder of ${file} to the table "Rooms" of ARCHITECTURE.md`);
}

const nameOf = ({ from, name }: Import): string => `${from} → ${name}`;
const isException = (each: Import): boolean => Object.hasOwn(EXCEPTIONS, nameOf(each));
const toLaterRooms = imports.filter(({ from, to }) => {
  const [own, other] = [roomOf(from), roomOf(to)];
  return own !== other && other.place >= own.place;
});

test('a room of the runtime imports only rooms above it, apart from the exceptions', () => {
  expect(
    toLaterRooms.filter((each) => !isException(each)).map(nameOf),
    'move the imported code to a room above in the table "Rooms" of ARCHITECTURE.md, or add the import to EXCEPTIONS in this test with a reason',
  ).toEqual([]);
});

test('every exception occurs', () => {
  const occurring = new Set(toLaterRooms.map(nameOf));

  expect(
    Object.keys(EXCEPTIONS).filter((name) => !occurring.has(name)),
    'remove these from EXCEPTIONS in this test',
  ).toEqual([]);
});

test("every name of the package's own is imported, and stands for modules of the runtime", () => {
  const own = imports.filter(({ name }) => name.startsWith('#')).map(({ to }) => to);

  expect(
    own.filter((file) => !files.includes(file)),
    'correct the paths under "imports" of packages/runtime/package.json, or add these files to packages/runtime/src',
  ).toEqual([]);
  const imported = new Set(own.map((file) => dirname(file)));
  const folders = Object.values(ownNames).flatMap((targets) =>
    Object.values(targets).map(sourceOf).map(dirname),
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

test('no modules of the runtime import each other in a circle, not even for types or by import()', () => {
  const counted = imports.filter((each) => !isException(each));
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) throw new Error([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const { from, to } of counted) if (from === file) visit(to, [...path, file]);
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
  const [from, name] = ['application/pipe-handler.ts', '#server'];

  expect(imports).toContainEqual({
    from: 'b/application.ts',
    to: 'b/middleware-pipe.ts',
    name: 'b/middleware-pipe.ts',
  });
  expect(imports).toContainEqual({ from, to: 'node/run.ts', name });
  expect(imports).toContainEqual({ from, to: 'runtimes/no-node.ts', name });
  expect(imports.length).toBeGreaterThan(150);
});
