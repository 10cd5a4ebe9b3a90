import type { ConfigSchema, LoadConfigOptions, LoadedConfig } from './load.ts';

/**
 * `loadConfig` of `fw-runtime/config`, which is imported with the first call only: so an application that reads no files,
 * as one on a Worker, does not take along what reads them.
 */
export async function loadConfig<Schema extends ConfigSchema | undefined = undefined>(
  options: LoadConfigOptions<Schema>,
): Promise<LoadedConfig<Schema>> {
  const { loadConfig: load } = await import('./load.ts');
  return load(options);
}
