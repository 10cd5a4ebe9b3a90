import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isRunning } from '../../project/script-parent.ts';
import { EXPORTING_ENTRY } from '../../project/project.ts';
import type { FileChange } from '../../project/files.ts';

const COPIED_FOLDERS = new Set(['config', 'public']);
// In bytes. Larger files are linked: they are not code, but files that the app serves.
const MAX_COPIED_BYTES = 1024 * 1024;
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist', 'test', 'data', '.git', '.fw']);

/**
 * A copy of a project with changes applied, so that they can be tested before the project itself is changed. The copy
 * is in `data/`, from where Node resolves the project's packages. Files of `src/` are links while none of them
 * changes, so that modules which this process has already loaded are not loaded again. An entry there is a copy,
 * because Node resolves its imports from the target of a link.
 */
export class Sandbox {
  readonly root: string;
  readonly #project: string;

  constructor(project: string, changes: readonly FileChange[]) {
    this.#project = project;
    this.root = join(project, 'data', '.fw', `stage-${process.pid}`);
    removeLeftBehind(dirname(this.root));
    rmSync(this.root, { recursive: true, force: true });
    mkdirSync(dirname(this.root), { recursive: true });
    // The copy contains `.env`.
    mkdirSync(this.root, { mode: 0o700 });
    for (const entry of readdirSync(project, { withFileTypes: true })) {
      if (EXCLUDED_FOLDERS.has(entry.name)) continue;
      const [source, target] = [join(project, entry.name), join(this.root, entry.name)];
      if (!entry.isDirectory()) copy(source, target);
      else if (entry.name === 'src' && !changesIn('src/', changes))
        linkFolder(source, target, 'src', changes);
      else if (entry.name === 'src' || COPIED_FOLDERS.has(entry.name) || changesUnder(entry.name, changes))
        copyFolder(source, target);
      else symlinkSync(source, target, 'junction');
    }
    symlinkSync(join(project, 'data'), join(this.root, 'data'), 'junction');
    for (const { path, after } of changes) {
      // The lock file of a workspace is not part of the project.
      if (path.startsWith('../')) continue;
      const file = join(this.root, path);
      mkdirSync(dirname(file), { recursive: true });
      // Writing through a link would change the project's own file.
      rmSync(file, { force: true });
      if (after !== undefined) writeFileSync(file, after);
    }
  }

  /** Removes the copy, and the folders created for it if they are empty. */
  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
    try {
      rmdirSync(dirname(this.root));
      rmdirSync(join(this.#project, 'data'));
    } catch {
      // The folder isn't empty.
    }
  }
}

/** Removes the copies of processes that were killed. */
function removeLeftBehind(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /^stage-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function copyFolder(source: string, target: string): void {
  mkdirSync(target);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) copyFolder(from, to);
    else copy(from, to);
  }
}

/** Whether a change affects files in a folder; written through a link, it would affect the project itself. */
function changesUnder(folder: string, changes: readonly FileChange[]): boolean {
  return changes.some(({ path }) => path.startsWith(`${folder}/`));
}

/** Whether existing files change. */
function changesIn(folder: string, changes: readonly FileChange[]): boolean {
  return changes.some(({ path, before }) => path.startsWith(folder) && before !== undefined);
}

/** Creates a folder with links to the entries of another folder, except folders that get new files. */
function linkFolder(source: string, target: string, path: string, changes: readonly FileChange[]): void {
  mkdirSync(target);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to, name] = [join(source, entry.name), join(target, entry.name), `${path}/${entry.name}`];
    if (name === EXPORTING_ENTRY) copy(from, to);
    else if (!entry.isDirectory()) linkFile(from, to);
    else if (changes.some((change) => change.path.startsWith(`${name}/`)))
      linkFolder(from, to, name, changes);
    else symlinkSync(from, to, 'junction');
  }
}

function linkFile(source: string, target: string): void {
  try {
    symlinkSync(source, target, 'file');
  } catch {
    // Windows restricts the creation of links.
    copy(source, target);
  }
}

/** Small files are copied, because a hard link changes the file's metadata, and `dev`, which watches it, would restart. */
function copy(source: string, target: string): void {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (lstatSync(source).isSymbolicLink()) {
    // A broken link is left out.
    if (stats === undefined) return;
    return symlinkSync(realpathSync(source), target, stats.isDirectory() ? 'junction' : 'file');
  }
  if (stats?.isFile() === true && stats.size <= MAX_COPIED_BYTES) return copyFileSync(source, target);
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
