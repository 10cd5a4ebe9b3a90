import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import * as config from '../../packages/runtime/src/config/index.ts';
import * as b from '../../packages/runtime/src/b/index.ts';

const root = join('packages', 'runtime', 'src');

/** The modules that are loaded together with one: what a bundle of it must take along. */
function loadedWith(entry: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  if (!entry.startsWith(root)) return found;
  const source = readFileSync(entry, 'utf8');
  for (const [, named, bare] of source.matchAll(
    /^(?:(?:import|export)(?! type\b)[^;']*?from '([^']+)'|import '([^']+)')/gm,
  )) {
    const specifier = named ?? bare ?? '';
    loadedWith(specifier.startsWith('.') ? join(dirname(entry), specifier) : specifier, found);
  }
  return found;
}

const outside = (entry: string): string[] =>
  [...loadedWith(join(root, entry))].filter((module) => !module.startsWith(root)).toSorted();

test.each(['index.ts', 'a/index.ts', 'b/index.ts'])('%s takes along nothing that needs Node', (entry) => {
  const needNode = outside(entry).filter((module) => module.startsWith('node:') || module === 'tinyglobby');

  expect(needNode).toEqual([]);
  expect(loadedWith(join(root, entry)).size).toBeGreaterThan(30);
});

test('what needs Node is found where it is taken along', () => {
  expect(outside('config/index.ts')).toEqual(expect.arrayContaining(['node:fs', 'tinyglobby']));
  expect(outside('server/run.ts')).toContain('node:path');
});

test('what reads configuration is the same from its own entry and from that of a variant', async () => {
  const nothing = { cwd: '.', patterns: [] };

  expect(await b.loadConfig(nothing)).toEqual(await config.loadConfig(nothing));
  expect([b.mergeConfig, b.mergeReplace]).toEqual([config.mergeConfig, config.mergeReplace]);
  expect(b.mergeRemove).toBe(config.mergeRemove);
});
