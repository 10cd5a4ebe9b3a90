import type { Config } from './config.ts';
import { mergeConfig } from './merge.ts';
import { noteFiles } from './origins.ts';

/**
 * Merges configuration files that are imported already, as `loadConfig` merges those that it reads (rule C1): for where there
 * are no files, as on Workers. An application that is built from it checks it, and names these files in its errors.
 *
 * @example mergeConfigFiles({ 'config/autoload/routes.global.ts': routes, 'config/autoload/mail.global.ts': mail })
 * @param files from the name of each to what it exports, in the order in which they are merged
 * @throws ConfigError when a key is `__proto__`, `constructor` or `prototype`
 */
export function mergeConfigFiles(files: Readonly<Record<string, object>>): Config {
  const merged = mergeConfig(...Object.values(files));
  return noteFiles(
    merged,
    Object.entries(files).map(([file, config]) => ({ file, config })),
  );
}
