import type { StandardSchemaV1 } from '@standard-schema/spec';
import type * as files from '#files';
import { UnsupportedRuntimeError } from '../../kernel/errors/coded-errors.ts';
import { ConfigError, type ConfigFault } from '../../kernel/errors/config-error.ts';
import { warn } from '../../kernel/errors/logger.ts';
import { didYouMean, nearest } from '../../kernel/errors/describe.ts';
import { ANY_VARIANT, findConfigErrors } from './check.ts';
import { type Config, CONFIG_KEYS } from '../../kernel/config.ts';
import { type ConfigFile, filesOf, noteFiles } from './history.ts';
import { isConfigMap, mergeConfig, mergeValue } from './merge.ts';
import { type ConfigProvider, lostEntries, providedParts } from './providers.ts';
import type { ReadFile } from './read-files.ts';

/** A schema for the app's own keys, from any library that implements Standard Schema. */
export type ConfigSchema = StandardSchemaV1<unknown, object>;

/** The type of a loaded configuration, with and without a schema. */
export type LoadedConfig<Schema extends ConfigSchema | undefined> = Schema extends ConfigSchema
  ? Config & StandardSchemaV1.InferOutput<Schema>
  : Config;

/** Options of `loadConfig`: the files to read, and how to check them. */
export interface LoadConfigOptions<Schema extends ConfigSchema | undefined = ConfigSchema | undefined> {
  /** The folder that the patterns start from, usually the project. */
  readonly cwd: string;
  /** Configuration from packages, in order; none when absent. It is merged before the files, which override it. */
  readonly providers?: readonly ConfigProvider[];
  /** Globs, in the order in which their files are merged; the files of `config/autoload/` (rule C1) when absent. */
  readonly patterns?: readonly string[];
  /** Whether to read `test` and `*.test` instead of `local` and `*.local`; when absent, whether NODE_ENV is "test". */
  readonly test?: boolean;
  /**
   * The schema of the app's own keys, which the framework doesn't read; its output replaces them. They are not checked
   * when absent.
   */
  readonly schema?: Schema;
}

/**
 * Loads configuration files and merges them (rule C1). By default these are, in `config/autoload/`: `global`,
 * `*.global`, `local`, `*.local`, each in alphabetical order; under test, `test` and `*.test` instead of the last two.
 * A module exports its configuration as default.
 *
 * A file such as `x.global.js` beside `x.global.ts` is its compiled form. It is only loaded when the running process
 * does not load TypeScript, and then in the place of its source.
 *
 * The function warns of files in that folder that are not loaded, and of top-level keys that resemble keys of the
 * framework.
 *
 * @param options the folder, providers, patterns and a schema; only the folder is required
 * @returns the merged configuration, with the output of the schema
 * @throws {@link ConfigError} naming file or provider and key: a file can't be loaded or is malformed, the schema rejects
 *   a value, or `env` rejects an environment variable. It lists all errors at once.
 * @throws {@link UnsupportedRuntimeError} where there is no file system
 * @example await loadConfig({ cwd, schema: object({ mail: object({ from: string() }) }) })
 */
export async function loadConfig<Schema extends ConfigSchema | undefined = undefined>({
  cwd,
  providers = [],
  patterns,
  test,
  schema,
}: LoadConfigOptions<Schema>): Promise<LoadedConfig<Schema>> {
  // Imported lazily, so that a bundle for a Worker or a browser doesn't contain `node:fs`.
  const { readConfigFiles } = (await import('#files')) as Partial<typeof files>;
  if (readConfigFiles === undefined) {
    throw new UnsupportedRuntimeError(
      'loadConfig()',
      'a file system',
      'here import the files of the configuration and merge them with mergeConfigFiles()',
    );
  }
  const { merged, faults, parts, isComplete } = merge(providers, await readConfigFiles(cwd, patterns, test));
  // A file that is missing may contain the value that the schema requires.
  if (schema === undefined || !isComplete) return valid(merged, faults) as LoadedConfig<Schema>;
  const { checkOwnKeys } = await import('./own-keys.ts');
  const own = await checkOwnKeys(merged, schema);
  const config = noteFiles({ ...merged, ...own.values }, parts);
  return valid(config, [...faults, ...own.faults]) as LoadedConfig<Schema>;
}

/**
 * Merges configuration files that are already imported, as `loadConfig` merges the files that it reads (rule C1). Use
 * it where there are no files, as on Workers.
 *
 * @param files the export of each file by its name, in the order in which they are merged
 * @param options `providers`: configuration from packages, merged before the files; none when absent
 * @returns the merged configuration
 * @throws {@link ConfigError} naming file or provider and key where something is malformed; all errors at once
 * @example mergeConfigFiles({ 'config/autoload/routes.global.ts': routes, 'config/autoload/mail.global.ts': mail })
 */
export function mergeConfigFiles(
  files: Readonly<Record<string, object>>,
  { providers = [] }: { readonly providers?: readonly ConfigProvider[] } = {},
): Config {
  const imported = Object.entries(files).map(([file, config]) => ({ file, config }));
  const { merged, faults } = merge(providers, imported);
  return valid(merged, faults);
}

/**
 * Warns of top-level keys that resemble keys of the framework (rule C4). Other keys are the app's own.
 *
 * @param file the file that contains the configuration, where it is known
 */
export function warnOfKeys(config: object, file?: string, log: (message: string) => void = warn): void {
  // The keys of these files were checked when the files were merged.
  if (file === undefined && filesOf(config) !== undefined) return;
  for (const key of Object.keys(config)) {
    if (CONFIG_KEYS.includes(key) || LIKELY_OWN_KEYS.has(key)) continue;
    // Stricter than other suggestions: an app's own "quotes" is no typo for "routes".
    const meant = nearest(key, CONFIG_KEYS, Math.floor(key.length / 6) || 1);
    if (meant.length === 0) continue;
    const place = file ?? 'The configuration';
    log(`${place} has the key "${key}", which the framework does not read; ${didYouMean(key, meant)}`);
  }
}

// These resemble keys of the framework.
const LIKELY_OWN_KEYS = new Set(['router', 'routers', 'servers']);

/** Merges providers and files, and collects the errors in each. */
function merge(providers: readonly ConfigProvider[], files: readonly ReadFile[]) {
  const provided = providedParts(providers);
  const checked = [...provided, ...files].map(checkPart);
  const parts = checked.filter(isMergeable);
  for (const { file, config } of parts) warnOfKeys(config, file);
  return {
    merged: noteFiles(mergeConfig(...parts.map(({ config }) => config)), parts),
    parts,
    isComplete: parts.length === checked.length,
    faults: [...checked.flatMap(({ faults }) => faults), ...lostEntries(provided, parts)],
  };
}

/** A file or a provider; without its configuration when this can't be merged. */
interface CheckedPart {
  readonly file: string;
  readonly config?: unknown;
  readonly faults: readonly ConfigFault[];
}

function checkPart(part: ReadFile): CheckedPart {
  if ('faults' in part) return part;
  const { file, config } = part;
  try {
    const withoutMarkers = isConfigMap(config) ? mergeValue(undefined, config, '') : config;
    return { ...part, faults: findConfigErrors(withoutMarkers, ANY_VARIANT, file) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { file, faults: error.faults.map((fault) => ({ ...fault, file })) };
  }
}

function isMergeable(part: CheckedPart): part is CheckedPart & ConfigFile {
  return isConfigMap(part.config);
}

/** @throws {@link ConfigError} when there is an error */
function valid(config: Config, faults: readonly ConfigFault[]): Config {
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
