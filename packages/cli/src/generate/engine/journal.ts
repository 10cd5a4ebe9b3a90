import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackageManager } from '#command-line/choices';
import { CommandError } from '#command-line/errors';
import {
  type FileChange,
  type FileWrite,
  ENVIRONMENT_FILE,
  readIn,
  replaceFile,
} from '../../project/files.ts';
import { missingFolders, rejectLinkedFolders, removeFolders, writeChanges } from './write-changes.ts';

/** One generation: its command line and its files. */
export interface Generation {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly command: string;
  readonly files: readonly GeneratedFile[];
  /** Created folders, outermost first. */
  readonly folders: readonly string[];
  /** The package manager that installed packages for it. */
  readonly installedBy?: PackageManager;
  /** When it was undone. */
  readonly undone?: string;
}

export interface GeneratedFile {
  /** Relative to the project, with "/". */
  readonly path: string;
  /** Null when the file was created. */
  readonly before: string | null;
  /** The SHA-256 of the written content, in hexadecimal. */
  readonly hash: string;
  /** The text added to `.env`. Its other lines are secrets that the journal must not copy, so `before` is then empty or null. */
  readonly added?: string;
}

/** The changes that undo a generation. */
export interface Undoing {
  readonly generation: Generation;
  /** The files that are still to be restored. */
  readonly changes: readonly FileChange[];
  /** Files that were edited since, and so can't be restored. */
  readonly edited: readonly string[];
}

/** The history of a project's generations, in `data/.fw/journal.json`. */
export class Journal {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** In chronological order. */
  get generations(): readonly Generation[] {
    if (!existsSync(this.#file)) return [];
    try {
      return (JSON.parse(readFileSync(this.#file, 'utf8')) as { generations: Generation[] }).generations;
    } catch (error) {
      throw new CommandError(`${this.#file} cannot be read (${String(error)}): remove it to start afresh.`);
    }
  }

  /**
   * Writes all changes or, when one fails, none, and records them.
   *
   * @throws CommandError when a file was changed since the changes were planned
   */
  write(changes: readonly FileWrite[], command: string, installedBy?: PackageManager): Generation {
    const generations = this.generations;
    const folders = missingFolders(this.#root, changes);
    const generation: Generation = {
      id: (generations.at(-1)?.id ?? 0) + 1,
      time: new Date().toISOString(),
      command,
      files: changes.map(generatedFile),
      folders,
      ...(installedBy !== undefined && { installedBy }),
    };
    writeChanges(this.#root, changes, () => this.#save([...generations, generation]));
    return generation;
  }

  /**
   * Whether a test was generated and deleted since, while other files of the same generation exist: then it was
   * deleted on purpose, and other generations don't restore it.
   */
  isDeletedTest(path: string): boolean {
    if (!path.startsWith('test/') || existsSync(join(this.#root, path))) return false;
    return this.generations.some(
      ({ undone, files }) =>
        undone === undefined &&
        files.some((file) => file.path === path && file.before === null) &&
        files.some((file) => file.before === null && existsSync(join(this.#root, file.path))),
    );
  }

  /** The changes that undo the last generation; undefined when there is nothing to undo. */
  undoing(): Undoing | undefined {
    const generation = this.generations.findLast(({ undone }) => undone === undefined);
    if (generation === undefined) return undefined;
    const changes: FileChange[] = [];
    const edited: string[] = [];
    for (const { path, before: earlier, hash, added } of generation.files) {
      const before = readIn(this.#root, path);
      const after =
        added === undefined ? (earlier ?? undefined) : withoutAdded(before, added, earlier === null);
      const isEdited =
        added === undefined ? before === undefined || hashOf(before) !== hash : hasOtherValue(before, added);
      if (isEdited && before !== (earlier ?? undefined)) edited.push(path);
      else if (before !== after) changes.push({ path, before, after });
    }
    rejectLinkedFolders(this.#root, changes);
    return { generation, changes, edited };
  }

  /**
   * Undoes all changes or, when one fails, none, and records that the generation is undone.
   *
   * @throws CommandError when a file was changed since the undo was planned
   */
  undo({ generation, changes }: Undoing): void {
    const undone = new Date().toISOString();
    const generations = this.generations.map((each) =>
      each.id === generation.id ? { ...each, undone } : each,
    );
    writeChanges(this.#root, changes, () => this.#save(generations));
    removeFolders(this.#root, generation.folders);
  }

  get #file(): string {
    return join(this.#root, 'data', '.fw', 'journal.json');
  }

  #save(generations: readonly Generation[]): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    replaceFile(this.#file, `${JSON.stringify({ generations }, null, 1)}\n`, true);
  }
}

function generatedFile({ path, before, after }: FileWrite): GeneratedFile {
  const file = { path, before: before ?? null, hash: hashOf(after) };
  if (path !== ENVIRONMENT_FILE) return file;
  return { ...file, before: before === undefined ? null : '', added: after.slice(before?.length ?? 0) };
}

/**
 * `.env` without the lines that a generation added; undefined when the generation created it and nothing else is in
 * it.
 */
function withoutAdded(text: string | undefined, added: string, wasMade: boolean): string | undefined {
  if (text === undefined) return undefined;
  const kept = text.endsWith(added)
    ? text.slice(0, -added.length)
    : linesOf(text)
        .filter((line) => line.trim() !== added.trim())
        .join('');
  return kept === '' && wasMade ? undefined : kept;
}

/** Whether the added variable has another value now. */
function hasOtherValue(text: string | undefined, added: string): boolean {
  const name = added.trim().split('=', 1)[0];
  const lines = linesOf(text ?? '').map((line) => line.trim());
  return !lines.includes(added.trim()) && lines.some((line) => line.startsWith(`${name}=`));
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
