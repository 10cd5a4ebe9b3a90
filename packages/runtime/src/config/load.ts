import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { glob } from 'tinyglobby';
import { ConfigError, type ConfigFault } from '../error/coded-errors.ts';
import { thrownAt } from '../error/thrown-at.ts';
import { ANY_VARIANT, findFaults } from './check.ts';
import type { Config } from './config.ts';
import { EXTENSIONS, markAsSeen, warnOfFiles, warnOfKeys } from './mistaken-names.ts';
import { isConfigMap, mergeConfig } from './merge.ts';
import { noteFiles } from './origins.ts';

export interface LoadConfigOptions {
  /** The folder that the patterns start from. */
  readonly cwd: string;
  /** Globs, in the order in which their files are merged. */
  readonly patterns?: readonly string[];
}

const FOLDER = 'config/autoload';
const DEFAULT_PATTERNS = ['global', '*.global', 'local', '*.local'].map(
  (name) => `${FOLDER}/${name}.{${EXTENSIONS.join(',')}}`,
);

/**
 * Loads configuration files and merges them (rule C1). By default these are, in `config/autoload/`: `global`,
 * `*.global`, `local`, `*.local`, each in alphabetical order. A module exports its configuration as default.
 *
 * A file such as `x.global.js` beside `x.global.ts` is what was compiled of it. It counts only where the running process
 * does not load TypeScript, and then in the place of its source.
 *
 * Warns of files in that folder that are not loaded, and of top-level keys that are nearly those of the framework.
 *
 * @throws ConfigError naming file and key when a file cannot be loaded or its content is malformed; all faults at once
 */
export async function loadConfig({ cwd, patterns = DEFAULT_PATTERNS }: LoadConfigOptions): Promise<Config> {
  const found = await findFiles(cwd, patterns);
  if (patterns === DEFAULT_PATTERNS) warnOfFiles(FOLDER, await otherFiles(cwd, found));
  const files = found.filter((file) => !file.endsWith('.js') || !found.includes(sourceOf(file)));
  const loaded = await Promise.all(files.map((file) => loadFile(cwd, file)));
  for (const { file, config } of loaded) if (isConfigMap(config)) warnOfKeys(config, file);
  const faults = loaded.flatMap((result) => result.faults);
  if (faults.length > 0) throw new ConfigError(faults);
  return noteFiles(markAsSeen(mergeConfig(...loaded.map((result) => result.config))), loaded);
}

function sourceOf(compiled: string): string {
  return compiled.replace(/\.js$/, '.ts');
}

/** The files of the default folder that are not among those found. */
async function otherFiles(cwd: string, found: readonly string[]): Promise<string[]> {
  const entries = await readdir(resolve(cwd, FOLDER), { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  return names.filter((name) => !found.includes(`${FOLDER}/${name}`)).toSorted();
}

async function findFiles(cwd: string, patterns: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    const found = await glob(pattern, { cwd, expandDirectories: false });
    for (const file of found.toSorted(byName)) if (!file.endsWith('.d.ts')) files.add(file);
  }
  return [...files];
}

// By code unit, so that the order is the same on every machine: "a.global" before "a-b.global", then by extension.
function byName(one: string, other: string): number {
  const [a, b] = [one, other].map((file) => basename(file).split('.')) as [string[], string[]];
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [left = '', right = ''] = [a[index], b[index]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

interface LoadedFile {
  readonly file: string;
  readonly config: object;
  readonly faults: readonly ConfigFault[];
}

async function loadFile(cwd: string, file: string): Promise<LoadedFile> {
  try {
    const path = resolve(cwd, file);
    const config: unknown = file.endsWith('.json')
      ? JSON.parse(await readFile(path, 'utf8'))
      : await importDefault(path);
    // Merged with nothing, a file shows the keys that may not be merged and has its merge markers taken out.
    const checked = isConfigMap(config) ? mergeConfig(config) : config;
    return { file, config: config as object, faults: findFaults(checked, ANY_VARIANT, file) };
  } catch (error) {
    if (error instanceof ConfigError) {
      return { file, config: {}, faults: error.faults.map((fault) => ({ ...fault, file })) };
    }
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const place = thrownAt(error, [resolve(cwd), process.cwd()]);
    const received = place === undefined ? what : `${what} (${place})`;
    return { file, config: {}, faults: [{ file, path: '', expected: 'a file that loads', received, error }] };
  }
}

async function importDefault(path: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
    return module.default;
  } catch (error) {
    const compiled = path.replace(/\.ts$/, '.js');
    if (!isTypeScriptRefused(error) || compiled === path || !existsSync(compiled)) throw error;
    return importDefault(compiled);
  }
}

function isTypeScriptRefused(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
}
