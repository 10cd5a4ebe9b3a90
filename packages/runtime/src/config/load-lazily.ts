import type * as files from '#files';
import { UnsupportedRuntimeError } from '../errors/coded-errors.ts';
import type { ConfigSchema, LoadConfigOptions, LoadedConfig } from './load.ts';

/**
 * `loadConfig` of load.ts, which is imported with the first call only, and only where there are files: so a bundle for a
 * Worker or a browser does not take along what reads them.
 */
export async function loadConfig<Schema extends ConfigSchema | undefined = undefined>(
  options: LoadConfigOptions<Schema>,
): Promise<LoadedConfig<Schema>> {
  const { loadConfig: load } = (await import('#files')) as Partial<typeof files>;
  if (load !== undefined) return load(options);
  throw new UnsupportedRuntimeError(
    'loadConfig()',
    'a file system',
    'here import the files of the configuration and merge them with mergeConfigFiles()',
  );
}
