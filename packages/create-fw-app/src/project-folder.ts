import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { UsageError } from '#command-line/errors';
import { whyNotPortable } from '#command-line/portable-name';
import { derivePackageName, type PackageName } from './package-name.ts';
import { findEnclosingFolders, type EnclosingFolders } from './enclosing-folders.ts';

const MAX_LISTED_ENTRIES = 5;

/** The folder of a new project. */
export interface ProjectFolder extends EnclosingFolders {
  /** The path as typed. */
  readonly directory: string;
  /** The absolute path. */
  readonly path: string;
  /** The base name of the folder, as typed. */
  readonly title: string;
  readonly packageName: PackageName;
  /** Whether the folder exists. */
  readonly exists: boolean;
  /** Existing entries to remove, without `.git`; empty unless overwriting was requested. */
  readonly inTheWay: readonly string[];
  /** The parent folders to create, outermost first. */
  readonly missingParents: readonly string[];
}

/**
 * Resolves the typed folder and checks that a project can be created in it. Writes nothing.
 *
 * @param directory relative to `cwd`, or absolute
 * @param overwrite whether existing files may be removed
 * @throws UsageError when it, or one above it, is not a folder or is a `.git`, when it is not empty (`.git` does not
 *   count) and may not be emptied, when its name gives no package name, and when Windows can't have a folder of its name
 */
export async function resolveFolder(
  directory: string,
  cwd: string = process.cwd(),
  overwrite: boolean = false,
): Promise<ProjectFolder> {
  const path = resolve(cwd, directory);
  const title = basename(path);
  const kind = await kindOf(path);
  const real = kind === 'folder' ? await realpath(path) : path;
  if ([path, real].some((place) => place.toLowerCase().split(sep).includes('.git'))) {
    throw new UsageError(`${directory} is inside a .git folder: choose another place.`);
  }
  if (kind === 'other') {
    throw new UsageError(`${directory} is not a folder: choose a new name, or an empty folder.`);
  }
  const inTheWay = kind === 'folder' ? await entriesOf(path) : [];
  if (inTheWay.length > 0) {
    if (!overwrite) throw notEmpty(directory, inTheWay);
    await rejectToEmpty(path, directory, cwd);
  }
  const missingParents = await findMissingParents(path);
  for (const name of kind === 'folder' ? [] : [...missingParents.map((parent) => basename(parent)), title]) {
    const reason = whyNotPortable(name);
    if (reason !== undefined)
      throw new UsageError(`The folder name "${name}" ${reason}: choose another name.`);
  }
  return {
    directory,
    path,
    title,
    packageName: derivePackageName(title, basename(dirname(path))),
    exists: kind === 'folder',
    inTheWay,
    missingParents,
    ...(await findEnclosingFolders(path)),
  };
}

/** The first few names in a sentence. */
export function firstFew(names: readonly string[]): string {
  const more = names.length > MAX_LISTED_ENTRIES ? ` and ${names.length - MAX_LISTED_ENTRIES} more` : '';
  return names.slice(0, MAX_LISTED_ENTRIES).join(', ') + more;
}

async function entriesOf(path: string): Promise<string[]> {
  return (await readdir(path)).filter((entry) => entry !== '.git').toSorted();
}

function notEmpty(directory: string, entries: readonly string[]): UsageError {
  const place = directory === '.' ? 'This folder' : directory;
  return new UsageError(
    `${place} is not empty, it contains ${firstFew(entries)}: choose a new or empty folder, ` +
      'or pass --overwrite to remove everything in it but .git.',
  );
}

/** Rejects the home folder and the working directory's parents, which a mistyped `..` or `~` would empty. */
async function rejectToEmpty(path: string, directory: string, cwd: string): Promise<void> {
  const real = await realpath(path);
  const holdsHere = relative(real, await realpath(cwd));
  const isAbove = holdsHere !== '' && holdsHere !== '..' && !holdsHere.startsWith(`..${sep}`);
  if (!isAbove && real !== (await realpath(homedir()).catch(() => homedir()))) return;
  throw new UsageError(
    `${directory} is your home folder or contains the current folder, so it is not emptied: choose another folder.`,
  );
}

async function findMissingParents(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let parent = dirname(path); ; parent = dirname(parent)) {
    const kind = await kindOf(parent);
    if (kind === 'folder') return missing;
    if (kind === 'other') {
      throw new UsageError(`${parent} is not a folder: choose another place.`);
    }
    missing.unshift(parent);
  }
}

async function kindOf(path: string): Promise<'folder' | 'other' | 'nothing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return 'nothing';
    if (errorCode(error) === 'ENAMETOOLONG')
      throw new UsageError(`${path} is too long: choose a shorter name.`);
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  // A broken symbolic link: nothing can be created at this path.
  return (await lstat(path).catch(() => undefined)) === undefined ? 'nothing' : 'other';
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
