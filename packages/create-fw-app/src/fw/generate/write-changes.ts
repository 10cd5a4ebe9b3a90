import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { CreateError } from '../../errors.ts';
import type { FileChange } from './change.ts';

/**
 * Makes all changes to the files of a site or, when one fails, none.
 *
 * @param root the folder of the site, absolute
 * @param record is called at the end; when it fails, the changes are taken back as well
 * @throws {CreateError} when a file is no longer as the changes say that it was
 */
export function writeChanges(root: string, changes: readonly FileChange[], record: () => void): void {
  for (const { path, before } of changes) {
    if (readIn(root, path) === before) continue;
    throw new CreateError(`${path} was changed meanwhile, so nothing was written: run the command again.`);
  }
  const folders = missingFolders(root, changes);
  const done: FileChange[] = [];
  try {
    for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
    for (const change of changes.toSorted((one, other) => turnOf(one) - turnOf(other))) {
      setFile(join(root, change.path), change.after);
      done.push(change);
    }
    record();
  } catch (error) {
    for (const { path, before } of done.toReversed()) setFile(join(root, path), before);
    removeFolders(root, folders);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CreateError(`Nothing was written, because not all of it could be: ${reason}`, {
      cause: error,
    });
  }
}

/** The text of a file; undefined when there is none. */
export function readIn(root: string, path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The folders that have to be made for changes, outermost first. */
export function missingFolders(root: string, changes: readonly FileChange[]): string[] {
  const folders = new Set<string>();
  for (const { path, after } of changes) {
    if (after === undefined) continue;
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (!existsSync(join(root, folder))) folders.add(folder);
    }
  }
  return [...folders].toSorted();
}

/** Removes folders, given outermost first, where nothing is in them. */
export function removeFolders(root: string, folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(join(root, folder));
    } catch {
      // Somebody has put something into it.
    }
  }
}

/** Writes a file by renaming, so that a watcher or a crash never meets half of it. */
export function replaceFile(file: string, text: string): void {
  // Hidden, because `dev` watches folders of configuration, but nothing in them whose name begins with a dot.
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  const mode = existsSync(file) ? statSync(file).mode : 0o666;
  try {
    writeFileSync(temporary, text, { mode });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

// Made, removed, edited: what imports a new file finds it. A removal comes before the edits because `dev` hears of it with
// a delay, and would restart for both.
function turnOf({ before, after }: FileChange): number {
  if (before === undefined) return 0;
  return after === undefined ? 1 : 2;
}

function setFile(file: string, text: string | undefined): void {
  if (text === undefined) rmSync(file, { force: true });
  else replaceFile(file, text);
}
