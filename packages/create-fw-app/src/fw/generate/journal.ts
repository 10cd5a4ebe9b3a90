import { createHash } from 'node:crypto';
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
import { dirname, join } from 'node:path';

import { CreateError } from '../../errors.ts';
import type { FileChange } from './change.ts';

/** One generation: what was typed, and what became of which file. */
export interface Generation {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly command: string;
  readonly files: readonly GeneratedFile[];
  /** Folders that were made for the files, outermost first. */
  readonly folders: readonly string[];
  /** When it was taken back. */
  readonly undone?: string;
}

export interface GeneratedFile {
  /** Relative to the site, with "/". */
  readonly path: string;
  /** Null when the file was made. */
  readonly before: string | null;
  /** SHA-256 of what was written, in hexadecimal. */
  readonly hash: string;
}

/** How taking a generation back went. */
export interface Undoing {
  readonly generation: Generation;
  readonly restored: readonly string[];
  /** Files that have been edited since, and were left as they are. */
  readonly refused: readonly string[];
}

/** What was generated in a site, in `data/.fw/journal.json`. */
export class Journal {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** In the order of their making. */
  get generations(): readonly Generation[] {
    if (!existsSync(this.#file)) return [];
    try {
      return (JSON.parse(readFileSync(this.#file, 'utf8')) as { generations: Generation[] }).generations;
    } catch (error) {
      throw new CreateError(`${this.#file} cannot be read (${String(error)}): remove it to start afresh.`);
    }
  }

  /**
   * Writes all changes or, when one fails, none, and remembers them.
   *
   * @throws {CreateError} when a file is no longer as it was when the changes were made
   */
  write(changes: readonly FileChange[], command: string): Generation {
    for (const { path, before } of changes) {
      if (this.#read(path) === before) continue;
      throw new CreateError(`${path} was changed meanwhile, so nothing was written: run the command again.`);
    }
    const generations = [...this.generations];
    const folders = this.#missingFolders(changes);
    const generation: Generation = {
      id: (generations.at(-1)?.id ?? 0) + 1,
      time: new Date().toISOString(),
      command,
      files: changes.map(({ path, before, after }) => ({
        path,
        before: before ?? null,
        hash: hashOf(after),
      })),
      folders,
    };
    const written: FileChange[] = [];
    try {
      for (const folder of folders) mkdirSync(join(this.#root, folder), { recursive: true });
      for (const change of changes) {
        this.#replace(join(this.#root, change.path), change.after);
        written.push(change);
      }
      this.#save([...generations, generation]);
    } catch (error) {
      for (const { path, before } of written) this.#restore(path, before ?? null);
      this.#removeFolders(folders);
      const reason = error instanceof Error ? error.message : String(error);
      throw new CreateError(`Nothing was written, because not all of it could be: ${reason}`, {
        cause: error,
      });
    }
    return generation;
  }

  /**
   * Takes the last generation back that is not yet, file by file; a file that was edited since is left as it is.
   *
   * @param dryRun tells what would be done, and does nothing
   * @returns undefined when there is nothing to take back
   */
  undo({ dryRun }: { dryRun: boolean }): Undoing | undefined {
    const generations = [...this.generations];
    const index = generations.findLastIndex(({ undone }) => undone === undefined);
    const generation = generations[index];
    if (generation === undefined) return undefined;
    const restored: string[] = [];
    const refused: string[] = [];
    for (const { path, before, hash } of generation.files) {
      const current = this.#read(path);
      const isUntouched = current !== undefined && hashOf(current) === hash;
      const isBackAlready = (current ?? null) === before;
      if (!isUntouched && !isBackAlready) refused.push(path);
      else {
        restored.push(path);
        if (!dryRun) this.#restore(path, before);
      }
    }
    if (!dryRun) {
      this.#removeFolders(generation.folders);
      generations[index] = { ...generation, undone: new Date().toISOString() };
      this.#save(generations);
    }
    return { generation, restored, refused };
  }

  get #file(): string {
    return join(this.#root, 'data', '.fw', 'journal.json');
  }

  #save(generations: readonly Generation[]): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    this.#replace(this.#file, `${JSON.stringify({ generations }, null, 1)}\n`);
  }

  #read(path: string): string | undefined {
    const file = join(this.#root, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  // Renamed into place, so that a watcher or a crash never meets half a file.
  #replace(file: string, text: string): void {
    const temporary = `${file}.${process.pid}.tmp`;
    const mode = existsSync(file) ? statSync(file).mode : 0o666;
    try {
      writeFileSync(temporary, text, { mode });
      renameSync(temporary, file);
    } catch (error) {
      if (existsSync(temporary)) rmSync(temporary);
      throw error;
    }
  }

  #restore(path: string, before: string | null): void {
    const file = join(this.#root, path);
    if (before === null) rmSync(file, { force: true });
    else this.#replace(file, before);
  }

  #missingFolders(changes: readonly FileChange[]): string[] {
    const folders = new Set<string>();
    for (const { path } of changes) {
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        if (!existsSync(join(this.#root, folder))) folders.add(folder);
      }
    }
    return [...folders].toSorted();
  }

  #removeFolders(folders: readonly string[]): void {
    for (const folder of folders.toReversed()) {
      try {
        rmdirSync(join(this.#root, folder));
      } catch {
        // Somebody has put something into it.
      }
    }
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
