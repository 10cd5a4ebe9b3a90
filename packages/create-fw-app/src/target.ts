import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

import { UsageError } from './errors.ts';
import { derivePackageName } from './package-name.ts';
import type { PackageName } from './package-name.ts';

const listedEntries = 5;

/** Where a site goes. */
export interface Target {
  /** Absolute. */
  readonly path: string;
  /** The base name of the folder, as typed. */
  readonly title: string;
  readonly packageName: PackageName;
  /** The folder is there already, and empty but for `.git`. */
  readonly exists: boolean;
  /** The folders above it that have to be made, outermost first. */
  readonly missingParents: readonly string[];
}

/**
 * Resolves the folder that was typed and checks that a site can be laid down in it. Writes nothing.
 *
 * @param directory relative to `cwd`, or absolute
 * @throws {UsageError} when it, or one above it, is not a folder, when it is not empty (`.git` does not count), and
 *   when its name gives no package name
 */
export async function resolveTarget(directory: string, cwd: string = process.cwd()): Promise<Target> {
  const path = resolve(cwd, directory);
  const title = basename(path);
  const kind = await kindOf(path);
  if (kind === 'other') {
    throw new UsageError(
      `${directory} is not a folder: choose a name that is not taken, or an empty folder.`,
    );
  }
  if (kind === 'folder') await refuseEntries(path, directory);
  return {
    path,
    title,
    packageName: derivePackageName(title),
    exists: kind === 'folder',
    missingParents: await findMissingParents(path),
  };
}

async function refuseEntries(path: string, shown: string): Promise<void> {
  const entries = (await readdir(path)).filter((entry) => entry !== '.git').toSorted();
  if (entries.length === 0) return;
  const listed = entries.slice(0, listedEntries).join(', ');
  const more = entries.length > listedEntries ? ` and ${entries.length - listedEntries} more` : '';
  const place = shown === '.' ? 'This folder' : shown;
  throw new UsageError(`${place} is not empty, it holds ${listed}${more}: choose a new or an empty folder.`);
}

async function findMissingParents(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let parent = dirname(path); ; parent = dirname(parent)) {
    const kind = await kindOf(parent);
    if (kind === 'folder') return missing;
    if (kind === 'other') {
      throw new UsageError(`${parent} is not a folder, so nothing can be made in it: choose another place.`);
    }
    missing.unshift(parent);
  }
}

async function kindOf(path: string): Promise<'folder' | 'other' | 'nothing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return 'nothing';
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  // A link that leads nowhere is no folder, but it is in the way of one.
  return (await lstat(path).catch(() => undefined)) === undefined ? 'nothing' : 'other';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
