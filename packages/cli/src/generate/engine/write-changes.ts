import { existsSync, lstatSync, mkdirSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError, messageOf } from '#command-line/errors';
import { type FileChange, ENVIRONMENT_FILE, readIn, replaceFile } from '../../project/files.ts';

/**
 * Rejects changes to files in a linked folder. Node resolves the imports of a file there from the folder that the link leads to,
 * which is another project or none, and a copy of the project with the changes would write there as well.
 *
 * @throws CommandError for the first such change; it names the link and its target
 */
export function rejectLinkedFolders(root: string, changes: readonly FileChange[]): void {
  for (const { path } of changes) {
    // The lock file of a workspace is outside the project.
    if (path.startsWith('../')) continue;
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue;
      throw new CommandError(
        `Nothing was written, because ${path} is in a linked folder: ${folder} is a link to ${readlinkSync(join(root, folder))}. ` +
          'Choose another folder, or run the command in the project that the link leads to.',
      );
    }
  }
}

/**
 * Applies all changes to the files of a project or, when one fails, none.
 *
 * @param root the absolute folder of the project
 * @param record called at the end; when it fails, the changes are reverted as well
 * @throws CommandError when a file was changed in the meantime, and when not all files could be written; it names the
 *   files that could not be restored
 */
export function writeChanges(root: string, changes: readonly FileChange[], record: () => void): void {
  for (const { path, before } of changes) {
    if (readIn(root, path) === before) continue;
    throw new CommandError(
      `${path} was changed in the meantime, so nothing was written: run the command again.`,
    );
  }
  const folders = missingFolders(root, changes);
  const done: FileChange[] = [];
  try {
    for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
    for (const change of changes.toSorted((one, other) => turnOf(one) - turnOf(other))) {
      setFile(root, change.path, change.after);
      done.push(change);
    }
    record();
  } catch (error) {
    const stuck = putBack(root, done.toReversed());
    removeFolders(root, folders);
    const sentence =
      stuck.length === 0
        ? `Nothing was written, because some files could not be written: ${messageOf(error)}`
        : `Some files could not be written: ${messageOf(error)}\n` +
          `Some changes could not be rolled back. Check these files:\n${stuck.join('\n')}`;
    throw new CommandError(sentence, { cause: error });
  }
}

/** Reverts changes; returns a line for each file that could not be restored. */
function putBack(root: string, changes: readonly FileChange[]): string[] {
  const stuck: string[] = [];
  for (const { path, before } of changes) {
    try {
      setFile(root, path, before);
    } catch (error) {
      stuck.push(`- ${path}: ${messageOf(error)}`);
    }
  }
  return stuck;
}

/** The folders to create for changes, outermost first. */
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

/** Removes folders, given outermost first, if they are empty. */
export function removeFolders(root: string, folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(join(root, folder));
    } catch {
      // The folder contains other files.
    }
  }
}

// New files come first, because edited ones import them. Removals come before the edits, because `dev` notices them with a
// delay, and would otherwise restart twice.
function turnOf({ before, after }: FileChange): number {
  if (before === undefined) return 0;
  return after === undefined ? 1 : 2;
}

function setFile(root: string, path: string, text: string | undefined): void {
  const file = join(root, path);
  if (text === undefined) rmSync(file, { force: true });
  else replaceFile(file, text, path === ENVIRONMENT_FILE);
}
