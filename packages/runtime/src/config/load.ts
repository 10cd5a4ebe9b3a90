import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { glob } from 'tinyglobby';
import { ConfigError, type ConfigFault } from '../error/coded-errors.ts';
import { ANY_VARIANT, findFaults } from './check.ts';
import type { Config } from './config.ts';
import { isConfigMap, mergeConfig } from './merge.ts';

export interface LoadConfigOptions {
  /** The folder that the patterns start from. */
  readonly cwd: string;
  /** Globs, in the order in which their files are merged. */
  readonly patterns?: readonly string[];
}

const EXTENSIONS = '{ts,js,mjs,json}';
const DEFAULT_PATTERNS = ['global', '*.global', 'local', '*.local'].map(
  (name) => `config/autoload/${name}.${EXTENSIONS}`,
);

/**
 * Loads configuration files and merges them (SEMANTICS C1). By default these are, in `config/autoload/`: `global`,
 * `*.global`, `local`, `*.local`, each in alphabetical order. A module exports its configuration as default.
 *
 * @throws ConfigError naming file and key when a file cannot be loaded or its content is malformed; all faults at once
 */
export async function loadConfig({ cwd, patterns = DEFAULT_PATTERNS }: LoadConfigOptions): Promise<Config> {
  const files = await findFiles(cwd, patterns);
  const loaded = await Promise.all(files.map((file) => loadFile(cwd, file)));
  const faults = loaded.flatMap((result) => result.faults);
  if (faults.length > 0) {
    throw new ConfigError(faults, { cause: loaded.find((result) => result.error !== undefined)?.error });
  }
  return mergeConfig(...loaded.map((result) => result.config));
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
  readonly config: object;
  readonly faults: readonly ConfigFault[];
  readonly error?: unknown;
}

async function loadFile(cwd: string, file: string): Promise<LoadedFile> {
  try {
    const path = resolve(cwd, file);
    const config: unknown = file.endsWith('.json')
      ? JSON.parse(await readFile(path, 'utf8'))
      : await importDefault(path);
    // Merged with nothing, a file shows the keys that may not be merged and has its merge markers taken out.
    const checked = isConfigMap(config) ? mergeConfig(config) : config;
    return { config: config as object, faults: findFaults(checked, ANY_VARIANT, file) };
  } catch (error) {
    if (error instanceof ConfigError) {
      return { config: {}, faults: error.faults.map((fault) => ({ ...fault, file })) };
    }
    const received = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { config: {}, faults: [{ file, path: '', expected: 'a file that loads', received }], error };
  }
}

async function importDefault(path: string): Promise<unknown> {
  const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  return module.default;
}
