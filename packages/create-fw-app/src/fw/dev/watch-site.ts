import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type FolderWatcher, watchFolder } from './watch-folder.ts';
import { AUTOLOAD_LIST } from '../../autoload-list.ts';

const WATCHED_FOLDERS = ['config', 'public', 'src'];
const WATCHED_FILES = new Set(['.env', 'package.json', 'tsconfig.json', 'wrangler.jsonc']);
// Recursive watching of Node 20 on Linux loses a file that an editor replaces by renaming.
const isRecursive = process.platform !== 'linux';

/**
 * Tells of each change of a file that the site is made of: of `src`, `config` and the TypeScript of `public`, new files and
 * folders too, and of `.env`, `package.json`, `tsconfig.json` and `wrangler.jsonc`.
 *
 * @param root the folder of the site, absolute
 * @param changed called with the path of the file relative to the site, with "/"; several times for one change
 * @returns what ends it
 */
export function watchSite(root: string, changed: (path: string) => void): () => void {
  const watchers = new Map<string, FolderWatcher>();

  /** Watches a folder and those in it. */
  const add = (folder: string): void => {
    const isRoot = folder === root;
    try {
      watchers.set(
        folder,
        watchFolder(folder, isRecursive && !isRoot, notice, () => drop(folder)),
      );
    } catch {
      // It is gone already.
      return;
    }
    if (isRoot) for (const name of WATCHED_FOLDERS) add(join(root, name));
    else if (!isRecursive) for (const name of foldersIn(folder)) add(join(folder, name));
  };

  const drop = (folder: string): void => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };

  const notice = (file: string): void => {
    const path = relative(root, file).replaceAll(sep, '/');
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
    const isOfRoot = !path.includes('/');
    if (
      isOfRoot &&
      !(isFolder ? WATCHED_FOLDERS.includes(path) : WATCHED_FILES.has(path) || watchers.has(file))
    )
      return;
    if (isOfRoot || !isRecursive) {
      // One that was removed and has come again needs a new watcher.
      drop(file);
      if (isFolder) add(file);
    }
    // What was written into a new folder before it was watched is not told by itself.
    const paths = isFolder ? filesIn(file).map((name) => `${path}/${name}`) : [path];
    const first = paths.find(isSource);
    if (first !== undefined) changed(first);
  };

  add(root);
  return () => drop(root);
}

/**
 * Temporary files: hidden ones, of editors and `fw generate`; "x.ts~" and "#x.ts#" of vim and Emacs; "4913", by which vim tries a
 * folder; "x.swp"; "sedAbC123" of `sed -i`; "x.ts.tmp.123" and "x.ts___jb_tmp___" of other editors.
 */
const TEMPORARY_FILES =
  /(?:^|\/)(?:\.[^/]*|4913|sed[A-Za-z0-9]{6}|#[^/]*#|[^/]*(?:~|\.sw[a-p]|\.tmp(?:\.[^/]*)?|___jb_(?:tmp|old)___))$/;

/** The list is written by `fw dev` itself. Tests are not served. */
function isSource(path: string): boolean {
  if (WATCHED_FILES.has(path)) return true;
  if (path === AUTOLOAD_LIST) return false;
  if (TEMPORARY_FILES.test(path) || /(?:^|\/)\.|\.test\.\w+$/.test(path)) return false;
  // The other files of `public` are read when they are asked for.
  return !path.startsWith('public/') || /\.[cm]?ts$/.test(path);
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
}
