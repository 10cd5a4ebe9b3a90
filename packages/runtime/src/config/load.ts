import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { ConfigError, type ConfigFault, thrownAt } from '../errors/config-error.ts';
import type { Config } from './config.ts';
import { EXTENSIONS, markAsSeen, warnOfFiles, warnOfKeys } from './mistaken-names.ts';
import { type ConfigMap, isConfigMap, mergeConfig } from './merge.ts';
import { allFaultsOf, faultsOfFile } from './merge-files.ts';
import { noteFiles } from './origins.ts';
import { checkOwnKeys } from './own-keys.ts';
import { type ConfigProvider, lostEntries, providedParts } from './providers.ts';

/** A schema of the keys that are a site's own: of any library that keeps to Standard Schema. */
export type ConfigSchema = StandardSchemaV1<unknown, object>;

/** What `loadConfig` gives with a schema, and without one. */
export type LoadedConfig<Schema extends ConfigSchema | undefined> = Schema extends ConfigSchema
  ? Config & StandardSchemaV1.InferOutput<Schema>
  : Config;

/** What `loadConfig` reads, and what it checks. */
export interface LoadConfigOptions<Schema extends ConfigSchema | undefined = ConfigSchema | undefined> {
  /** The folder that the patterns start from. */
  readonly cwd: string;
  /** What packages give, in order; merged before the files, which change it. */
  readonly providers?: readonly ConfigProvider[];
  /** Globs, in the order in which their files are merged. Those of rule C1 when absent. */
  readonly patterns?: readonly string[];
  /** Whether `test` and `*.test` take the place of `local` and `*.local`; when absent, whether NODE_ENV is "test". */
  readonly test?: boolean;
  /** Checks the site's own keys, all that the framework does not read. What it makes of them takes their place. */
  readonly schema?: Schema;
}

const FOLDER = 'config/autoload';

/**
 * Loads configuration files and merges them (rule C1). By default these are, in `config/autoload/`: `global`,
 * `*.global`, `local`, `*.local`, each in alphabetical order; under test, `test` and `*.test` in place of the last two. A
 * module exports its configuration as default.
 *
 * A file such as `x.global.js` beside `x.global.ts` is what was compiled of it. It counts only where the running process
 * does not load TypeScript, and then in the place of its source.
 *
 * Warns of files in that folder that are not loaded, and of top-level keys that are nearly those of the framework.
 *
 * @example await loadConfig({ cwd, schema: object({ mail: object({ from: string() }) }) })
 * @throws ConfigError naming file or provider and key when a file cannot be loaded or its content is malformed, when the schema refuses a
 *   value, or when a variable of the environment is not what `env` asks for; all faults at once
 */
export async function loadConfig<Schema extends ConfigSchema | undefined = undefined>({
  cwd,
  providers = [],
  patterns,
  test,
  schema,
}: LoadConfigOptions<Schema>): Promise<LoadedConfig<Schema>> {
  const found = patterns
    ? await matchingFiles(cwd, patterns)
    : await ownFiles(cwd, test ?? process.env['NODE_ENV'] === 'test');
  const files = found.filter((file) => !file.endsWith('.js') || !found.includes(sourceOf(file)));
  const provided = providedParts(providers).map(({ file, config }) => ({
    file,
    config,
    faults: allFaultsOf(file, config),
  }));
  const loaded = [...provided, ...(await Promise.all(files.map((file) => loadFile(cwd, file))))];
  const parts = loaded.filter(isPart);
  for (const { file, config } of parts) warnOfKeys(config, file);
  const merged = noteFiles(markAsSeen(mergeConfig(...parts.map(({ config }) => config))), parts);
  // Where a file is missing, so may be what the schema asks for.
  const own = schema && parts.length === loaded.length ? await checkOwnKeys(merged, schema) : undefined;
  const faults = [
    ...loaded.filter(isFirstOfItsError).flatMap((each) => each.faults),
    ...lostEntries(parts, provided.length),
    ...(own?.faults ?? []),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  // What the schema has made is what its type says.
  return noteFiles(markAsSeen({ ...merged, ...own?.values }), parts) as LoadedConfig<Schema>;
}

function sourceOf(compiled: string): string {
  return compiled.replace(/\.js$/, '.ts');
}

/** The files of the default folder that rule C1 names, found without the package for globs, which takes time to load. */
async function ownFiles(cwd: string, test: boolean): Promise<string[]> {
  const entries = await readdir(resolve(cwd, FOLDER), { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  const last = test ? 'test' : 'local';
  const found = ['global', '[^.].*\\.global', last, `[^.].*\\.${last}`].flatMap((form) => {
    const whole = new RegExp(`^${form}\\.(?:${EXTENSIONS.join('|')})$`);
    return names.filter((name) => whole.test(name)).toSorted(byName);
  });
  const others = names.filter((name) => !found.includes(name));
  warnOfFiles(FOLDER, others.toSorted());
  return found.map((name) => `${FOLDER}/${name}`);
}

async function matchingFiles(cwd: string, patterns: readonly string[]): Promise<string[]> {
  const { glob } = await import('tinyglobby');
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
  /** Undefined when the file does not load. */
  readonly config?: unknown;
  readonly faults: readonly ConfigFault[];
  readonly error?: unknown;
}

function isPart(loaded: LoadedFile): loaded is LoadedFile & { readonly config: ConfigMap } {
  return isConfigMap(loaded.config);
}

/** False where what failed is a module that an earlier file imports too. */
function isFirstOfItsError({ error }: LoadedFile, index: number, loaded: readonly LoadedFile[]): boolean {
  return !(error instanceof Error) || loaded.findIndex((other) => other.error === error) === index;
}

async function loadFile(cwd: string, file: string): Promise<LoadedFile> {
  try {
    const path = resolve(cwd, file);
    const config: unknown = file.endsWith('.json')
      ? JSON.parse(await readFile(path, 'utf8'))
      : await importDefault(path);
    return { file, config, faults: faultsOfFile(file, config) };
  } catch (error) {
    if (error instanceof ConfigError) {
      return { file, error, faults: error.faults.map((fault) => ({ ...fault, file })) };
    }
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const place = thrownAt(error, [resolve(cwd), process.cwd()]);
    const received = place === undefined ? what : `${what} (${place})`;
    return { file, error, faults: [{ file, path: '', expected: 'a file that loads', received, error }] };
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
