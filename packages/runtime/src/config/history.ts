import { isConfigMap, mergeRemove, Replacement } from './merge.ts';
import { type ConfigOrigin, filesOf } from './origins.ts';

/** What a file did with a value: with a map it merges, to a list it appends. */
export type ConfigChange = 'set' | 'replace' | 'merge' | 'append' | 'mergeReplace' | 'mergeRemove';

/** One file's part in a value. */
export interface ConfigStep extends ConfigOrigin {
  readonly how: ConfigChange;
  /** As the file has it; undefined where it removes the value. */
  readonly value: unknown;
}

/** A value of a merged configuration by the files that have set it. */
export interface ConfigHistory {
  /** In the order in which they were merged; the last is in force. */
  readonly steps: readonly ConfigStep[];
  readonly isRemoved?: true;
  /** Of a map: those too that a later file has removed. */
  readonly entries?: ReadonlyMap<string, ConfigHistory>;
  readonly items?: readonly ConfigHistory[];
}

/** How a configuration came about; undefined when it was not merged of files. */
export function configHistory(config: object): ConfigHistory | undefined {
  let history: ConfigHistory | undefined;
  for (const { file, config: part } of filesOf(config) ?? []) {
    history = merged(history, part, { file, key: '' });
  }
  return history;
}

/**
 * Where the value of a merged configuration was set last.
 *
 * @param path such as `['routes', 0]`
 * @returns undefined when the configuration was not loaded from files, or has no such value
 */
export function configOrigin(config: object, path: readonly (string | number)[]): ConfigOrigin | undefined {
  return configOrigins(config)(path);
}

/** The same for several values, with the work that all need done once. */
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

/** As `mergeConfig` merges values. */
function merged(earlier: ConfigHistory | undefined, value: unknown, origin: ConfigOrigin): ConfigHistory {
  if (value instanceof Replacement) return replaced(earlier, value.value, origin, 'mergeReplace');
  if (value === mergeRemove) return removed(earlier, origin, 'mergeRemove');
  const before = earlier?.isRemoved ? undefined : earlier;
  const other = before === undefined ? 'set' : 'replace';
  if (Array.isArray(value)) {
    const how = before?.items === undefined ? other : 'append';
    return {
      steps: [...stepsOf(earlier), { ...origin, how, value }],
      items: [...(before?.items ?? []), ...itemsOf(value, origin)],
    };
  }
  if (!isConfigMap(value)) return { steps: [...stepsOf(earlier), { ...origin, how: other, value }] };
  const how = before?.entries === undefined ? other : 'merge';
  const entries = new Map(before?.entries);
  for (const [name, item] of Object.entries(value)) {
    entries.set(name, merged(entries.get(name), item, within(origin, name)));
  }
  return { steps: [...stepsOf(earlier), { ...origin, how, value }], entries };
}

/** A value that takes the place of the earlier one, with all that is in it. */
function replaced(
  earlier: ConfigHistory | undefined,
  value: unknown,
  origin: ConfigOrigin,
  how: ConfigChange,
): ConfigHistory {
  if (value instanceof Replacement) return replaced(earlier, value.value, origin, how);
  if (value === mergeRemove) return removed(earlier, origin, how);
  const steps = [...stepsOf(earlier), { ...origin, how, value }];
  if (Array.isArray(value)) return { steps, items: itemsOf(value, origin) };
  if (!isConfigMap(value)) return { steps };
  const entries = new Map<string, ConfigHistory>();
  for (const [name, item] of Object.entries(value)) {
    const before = earlier?.entries?.get(name);
    const isThere = before !== undefined && before.isRemoved !== true;
    entries.set(name, replaced(before, item, within(origin, name), isThere ? 'replace' : 'set'));
  }
  for (const [name, before] of earlier?.entries ?? []) {
    if (!entries.has(name)) entries.set(name, before.isRemoved ? before : removed(before, origin, how));
  }
  return { steps, entries };
}

function removed(earlier: ConfigHistory | undefined, origin: ConfigOrigin, how: ConfigChange): ConfigHistory {
  return { steps: [...stepsOf(earlier), { ...origin, how, value: undefined }], isRemoved: true };
}

function itemsOf(list: readonly unknown[], { file, key }: ConfigOrigin): ConfigHistory[] {
  return list.map((item, index) => merged(undefined, item, { file, key: `${key}[${index}]` }));
}

function within({ file, key }: ConfigOrigin, name: string): ConfigOrigin {
  return { file, key: key === '' ? name : `${key}.${name}` };
}

function stepsOf(history: ConfigHistory | undefined): readonly ConfigStep[] {
  return history?.steps ?? [];
}
