import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PackageManager, PACKAGE_MANAGERS } from '#command-line/choices';
import { findChoice } from '#command-line/flag';

/** The lock files of the package managers. */
const LOCK_FILES: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'deno.lock': 'deno',
};
/** The names of all lock files. */
export const ALL_LOCK_FILES: readonly string[] = Object.keys(LOCK_FILES);

/**
 * The package manager of a project: the one in its package.json, otherwise the one whose lock file exists, otherwise
 * the one for which it was created.
 */
export function packageManagerIn(
  root: string,
  manifest: { readonly packageManager?: string },
  created: PackageManager | undefined,
): PackageManager {
  const named = findChoice(PACKAGE_MANAGERS, manifest.packageManager?.split('@')[0] ?? '');
  if (named !== undefined) return named;
  const there = Object.entries(LOCK_FILES).filter(([name]) => existsSync(join(root, name)));
  const locked = there.map(([, packageManager]) => packageManager);
  if (created !== undefined && (locked.length === 0 || locked.includes(created))) return created;
  return locked[0] ?? 'npm';
}

/**
 * The lock files that may change with the packages of a project, relative to it: its own, and in a workspace the
 * workspace's.
 */
export function lockFilesOf(root: string, packageManager: PackageManager): string[] {
  const names = Object.keys(LOCK_FILES).filter((name) => LOCK_FILES[name] === packageManager);
  const own = names.filter((name) => existsSync(join(root, name)));
  if (own.length > 0) return own;
  let up = '../';
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) {
    const above = names.filter((name) => isLockOfWorkspace(folder, name));
    if (above.length > 0) return above.map((name) => `${up}${name}`);
    up += '../';
  }
  return names.slice(0, 1);
}

/** Whether a file is the lock file of a workspace, whose packages have no lock files of their own. */
export function isLockOfWorkspace(folder: string, name: string): boolean {
  if (!existsSync(join(folder, name))) return false;
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true;
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) && /^\s*"workspaces"\s*:/m.test(readFileSync(manifest, 'utf8'));
}
