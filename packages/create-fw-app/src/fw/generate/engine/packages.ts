import { addDependency, type DependencyMap } from '../../edit/manifest-edit.ts';
import type { Change } from './change.ts';

/** Packages, and the ranges of them that the templates were made for. */
export type Packages = Readonly<Record<string, string>>;

const MANIFEST = 'package.json';

/** Makes package.json ask for packages; those that it asks for already stay as they are. */
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
