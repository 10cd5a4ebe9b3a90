import { isConfigMap, mergeRemove, Replacement } from './merge.ts';

// Symbol.for, since the application may belong to another copy of the package than what has loaded its configuration.
const FILES = Symbol.for('fw-runtime.config-files');

/** A configuration file and what it exports. */
export interface ConfigFile {
  /** Relative to the folder that files were loaded from. */
  readonly file: string;
  readonly config: object;
}

/** A value of a configuration file. */
export interface ConfigOrigin {
  readonly file: string;
  /** Such as `routes[0]`. */
  readonly key: string;
}

/** Notes of which files a configuration was merged. */
export function noteFiles<T extends object>(config: T, files: readonly ConfigFile[]): T {
  return Object.defineProperty(config, FILES, { value: files });
}

/**
 * Where the value of a merged configuration was set last.
 *
 * @param path such as `['routes', 0]`
 * @returns undefined when the configuration was not loaded from files, or has no such value
 */
export function configOrigin(config: object, path: readonly (string | number)[]): ConfigOrigin | undefined {
  let found: Traced | undefined;
  const { [FILES]: files } = config as { readonly [FILES]?: readonly ConfigFile[] };
  for (const { file, config: part } of files ?? []) found = trace(found, part, file, '');
  for (const step of path)
    found = typeof step === 'number' ? found?.items?.[step] : found?.entries?.get(step);
  return found?.origin;
}

/** A value by its origin; it is merged as `mergeConfig` merges values. */
interface Traced {
  readonly origin: ConfigOrigin;
  readonly entries?: ReadonlyMap<string, Traced>;
  readonly items?: readonly Traced[];
}

function trace(earlier: Traced | undefined, value: unknown, file: string, key: string): Traced {
  const origin = { file, key };
  if (value instanceof Replacement) return trace(undefined, value.value, file, key);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => trace(undefined, item, file, `${key}[${index}]`));
    return { origin, items: [...(earlier?.items ?? []), ...items] };
  }
  if (!isConfigMap(value)) return { origin };
  const entries = new Map(earlier?.entries);
  for (const [name, item] of Object.entries(value)) {
    if (item === mergeRemove) entries.delete(name);
    else entries.set(name, trace(entries.get(name), item, file, key === '' ? name : `${key}.${name}`));
  }
  return { origin, entries };
}
