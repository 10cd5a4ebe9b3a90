import { ConfigError } from '../../kernel/errors/config-error.ts';
import type { Config } from '../../kernel/config.ts';

/** A configuration object, or an object within one. */
export type ConfigMap = Record<string, unknown>;

// Assigning these keys would change prototypes.
const REJECTED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Marks a value that replaces the value of earlier configuration. */
export class Replacement {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * A marker for a value: it removes the value of earlier configuration under this key.
 *
 * @example defineConfig({ routes: { login: mergeRemove } })
 */
export const mergeRemove: unique symbol = Symbol('mergeRemove');

/**
 * Marks a value that replaces the value of earlier configuration under this key, instead of being merged.
 *
 * @returns the value, with its type unchanged
 * @example defineConfig({ routes: mergeReplace([route('GET', '/', Home)]) })
 */
export function mergeReplace<T>(value: T): T {
  // The merge replaces the marker with the value again.
  return new Replacement(value) as T;
}

/**
 * Merges configuration from left to right (rule C1): objects are merged, arrays appended, other values replaced.
 * Instances of classes, functions and dates are values. The arguments are not modified.
 *
 * @throws {@link ConfigError} when a key is `__proto__`, `constructor` or `prototype`
 * @example mergeConfig(defaults, { server: { port: 3000 } })
 */
export function mergeConfig(...configs: readonly object[]): Config {
  return configs.reduce<unknown>((merged, config) => mergeValue(merged, config, ''), {}) as Config;
}

/** Whether a value is merged key by key: a plain object, not an instance of a class. */
export function isConfigMap(value: unknown): value is ConfigMap {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Merges a value into an earlier value, which a merge has created and may change.
 *
 * @param earlier undefined for a copy of the value without markers
 * @param path the path of the value, for errors
 * @throws {@link ConfigError} for a key that would change a prototype
 */
export function mergeValue(earlier: unknown, value: unknown, path: string): unknown {
  if (value instanceof Replacement) return mergeValue(undefined, value.value, path);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => mergeValue(undefined, item, `${path}[${index}]`));
    return Array.isArray(earlier) ? [...earlier, ...items] : items;
  }
  if (!isConfigMap(value)) return value;
  const merged = isConfigMap(earlier) ? earlier : {};
  for (const key of keysOf(value) as string[]) {
    const keyPath = path === '' ? String(key) : `${path}.${String(key)}`;
    if (REJECTED_KEYS.has(key)) {
      throw new ConfigError([{ path: keyPath, expected: 'another key', received: `the key "${key}"` }]);
    }
    const item = mergeValue(merged[key], value[key], keyPath);
    if (item === mergeRemove) delete merged[key];
    else merged[key] = item;
  }
  return merged;
}

/** The keys of an object, including symbols, which may be ids of services. */
export function keysOf(map: object): (string | symbol)[] {
  return Reflect.ownKeys(map).filter((key) => Object.prototype.propertyIsEnumerable.call(map, key));
}
