import { describe } from '../errors/describe.ts';
import { isSecretName, MASK, maskText } from '../errors/secret-names.ts';
import type { ConfigChange, ConfigHistory, ConfigStep } from './history.ts';
import { isConfigMap } from './merge.ts';

type Plain = string | number | boolean | null;

/** A value of a configuration as plain data, with what has set it. Secrets are masked. */
export interface ConfigNode {
  /** As in `server.port`, `routes[0].path` or `dependencies.services["my.id"]`; "" for the whole. */
  readonly path: string;
  /** The last step of the path. */
  readonly key: string | number;
  /** `code` is what JSON cannot say, such as a function; `removed` what a later file has taken away. */
  readonly kind: 'map' | 'list' | 'value' | 'code' | 'secret' | 'removed';
  /** Absent of maps, lists and what was removed; of code a short text, such as `class Ping`. */
  readonly value?: Plain;
  /** In the order in which they were made; the last is in force. None where it is not known. */
  readonly settings: readonly ConfigSetting[];
  /** Of a map or a list. */
  readonly children?: readonly ConfigNode[];
}

/** What has set a value. */
export interface ConfigSetting {
  readonly source: 'file' | 'provider' | 'environment' | 'option' | 'schema' | 'default';
  /** A file, relative to the site, or what else has set it, as in `the environment variable PORT`. */
  readonly file: string;
  /** Its key in a file or provider, such as `routes[0]`. */
  readonly key?: string;
  readonly how: ConfigChange;
  /** As in a node; absent where it removes the value. */
  readonly kind?: Exclude<ConfigNode['kind'], 'removed'>;
  /** As in a node. */
  readonly value?: Plain;
}

/** What sets a value beside the files. */
export interface OtherSettings {
  /** As in `server.port`. */
  readonly path: string;
  /** What the files count more than. */
  readonly before: readonly ConfigSetting[];
  /** What counts more than the files. */
  readonly after: readonly ConfigSetting[];
}

/**
 * A configuration as plain data, with what has set each value and what it took the place of.
 *
 * @param config with the values that are in force
 * @param history undefined where it is not known
 * @param others of values that are not read from the configuration alone
 */
export function configTree(
  config: object,
  history: ConfigHistory | undefined,
  others: readonly OtherSettings[] = [],
): ConfigNode {
  const tree = new ConfigTree(history !== undefined, others);
  return tree.nodeOf(config, history, { path: '', key: '', isSecret: false, around: [] });
}

/** Where a value stands. */
interface Place {
  readonly path: string;
  readonly key: string | number;
  /** Whether a name on the way is that of a secret. */
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
      this.nodeOf(
        map[key as string],
        typeof key === 'string' ? history?.entries?.get(key) : undefined,
        step(place, String(key)),
      ),
    );
    for (const [name, { isRemoved, steps }] of history?.entries ?? []) {
      if (isRemoved !== true || Object.hasOwn(map, name)) continue;
      const below = step(place, name);
      const settings = steps.map((each) => settingOf(each, below));
      nodes.push({ path: below.path, key: name, kind: 'removed', settings });
    }
    return nodes;
  }

  #settingsOf(shown: Shown, history: ConfigHistory | undefined, place: Place): ConfigSetting[] {
    const others = this.#others.find(({ path }) => path === place.path);
    const steps = (history?.isRemoved ? [] : (history?.steps ?? [])).map((each) => settingOf(each, place));
    if (others !== undefined) return [...others.before, ...steps, ...others.after];
    if (!this.#isKnown || isSame(history, shown, place)) return steps;
    const made = {
      source: 'schema',
      file: 'the schema',
      how: steps.length === 0 ? 'set' : 'replace',
    } as const;
    return [...steps, { ...made, ...shown }];
  }
}

interface Shown {
  readonly kind: Exclude<ConfigNode['kind'], 'removed'>;
  readonly value?: Plain;
}

function shownAs(value: unknown, { key, isSecret, around }: Place): Shown {
  const isList = Array.isArray(value);
  if (isList || isConfigMap(value)) {
    if (around.includes(value)) return { kind: 'code', value: 'a map that it stands in' };
    return { kind: isList ? 'list' : 'map' };
  }
  if (typeof value === 'boolean' || value === null || value === '') return { kind: 'value', value };
  // What stands below such a name may be harmless, as the number of seconds that a session lasts.
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

/** Whether a value is what the last file says. */
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
