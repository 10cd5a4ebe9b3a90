import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type FolderWatcher, isRecursive, watchFolder } from './watch-folder.ts';

/** The most folders that are watched behind all links and behind one, so that a large folder doesn't use up all watchers. */
const MOST_FOLDERS = 2000;
const MOST_FOLDERS_OF_LINK = 200;
const SKIPPED = /^(?:\.|node_modules$)/;

interface Budget {
  left: number;
}

/** Watches the files and folders that links in a project lead to. */
export class LinkWatcher {
  readonly #root: string;
  readonly #places: readonly string[];
  readonly #changed: (file: string) => void;
  /** By the real path of a folder. */
  readonly #watchers = new Map<string, FolderWatcher>();
  readonly #links = new Set<string>();
  /** The real paths that links lead to. Several links to one folder are watched once, and a circle of links ends. */
  readonly #targets = new Set<string>();

  /**
   * @param root the absolute folder of the project
   * @param places the folders and files of the project in which links count
   * @param changed called with the path of the changed file below the link, absolute
   */
  constructor(root: string, places: readonly string[], changed: (file: string) => void) {
    this.#root = realpathSync(root);
    this.#places = places.map((place) => join(root, place));
    this.#changed = changed;
    this.#scan();
  }

  /** Call this for each change in the project, because a link may have come or gone. */
  look(file: string): void {
    const isKnown = [...this.#links].some((link) => link === file || link.startsWith(file + sep));
    if (isKnown || isLink(file)) {
      this.close();
      this.#scan();
    } else this.#lookBelow(file);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#links.clear();
    this.#targets.clear();
  }

  #scan(): void {
    for (const place of this.#places) {
      // A linked folder of the project, such as src, is watched as a folder.
      if (isFolder(place)) this.#lookBelow(place);
      else if (isLink(place)) this.#follow(place);
    }
  }

  #lookBelow(folder: string, budget: Budget = { left: MOST_FOLDERS }): void {
    if (!isFolder(folder) || budget.left-- <= 0) return;
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (isLink(path)) this.#follow(path);
      else if (!SKIPPED.test(name)) this.#lookBelow(path, budget);
    }
  }

  #follow(link: string): void {
    this.#links.add(link);
    const target = realPathOf(link);
    if (target === undefined || this.#targets.has(target) || this.#isWatched(target)) return;
    this.#targets.add(target);
    if (!isFolder(target)) {
      // The folder, because editors replace a file by renaming another one.
      this.#watch(dirname(target), `${target}\0file`, false, (file) => {
        if (basename(file) === basename(target)) this.#changed(link);
      });
      return;
    }
    this.#watchTree(target, link, (file) => {
      const path = relative(target, file);
      if (path.split(sep).some((name) => SKIPPED.test(name))) return;
      this.look(join(link, path));
      this.#changed(join(link, path));
    });
  }

  /** Whether a target is watched as part of the project, or contains the project. */
  #isWatched(target: string): boolean {
    const path = relative(this.#root, target).split(sep);
    const names = this.#places.map((place) => basename(place));
    return names.includes(path[0] ?? '') || path.every((segment) => segment === '' || segment === '..');
  }

  /**
   * Watches a folder and its subfolders, and follows the links in them.
   *
   * @param shown the path of the folder in the project
   */
  #watchTree(
    folder: string,
    shown: string,
    changed: (file: string) => void,
    budget: Budget = { left: MOST_FOLDERS_OF_LINK },
  ): void {
    const add = (path: string): void => {
      if (!SKIPPED.test(basename(path)) && isFolder(path) && !isLink(path))
        this.#watchTree(path, join(shown, relative(folder, path)), changed, budget);
    };
    const notice = (file: string): void => {
      if (!isRecursive) {
        // A folder that was removed and created again needs a new watcher.
        this.#drop(file);
        add(file);
      }
      changed(file);
    };
    if (budget.left-- <= 0 || !this.#watch(folder, folder, isRecursive, notice)) return;
    if (isRecursive) this.#lookBelow(shown, budget);
    for (const name of isRecursive ? [] : namesIn(folder)) {
      const path = join(folder, name);
      if (isLink(path)) this.#follow(join(shown, name));
      else add(path);
    }
  }

  /** @returns whether the folder is watched */
  #watch(folder: string, key: string, recursive: boolean, changed: (file: string) => void): boolean {
    if (this.#watchers.size >= MOST_FOLDERS || this.#watchers.has(key)) return false;
    try {
      this.#watchers.set(
        key,
        watchFolder(folder, recursive, changed, () => this.#drop(key)),
      );
    } catch {
      // The folder is already gone, or there are no more watchers.
    }
    return this.#watchers.has(key);
  }

  #drop(key: string): void {
    for (const [other, watcher] of this.#watchers) {
      if (other !== key && !other.startsWith(key + sep)) continue;
      watcher.close();
      this.#watchers.delete(other);
    }
  }
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // Links in a circle.
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
