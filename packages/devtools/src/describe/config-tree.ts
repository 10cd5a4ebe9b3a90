import {
  type ConfigChange,
  type ConfigHistory,
  type ConfigStep,
  describe,
  isConfigMap,
  isSecretName,
  MASK,
  maskText,
} from 'fw-runtime/internal';

type Plain = string | number | boolean | null;

/** A value of a configuration as plain data, with its history. Secrets are masked. */
export interface ConfigNode {
  /** Such as `server.port`, `routes[0].path` or `dependencies.services["my.id"]`; "" for the whole configuration. */
  readonly path: string;
  /** The last step of the path. */
  readonly key: string | number;
  /** `code` is a value without JSON, such as a function; `removed` a value that a later file has removed. */
  readonly kind: 'map' | 'list' | 'value' | 'code' | 'secret' | 'removed';
  /** Absent for objects, arrays and removed values; for code a short description, such as `class Ping`. */
  readonly value?: Plain;
  /** In order; the last is in force. Empty when the history is unknown. */
  readonly settings: readonly ConfigSetting[];
  /** For an object or an array. */
  readonly children?: readonly ConfigNode[];
}

/** One change of a value. */
export interface ConfigSetting {
  readonly source: 'file' | 'provider' | 'environment' | 'option' | 'schema' | 'default';
  /** A file, relative to the project, or another source, such as `the environment variable PORT`. */
  readonly file: string;
  /** Its key in a file or provider, such as `routes[0]`. */
  readonly key?: string;
  readonly how: ConfigChange;
  /** As in `ConfigNode`; absent when the change removes the value. */
  readonly kind?: Exclude<ConfigNode['kind'], 'removed'>;
  /** As in `ConfigNode`. */
  readonly value?: Plain;
}

/** Sources of a value other than files. */
export interface OtherSettings {
  /** Such as `server.port`. */
  readonly path: string;
  /** Overridden by the files, such as a default. */
  readonly before: readonly ConfigSetting[];
  /** Override the files, such as an environment variable. */
  readonly after: readonly ConfigSetting[];
}

/**
 * A configuration as plain data, with the sources of each value and the values that were replaced.
 *
 * @param config with the values that are in force
 * @param history undefined when it is unknown
 * @param others sources of values that don't come from the configuration alone
 */
export function configTree(
  config: object,
  history: ConfigHistory | undefined,
  others: readonly OtherSettings[] = [],
): ConfigNode {
  const tree = new ConfigTree(history !== undefined, others);
  return tree.nodeOf(config, history, { path: '', key: '', isSecret: false, around: [] });
}

/** The position of a value in the tree. */
interface Place {
  readonly path: string;
  readonly key: string | number;
  /** Whether the name of an object around the value is that of a secret. */
  readonly isSecret: boolean;
  readonly around: readonly object[];
}

class ConfigTree {
  readonly #isKnown: boolean;
  readonly #others: readonly OtherSettings[];

  constructor(isKnown: boolean, others: readonly OtherSettings[]) {
    this.#isKnown = isKnown;
    this.#others = others;
  }

  nodeOf(value: unknown, history: ConfigHistory | undefined, place: Place): ConfigNode {
    const { path, key, around } = place;
    const shown = shownAs(value, place);
    const settings = this.#settingsOf(shown, history, place);
    if (shown.kind !== 'map' && shown.kind !== 'list') return { path, key, ...shown, settings };
    const map = value as Record<string, unknown>;
    const inside = { ...place, isSecret: place.isSecret || isNamedSecret(key), around: [...around, map] };
    const children = Array.isArray(value)
      ? this.#itemsOf(value, history, inside)
      : this.#entriesOf(map, history, inside);
    return { path, key, ...shown, settings, children };
  }

  #itemsOf(list: readonly unknown[], history: ConfigHistory | undefined, place: Place): ConfigNode[] {
    const items = history?.items?.length === list.length ? history.items : undefined;
    return list.map((item, index) =>
      this.nodeOf(item, items?.[index], { ...place, path: `${place.path}[${index}]`, key: index }),
    );
  }

  #entriesOf(map: Record<string, unknown>, history: ConfigHistory | undefined, place: Place): ConfigNode[] {
    const nodes = Reflect.ownKeys(map).map((key) =>
      this.nodeOf(map[key as string], history?.entries?.get(key), step(place, String(key))),
    );
    for (const [name, { isRemoved, steps }] of history?.entries ?? []) {
      if (isRemoved !== true || Object.hasOwn(map, name)) continue;
      const below = step(place, String(name));
      const settings = steps.map((each) => settingOf(each, below));
      nodes.push({ path: below.path, key: below.key, kind: 'removed', settings });
    }
    return nodes;
  }

  #settingsOf(shown: Shown, history: ConfigHistory | undefined, place: Place): ConfigSetting[] {
    const others = this.#others.find(({ path }) => path === place.path);
    const steps = (history?.isRemoved ? [] : (history?.steps ?? [])).map((each) => settingOf(each, place));
    if (others !== undefined) return [...others.before, ...steps, ...others.after];
    if (!this.#isKnown || isSame(history, shown, place)) return steps;
    const schemaStep = {
      source: 'schema',
      file: 'the schema',
      how: steps.length === 0 ? 'set' : 'replace',
    } as const;
    return [...steps, { ...schemaStep, ...shown }];
  }
}

interface Shown {
  readonly kind: Exclude<ConfigNode['kind'], 'removed'>;
  readonly value?: Plain;
}

function shownAs(value: unknown, { key, isSecret, around }: Place): Shown {
  const isList = Array.isArray(value);
  if (isList || isConfigMap(value)) {
    if (around.includes(value)) return { kind: 'code', value: 'an object that contains it' };
    return { kind: isList ? 'list' : 'map' };
  }
  if (typeof value === 'boolean' || value === null || value === '') return { kind: 'value', value };
  // Numbers below such a name may be harmless, such as the seconds that a session lasts.
  const isHidden = isNamedSecret(key) ? value !== undefined : isSecret && typeof value === 'string';
  if (isHidden && typeof value !== 'function') return { kind: 'secret', value: MASK };
  if (typeof value === 'string') return { kind: 'value', value: maskText(value) };
  return typeof value === 'number' && Number.isFinite(value) ? { kind: 'value', value } : codeOf(value);
}

function codeOf(value: unknown): Shown {
  return { kind: 'code', value: maskText(textOf(value)) };
}

function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  if (value instanceof RegExp || value instanceof URL) return String(value);
  return describe(value);
}

function settingOf({ file, key, how, value }: ConfigStep, place: Place): ConfigSetting {
  const source = file.startsWith('the provider ') ? 'provider' : 'file';
  return { source, file, key, how, ...(value !== undefined && shownAs(value, place)) };
}

/** Whether a value equals the one in the last file. */
function isSame(history: ConfigHistory | undefined, { kind, value }: Shown, place: Place): boolean {
  const last = history?.steps.at(-1);
  if (last === undefined || history?.isRemoved) return place.path === '';
  const said = shownAs(last.value, place);
  return said.kind === kind && said.value === value;
}

function isNamedSecret(key: string | number): boolean {
  return typeof key === 'string' && isSecretName(key);
}

function step(place: Place, name: string): Place {
  const dot = place.path === '' ? '' : '.';
  const text = /^[\w$-]+$/.test(name) ? dot + name : `[${JSON.stringify(name)}]`;
  return { ...place, path: place.path + text, key: name };
}
