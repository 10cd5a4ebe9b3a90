import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import * as config from '../../packages/runtime/src/features/config/index.ts';
import * as b from '../../packages/runtime/src/b/index.ts';

const root = join('packages', 'runtime', 'src');

const { imports: ownNames } = JSON.parse(
  readFileSync(join('packages', 'runtime', 'package.json'), 'utf8'),
) as {
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
const sourceOf = (built: string): string => built.replace('./dist/', '').replace(/\.js$/, '.ts');

/** The modules that are loaded together with a module where no runtime has a module of ours: the content of its bundle. */
function loadedWith(entry: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  if (!entry.startsWith(root)) return found;
  const source = readFileSync(entry, 'utf8');
  for (const [, named, bare] of source.matchAll(
    /^(?:(?:import|export)(?! type\b)[^;']*?from '([^']+)'|import '([^']+)')/gm,
  )) {
    const specifier = named ?? bare ?? '';
    loadedWith(moduleOf(specifier, entry), found);
  }
  return found;
}

function moduleOf(specifier: string, importer: string): string {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier);
  const [name, files] = Object.entries(ownNames).find(([own]) => matches(own, specifier)) ?? [];
  if (name === undefined || files === undefined) return specifier;
  const rest = specifier.slice(name.indexOf('*'));
  return join(root, sourceOf(files['default'] ?? '').replace('*', rest));
}

const matches = (own: string, specifier: string): boolean =>
  own.endsWith('*') ? specifier.startsWith(own.slice(0, -1)) : specifier === own;

const outside = (entry: string): string[] =>
  [...loadedWith(join(root, entry))].filter((module) => !module.startsWith(root)).toSorted();

test.each(['index.ts', 'a/index.ts', 'b/index.ts', 'features/config/index.ts'])(
  '%s imports nothing that needs Node',
  (entry) => {
    const needNode = outside(entry).filter((module) => module.startsWith('node:') || module === 'tinyglobby');

    expect(
      needNode,
      `packages/runtime/src/${entry} loads these modules on Workers too: load them by import() of a name such as "#server"`,
    ).toEqual([]);
    expect(loadedWith(join(root, entry)).size).toBeGreaterThan(3);
  },
);

test('an import that needs Node is found', () => {
  expect(outside('features/config/read-files.ts')).toEqual(expect.arrayContaining(['node:fs', 'node:url']));
  expect(outside('server/runtimes/run.ts')).toContain('node:events');
});

test.each(Object.entries(ownNames))(
  '%s is the full module on Node, Bun and Deno, and needs no package elsewhere',
  (_, files) => {
    const { node = '', bun, deno, default: elsewhere = '' } = files;

    expect(
      [bun, deno],
      'give "node", "bun" and "deno" the same file in packages/runtime/package.json',
    ).toEqual([node, node]);
    for (const file of filesOf(elsewhere)) {
      expect(outside(file), `packages/runtime/src/${file} is for Workers: import no package there`).toEqual(
        [],
      );
    }
    const real = filesOf(node);
    expect(
      realOnes(filesOf(elsewhere), elsewhere, node).filter((file) => !real.includes(file)),
      'remove the stand-ins of these files: nothing in packages/runtime/src has their names',
    ).toEqual([]);
  },
);

/** The source files of an import's target. */
function filesOf(built: string): string[] {
  const source = sourceOf(built);
  if (!source.includes('*')) return [source];
  const names = readdirSync(join(root, dirname(source))).filter((name) => name.endsWith('.ts'));
  return names.map((name) => join(dirname(source), name));
}

/** By stub: the module that it replaces. */
function realOnes(stubs: readonly string[], elsewhere: string, real: string): string[] {
  if (!elsewhere.includes('*')) return [sourceOf(real)];
  return stubs.map((file) => join(dirname(sourceOf(real)), basename(file)));
}

// Bundlers of a single file load the imports of such a module at start, and cannot remove unused ones.
test('a stub of a module that is loaded on demand imports nothing', () => {
  const standIns = ['server/runtimes/no-node.ts'];

  expect(
    standIns.map((file) => [...loadedWith(join(root, file))]),
    'import nothing in these files of packages/runtime/src but types',
  ).toEqual(standIns.map((file) => [join(root, file)]));
});

test('the configuration modules are the same from their own entry and from the entry of a variant', async () => {
  const nothing = { cwd: '.', patterns: [] };

  expect(await b.loadConfig(nothing)).toEqual(await config.loadConfig(nothing));
  expect([b.mergeConfig, b.mergeReplace]).toEqual([config.mergeConfig, config.mergeReplace]);
  expect(b.mergeRemove).toBe(config.mergeRemove);
});
