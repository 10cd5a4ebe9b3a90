import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type FolderWatcher, isRecursive, watchFolder } from './watch-folder.ts';
import { isFolder, isLink, LinkWatcher } from './watch-links.ts';
import { AUTOLOAD_LIST } from '#command-line/autoload-list';

const WATCHED_FOLDERS = ['config', 'public', 'src'];
const WATCHED_FILES = new Set(['.env', 'package.json', 'tsconfig.json', 'wrangler.jsonc']);

/**
 * Reports changes of the app's source: `src`, `config` and the TypeScript files of `public`, including new files and
 * folders, and `.env`, `package.json`, `tsconfig.json` and `wrangler.jsonc`. If one of them is a link, the file or folder
 * that the link leads to is watched too.
 *
 * @param root the absolute folder of the project
 * @param changed called with the path relative to the project, with "/"; several times for one change
 * @returns a function that stops watching
 */
export function watchProject(root: string, changed: (path: string) => void): () => void {
  const watchers = new Map<string, FolderWatcher>();

  /** Watches a folder and its subfolders. */
  const add = (folder: string): void => {
    const isRoot = folder === root;
    try {
      watchers.set(
        folder,
        watchFolder(folder, isRecursive && !isRoot, notice, () => drop(folder)),
      );
    } catch {
      // The file is already gone.
      return;
    }
    if (isRoot) for (const name of WATCHED_FOLDERS) add(join(root, name));
    else if (!isRecursive) for (const name of foldersIn(folder)) add(join(folder, name));
  };

  const pathOf = (file: string): string => relative(root, file).replaceAll(sep, '/');

  const drop = (folder: string): void => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };

  const notice = (file: string): void => {
    const path = pathOf(file);
    const isOfRoot = !path.includes('/');
    // Linked folders are watched apart, because they may be large, or contain the project.
    const isNewFolder = isFolder(file) && (isOfRoot || !isLink(file));
    if (
      isOfRoot &&
      !(isNewFolder ? WATCHED_FOLDERS.includes(path) : WATCHED_FILES.has(path) || watchers.has(file))
    )
      return;
    if (isOfRoot || !isRecursive) {
      // A file that was removed and created again needs a new watcher.
      drop(file);
      if (isNewFolder) add(file);
    }
    links.look(file);
    // Files written to a new folder before it was watched are not reported separately.
    const paths = isNewFolder ? filesIn(file).map((name) => `${path}/${name}`) : [path];
    const first = paths.find(isSource);
    if (first !== undefined) changed(first);
  };

  add(root);
  const links = new LinkWatcher(root, [...WATCHED_FOLDERS, ...WATCHED_FILES], (file) => {
    const path = pathOf(file);
    if (isSource(path)) changed(path);
  });
  return () => {
    drop(root);
    links.close();
  };
}

/**
 * Temporary files: hidden ones, of editors and `fw generate`; "x.ts~" and "#x.ts#" of vim and Emacs; "4913", with
 * which vim tests a folder; "x.swp"; "sedAbC123" of `sed -i`; "x.ts.tmp.123" and "x.ts___jb_tmp___" of other editors.
 */
const TEMPORARY_FILES =
  /(?:^|\/)(?:\.[^/]*|4913|sed[A-Za-z0-9]{6}|#[^/]*#|[^/]*(?:~|\.sw[a-p]|\.tmp(?:\.[^/]*)?|___jb_(?:tmp|old)___))$/;

/** `fw dev` writes the list itself. Tests are not served. */
function isSource(path: string): boolean {
  if (WATCHED_FILES.has(path)) return true;
  if (path === AUTOLOAD_LIST) return false;
  if (TEMPORARY_FILES.test(path) || /(?:^|\/)\.|\.test\.\w+$/.test(path)) return false;
  // The other files of `public` are read at each request.
  return !path.startsWith('public/') || /\.[cm]?ts$/.test(path);
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
}
