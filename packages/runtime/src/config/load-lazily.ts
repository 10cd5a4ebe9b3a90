import type { Config } from './config.ts';
import type { LoadConfigOptions } from './load.ts';

/**
 * `loadConfig` of `fw-runtime/config`, which is imported with the first call only: so an application that reads no files,
 * as one on a Worker, does not take along what reads them.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<Config> {
  const { loadConfig: load } = await import('./load.ts');
  return load(options);
}
