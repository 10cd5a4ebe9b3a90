import { addDependency, type DependencyMap } from '../../edit/manifest-edit.ts';
import type { Change } from './change.ts';

/** Packages, with the ranges that the templates support. */
export type Packages = Readonly<Record<string, string>>;

/** The engine of plopfiles. */
export const PLOP: Readonly<Record<'node-plop', string>> = { 'node-plop': '^0.32.3' };

const MANIFEST = 'package.json';

/** Adds packages to package.json; existing ranges are kept. */
export function requirePackages(
  change: Change,
  packages: Packages,
  map: DependencyMap = 'dependencies',
): void {
  const entries = Object.entries(packages);
  change.edit(
    MANIFEST,
    '{}\n',
    (text) => entries.reduce((result, [name, range]) => addDependency(result, map, name, range), text),
    entries.map(([name, range]) => `"${name}": "${range}"`).join(',\n'),
  );
}
