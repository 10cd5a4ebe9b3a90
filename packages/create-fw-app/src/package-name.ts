import { builtinModules } from 'node:module';
import { UsageError } from '#command-line/errors';

/** The packages that a project depends on: npm doesn't install a package with the name of the project itself. */
export const DEPENDENCY_NAMES: ReadonlySet<string> = new Set([
  '@types/bun',
  '@types/deno',
  '@types/node',
  'find-my-way',
  'fw-cli',
  'fw-devtools',
  'fw-runtime',
  'path-to-regexp',
  'rou3',
  'tsx',
  'typescript',
  'vitest',
  'wrangler',
]);

const MAX_NAME_LENGTH = 214;
const NAMES_REJECTED_BY_NPM: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico']);
const NODE_MODULES: ReadonlySet<string> = new Set(builtinModules);

export interface PackageName {
  readonly name: string;
  /** One sentence for the user when the name differs from the folder's, otherwise `undefined`. */
  readonly note: string | undefined;
}

/**
 * Derives the npm package name of a project from the base name of its folder: lower case, without accents, with `-`
 * for everything that npm doesn't allow. A parent folder that is a scope, such as `@acme`, becomes the scope of the
 * name.
 *
 * @throws UsageError when nothing valid remains
 */
export function derivePackageName(folder: string, above: string = ''): PackageName {
  const base = fitForNpm(folder);
  const scope = above.startsWith('@') ? fitForNpm(above.slice(1)) : '';
  const derived = scope === '' ? base : `@${scope}/${base}`;
  if (base === '' || derived.length > MAX_NAME_LENGTH || NAMES_REJECTED_BY_NPM.has(base)) {
    throw new UsageError(
      `The folder name "${folder}" cannot be used as a package name: choose one with a letter or digit, ` +
        `at most ${MAX_NAME_LENGTH} characters long, as in my-site.`,
    );
  }
  const reason = reservedReason(derived);
  if (reason !== undefined) {
    const name = `${derived}-site`;
    return { name, note: `The package is named ${name}, because ${reason}.` };
  }
  if (base !== folder) {
    return {
      name: derived,
      note: `The package is named ${derived}: npm does not allow "${folder}" as a name.`,
    };
  }
  return { name: derived, note: scope === '' ? undefined : `The package is named ${derived}.` };
}

function fitForNpm(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
}

function reservedReason(name: string): string | undefined {
  if (DEPENDENCY_NAMES.has(name)) return `the project itself depends on ${name}`;
  if (NODE_MODULES.has(name)) return `${name} is a module of Node`;
  return undefined;
}
