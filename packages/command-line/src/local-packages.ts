import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages that are released together, with their folders in the repository. */
const FOLDERS = {
  'fw-runtime': 'runtime',
  'fw-middleware': 'middleware',
  'fw-jobs': 'jobs',
  'fw-devtools': 'devtools',
  'fw-cli': 'cli',
  'create-fw-app': 'create-fw-app',
} as const;

export type ReleasedPackage = keyof typeof FOLDERS;

/** Whether a package of package.json comes from a folder or a file: from a path, a `file:` path or a `file:` URL. */
export function isLocal(spec: string): boolean {
  return /^(?:(?:file|link|portal):|\.{0,2}\/|[a-z]:[\\/])/i.test(spec);
}

/**
 * Finds a package beside a local one: `../packages/cli` beside `../packages/runtime`, or
 * `file:/tmp/fw-cli-0.1.0.tgz` beside `file:/tmp/fw-runtime-0.1.0.tgz`. If no tarball has the same version, it is
 * the newest one.
 *
 * @param spec the folder or the tarball of a released package
 * @param root the absolute folder that relative paths start from
 * @returns written like `spec`; undefined when `spec` isn't local, or the package isn't there
 */
export function specBeside(spec: string, wanted: ReleasedPackage, root: string): string | undefined {
  const [, beginning = '', name = ''] = /^(.*[\\/]|\w+:)([^\\/]+)[\\/]*$/.exec(spec) ?? [];
  if (!isLocal(spec) || name === '') return undefined;
  const folder = beginning.startsWith('file://')
    ? fileURLToPath(beginning)
    : resolve(root, beginning.replace(/^\w{2,}:/, ''));
  const found = /\.t(?:ar\.)?gz$/.test(name)
    ? tarballIn(folder, wanted, name)
    : [FOLDERS[wanted], wanted].find((each) => isFolderOf(join(folder, each), wanted));
  return found && beginning + found;
}

function tarballIn(folder: string, wanted: ReleasedPackage, beside: string): string | undefined {
  const own = Object.keys(FOLDERS).find((name) => beside.startsWith(`${name}-`)) ?? '';
  const sameVersion = wanted + beside.slice(own.length);
  if (existsSync(join(folder, sameVersion))) return sameVersion;
  const tarballs = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.startsWith(`${wanted}-`) && /\.t(?:ar\.)?gz$/.test(name))
    : [];
  const changed = (name: string): number => statSync(join(folder, name)).mtimeMs;
  return tarballs.toSorted((one, other) => changed(one) - changed(other)).at(-1);
}

function isFolderOf(folder: string, wanted: ReleasedPackage): boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return false;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: string }).name === wanted;
}
