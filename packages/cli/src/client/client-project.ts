import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackageManager } from '#command-line/choices';
import { ALL_LOCK_FILES, isLockOfWorkspace, packageManagerIn } from '../project/package-manager-in.ts';

/** The project that contains the client, which need not be an Fw project. */
export interface ClientProject {
  /** The nearest folder with a package.json, absolute. */
  readonly root: string;
  readonly packageManager: PackageManager;
}

/**
 * Finds the project of a file.
 *
 * @param file absolute; need not exist
 * @param usual the package manager when none is detected
 * @returns undefined when no parent folder has a package.json
 */
export function projectOf(file: string, usual: PackageManager): ClientProject | undefined {
  const root = above(file).find((folder) => existsSync(join(folder, 'package.json')));
  if (root === undefined) return undefined;
  const workspace = above(root).find((folder) =>
    ALL_LOCK_FILES.some((name) => isLockOfWorkspace(folder, name)),
  );
  const detected = showsPackageManager(root) ? root : workspace;
  const packageManager =
    detected === undefined ? usual : packageManagerIn(detected, manifestIn(detected), undefined);
  return { root, packageManager };
}

function above(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...above(folder)];
}

/** Whether a folder's files show which package manager it uses. */
function showsPackageManager(folder: string): boolean {
  const isLocked = ALL_LOCK_FILES.some((name) => existsSync(join(folder, name)));
  return isLocked || manifestIn(folder).packageManager !== undefined;
}

function manifestIn(folder: string): { readonly packageManager?: string } {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return {};
  }
}
