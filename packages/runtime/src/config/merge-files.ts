import { ConfigError, type ConfigFault } from '../errors/config-error.ts';
import { ANY_VARIANT, findFaults } from './check.ts';
import type { Config } from './config.ts';
import { isConfigMap, mergeConfig } from './merge.ts';
import { noteFiles } from './origins.ts';
import { type ConfigProvider, lostEntries, providedParts } from './providers.ts';

/**
 * Merges configuration files that are imported already, as `loadConfig` merges those that it reads (rule C1): for where there
 * are no files, as on Workers.
 *
 * @example mergeConfigFiles({ 'config/autoload/routes.global.ts': routes, 'config/autoload/mail.global.ts': mail })
 * @param files from the name of each to what it exports, in the order in which they are merged
 * @param options the providers are merged before the files
 * @throws ConfigError naming file or provider and key where something is malformed; all faults at once
 */
export function mergeConfigFiles(
  files: Readonly<Record<string, object>>,
  { providers = [] }: { readonly providers?: readonly ConfigProvider[] } = {},
): Config {
  const ofFiles = Object.entries(files).map(([file, config]) => ({ file, config }));
  const parts = [...providedParts(providers), ...ofFiles];
  const faults = [
    ...parts.flatMap(({ file, config }) => allFaultsOf(file, config)),
    ...lostEntries(parts, providers.length),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  return noteFiles(mergeConfig(...parts.map(({ config }) => config)), parts);
}

/**
 * What is malformed in what a configuration file exports.
 *
 * @throws ConfigError when it has a key that may not be merged
 */
export function faultsOfFile(file: string, config: unknown): readonly ConfigFault[] {
  // Merged with nothing, a file shows such a key, and has its merge markers taken out.
  return findFaults(isConfigMap(config) ? mergeConfig(config) : config, ANY_VARIANT, file);
}

/** The same, where what is told of such a key is one of the faults. */
export function allFaultsOf(file: string, config: unknown): readonly ConfigFault[] {
  try {
    return faultsOfFile(file, config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((fault) => ({ ...fault, file }));
  }
}
