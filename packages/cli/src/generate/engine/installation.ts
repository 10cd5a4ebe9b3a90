import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackageManager } from '#command-line/choices';
import { CommandError } from '#command-line/errors';
import { dryRunFlag, jsonFlag, yesFlag } from '#command-line/flag';
import { install } from '#command-line/install';
import { startProgress } from '#command-line/progress';
import { addDependency, dependenciesIn, type DependencyMap } from '../../edit/manifest-edit.ts';
import { lockFilesOf } from '../../project/package-manager-in.ts';
import type { Project } from '../../project/project.ts';
import { type FileChange, type FileWrite, readIn, replaceFile } from '../../project/files.ts';
import type { Change } from './change.ts';

const MANIFEST = 'package.json';
/** Files besides package.json that package managers read, and that a change may contain. */
const settings = new Set([
  MANIFEST,
  'pnpm-workspace.yaml',
  '.yarnrc.yml',
  '.npmrc',
  'bunfig.toml',
  'deno.json',
]);

/** Installs the packages that a change adds, with the project's package manager. */
export class Installation {
  readonly #project: Project;
  readonly #output: NodeJS.WriteStream | undefined;
  readonly #signal: AbortSignal;

  /** @param output where progress is shown; nowhere when absent */
  constructor(project: Project, output: NodeJS.WriteStream | undefined, signal: AbortSignal) {
    this.#project = project;
    this.#output = output;
    this.#signal = signal;
  }

  get packageManager(): PackageManager {
    return this.#project.packageManager;
  }

  /**
   * Installs with the files of a change and then restores them, so that only `node_modules` has changed.
   *
   * @returns the lock files that the package manager has written
   * @throws CommandError with the reason why it failed
   */
  async install(changes: readonly FileWrite[]): Promise<FileWrite[]> {
    const { root } = this.#project;
    const read = changes.filter(({ path }) => settings.has(path));
    const locks = lockFilesOf(root, this.packageManager);
    const before = new Map(
      [...read.map(({ path }) => path), ...locks].map((path) => [path, readIn(root, path)]),
    );
    try {
      for (const { path, after } of read) replaceFile(join(root, path), after);
      await this.#run(`Installing ${newPackages(changes).join(', ')}`, 'Nothing was written, because');
      return locks.flatMap((path) => {
        const [earlier, after] = [before.get(path), readIn(root, path)];
        return after === undefined || after === earlier ? [] : [{ path, before: earlier, after }];
      });
    } finally {
      for (const [path, text] of before) putBack(root, path, text);
    }
  }

  /**
   * Updates `node_modules` to the project's files, and leaves the lock files unchanged.
   *
   * @throws CommandError with the reason why it failed
   */
  async follow(): Promise<void> {
    const { root } = this.#project;
    const locks = lockFilesOf(root, this.packageManager).map((path) => [path, readIn(root, path)] as const);
    try {
      await this.#run('Installing what is left', '');
    } finally {
      for (const [path, text] of locks) putBack(root, path, text);
    }
  }

  async #run(label: string, consequence: string): Promise<void> {
    const { packageManager } = this;
    const progress = startProgress(`${label} with ${packageManager}`, this.#output);
    const result = await install(packageManager, this.#project.root, {
      progress,
      signal: this.#signal,
      flags: [dryRunFlag, jsonFlag, yesFlag],
      mayChangeLock: true,
    });
    if (result.outcome === 'cancelled') throw this.#signal.reason;
    if (result.outcome === 'failed') {
      throw new CommandError(`${consequence} ${packageManager} install failed: ${result.reason}`.trimStart());
    }
  }
}

/** The packages that only the changed package.json depends on. */
export function newPackages(changes: readonly FileChange[]): string[] {
  const change = changes.find(({ path }) => path === MANIFEST);
  if (change === undefined) return [];
  const earlier = dependenciesIn(change.before ?? '{}');
  return [...dependenciesIn(change.after ?? '{}').keys()].filter((name) => !earlier.has(name));
}

/** The packages that can't be resolved from the project. */
export function missingPackages(root: string, names: readonly string[]): string[] {
  return names.filter((name) => !isInstalled(root, name));
}

function isInstalled(root: string, name: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', name, MANIFEST))) return true;
    if (folder === dirname(folder)) return false;
  }
}

function putBack(root: string, path: string, text: string | undefined): void {
  if (readIn(root, path) === text) return;
  if (text === undefined) rmSync(join(root, path), { force: true });
  else replaceFile(join(root, path), text);
}

/** Packages, with the ranges that the templates support. */
export type Packages = Readonly<Record<string, string>>;

/** The engine of plopfiles. */
export const PLOP: Readonly<Record<'node-plop', string>> = { 'node-plop': '^0.32.3' };

/** Adds packages to package.json; existing ranges are kept. */
export function requirePackages(
  change: Change,
  packages: Packages,
  map: DependencyMap = 'dependencies',
): void {
  const entries = Object.entries(packages);
  change.edit(
    MANIFEST,
    '{}\n',
    (text) => entries.reduce((result, [name, range]) => addDependency(result, map, name, range), text),
    entries.map(([name, range]) => `"${name}": "${range}"`).join(',\n'),
  );
}
