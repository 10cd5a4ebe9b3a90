/**
 * Reads and merges the configuration of an app.
 *
 * @example
 * import { loadConfig } from 'fw-runtime/config';
 *
 * export default await loadConfig({ cwd: dirname(import.meta.dirname) });
 *
 * @module
 */
export {
  type ConfigSchema,
  loadConfig,
  type LoadConfigOptions,
  type LoadedConfig,
  mergeConfigFiles,
} from './load-config.ts';
export { env, type EnvValue, type EnvVariable } from './env.ts';
export { mergeConfig, mergeRemove, mergeReplace } from './merge.ts';
export { defineProvider, type ConfigProvider } from './providers.ts';
export type {
  ChangeOf,
  Config,
  ListOrMap,
  PipelineEntryConfig,
  RouteConfig,
  ServerConfig,
} from '../../kernel/config.ts';
