/**
 * What reads and merges the configuration of a site.
 *
 * @example
 * import { loadConfig } from 'fw-runtime/config';
 *
 * export default await loadConfig({ cwd: dirname(import.meta.dirname) });
 *
 * @module
 */
export { loadConfig } from './load-lazily.ts';
export type { ConfigSchema, LoadConfigOptions, LoadedConfig } from './load.ts';
export { env, type EnvValue, type EnvVariable } from './env.ts';
export { mergeConfig, mergeRemove, mergeReplace } from './merge.ts';
export { mergeConfigFiles } from './merge-files.ts';
export { defineProvider, type ConfigProvider } from './providers.ts';
export type {
  ChangeOf,
  Config,
  ListOrMap,
  PipelineEntryConfig,
  RouteConfig,
  ServerConfig,
} from './config.ts';
