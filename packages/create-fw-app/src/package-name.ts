import { UsageError } from './errors.ts';

/** The packages that a site depends on: npm installs none that is called like the site itself. */
export const dependencyNames: ReadonlySet<string> = new Set([
  'awilix',
  'create-fw-app',
  'find-my-way',
  'fw-runtime',
  'node-plop',
  'plop',
  'rou3',
  'tsx',
  'typescript',
  'vitest',
]);

const longestName = 214;
const refusedByNpm: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico']);

export interface PackageName {
  readonly name: string;
  /** One sentence for the user when the name is not the folder's, else `undefined`. */
  readonly note: string | undefined;
}

/**
 * Derives the npm package name of a site from the base name of its folder: lower case, without accents, `-` in place
 * of everything that npm does not take.
 *
 * @throws {UsageError} when nothing valid remains
 */
export function derivePackageName(folder: string): PackageName {
  const derived = folder
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
  if (derived === '' || derived.length > longestName || refusedByNpm.has(derived)) {
    throw new UsageError(
      `The folder name "${folder}" cannot be used as a package name: choose one with a letter or digit, ` +
        `at most ${longestName} characters long, as in my-site.`,
    );
  }
  if (dependencyNames.has(derived)) {
    const name = `${derived}-site`;
    return { name, note: `The package is called ${name}, because the site itself depends on ${derived}.` };
  }
  if (derived !== folder) {
    return {
      name: derived,
      note: `The package is called ${derived}: npm does not take "${folder}" as a name.`,
    };
  }
  return { name: derived, note: undefined };
}
