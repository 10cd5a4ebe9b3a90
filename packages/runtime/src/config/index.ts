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
export { loadConfig, type LoadConfigOptions } from './load.ts';
export { mergeConfig, mergeRemove, mergeReplace, type ConfigMap } from './merge.ts';
export type { Config, ListOrMap, PipelineEntryConfig, RouteConfig, ServerConfig } from './config.ts';
