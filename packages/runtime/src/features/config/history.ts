import { isConfigMap, keysOf, mergeRemove, Replacement } from './merge.ts';

const FILES = Symbol('files');

/** A configuration file and its export. */
export interface ConfigFile {
  /** Relative to the folder that files were loaded from. */
  readonly file: string;
  readonly config: object;
}

/** The place of a value in a configuration file. */
export interface ConfigOrigin {
  /** The file, relative to the folder that files were loaded from, or the name of a provider. */
  readonly file: string;
  /** The path of the value in the file, such as `routes[0]`. */
  readonly key: string;
}

/** How a file changes a value. */
export type ConfigChange = 'set' | 'replace' | 'merge' | 'append' | 'mergeReplace' | 'mergeRemove';

/** One file's change of a value. */
export interface ConfigStep extends ConfigOrigin {
  readonly how: ConfigChange;
  /** The value in the file; undefined when the file removes it. */
  readonly value: unknown;
}

/** The files that have set a value of a merged configuration. */
export interface ConfigHistory {
  /** The changes in the order in which the files were merged; the last one applies. */
  readonly steps: readonly ConfigStep[];
  readonly isRemoved?: true;
  /** For an object, with the entries that a later file has removed. */
  readonly entries?: ReadonlyMap<string | symbol, ConfigHistory>;
  /** For an array. */
  readonly items?: readonly ConfigHistory[];
}

/** Records the files from which a configuration was merged. */
export function noteFiles<T extends object>(config: T, files: readonly ConfigFile[]): T {
  return Object.defineProperty(config, FILES, { value: files });
}

/** The files from which a configuration was merged, in order; undefined where they were not recorded. */
export function filesOf(config: object): readonly ConfigFile[] | undefined {
  return (config as { readonly [FILES]?: readonly ConfigFile[] })[FILES];
}

/** The history of a configuration; undefined when it was not merged from files. */
export function configHistory(config: object): ConfigHistory | undefined {
  return filesOf(config)?.reduce<ConfigHistory | undefined>(
    (history, { file, config: part }) => mergeInto(history, part, { file, key: '' }),
    undefined,
  );
}

/**
 * Finds the file that set a value of a merged configuration last.
 *
 * @param config a configuration from `loadConfig` or `mergeConfigFiles`
 * @param path the keys and indexes that lead to the value, such as `['routes', 0]`
 * @returns undefined when the configuration was not loaded from files, or has no such value
 * @example configOrigin(config, ['server', 'port'])?.file
 */
export function configOrigin(config: object, path: readonly (string | number)[]): ConfigOrigin | undefined {
  return configOrigins(config)(path);
}

/** Like `configOrigin`, for several values: builds the history once. */
export function configOrigins(
  config: object,
): (path: readonly (string | number)[]) => ConfigOrigin | undefined {
  const history = configHistory(config);
  return (path) => {
    let found = history;
    for (const step of path) {
      found = typeof step === 'number' ? found?.items?.[step] : found?.entries?.get(step);
      if (found?.isRemoved) return undefined;
    }
    const last = found?.steps.at(-1);
    return last && { file: last.file, key: last.key };
  };
}

/** @param replacing how the value replaces the earlier one and its entries, instead of being merged into it */
function mergeInto(
  earlier: ConfigHistory | undefined,
  value: unknown,
  origin: ConfigOrigin,
  replacing?: ConfigChange,
): ConfigHistory {
  if (value instanceof Replacement) {
    return mergeInto(earlier, value.value, origin, replacing ?? 'mergeReplace');
  }
  if (value === mergeRemove) return remove(earlier, origin, replacing ?? 'mergeRemove');
  const before = earlier?.isRemoved ? undefined : earlier;
  const { items, entries } = (replacing === undefined && before) || {};
  const merging = Array.isArray(value) ? items && 'append' : isConfigMap(value) && entries && 'merge';
  const how = replacing ?? (merging || (before === undefined ? 'set' : 'replace'));
  const steps = [...(earlier?.steps ?? []), { ...origin, how, value }];
  if (Array.isArray(value)) {
    const added = value.map((item, index) => mergeInto(undefined, item, within(origin, `[${index}]`)));
    return { steps, items: [...(items ?? []), ...added] };
  }
  if (!isConfigMap(value)) return { steps };
  const merged = new Map(entries);
  for (const key of keysOf(value)) {
    const entry = before?.entries?.get(key);
    const replacingEntry = replacing && (entry === undefined || entry.isRemoved ? 'set' : 'replace');
    merged.set(key, mergeInto(entry, value[key as string], within(origin, String(key)), replacingEntry));
  }
  for (const [key, entry] of before?.entries ?? []) {
    if (!merged.has(key)) merged.set(key, entry.isRemoved ? entry : remove(entry, origin, how));
  }
  return { steps, entries: merged };
}

function remove(earlier: ConfigHistory | undefined, origin: ConfigOrigin, how: ConfigChange): ConfigHistory {
  return { steps: [...(earlier?.steps ?? []), { ...origin, how, value: undefined }], isRemoved: true };
}

function within({ file, key }: ConfigOrigin, step: string): ConfigOrigin {
  return { file, key: key === '' || step.startsWith('[') ? key + step : `${key}.${step}` };
}
