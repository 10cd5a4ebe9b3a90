import { ConfigError } from '../errors/config-error.ts';
import type { Config } from './config.ts';

/** What configuration is made of: maps, lists and values. */
export type ConfigMap = Record<string, unknown>;

const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Stands for a value that replaces what earlier configuration set. */
export class Replacement {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** As a value: removes what earlier configuration set under this key. */
export const mergeRemove: unique symbol = Symbol('mergeRemove');

/** Replaces what earlier configuration set under this key, where it would be merged: `routes: mergeReplace([…])`. */
export function mergeReplace<T>(value: T): T {
  // The marker stands for the value until the merge takes it out again.
  return new Replacement(value) as T;
}

/**
 * Merges configuration from left to right (rule C1): maps recurse, lists append, anything else is replaced.
 * Instances of classes, functions and dates are values. Nothing that is given is changed.
 *
 * @throws ConfigError when a key is `__proto__`, `constructor` or `prototype`
 */
export function mergeConfig(...configs: readonly object[]): Config {
  let merged: unknown = {};
  for (const config of configs) {
    refuseKeys(config, '');
    merged = mergeValue(merged, config);
  }
  return settle(merged) as Config;
}

/** Whether a value is merged key by key: an object that was written as a literal. */
export function isConfigMap(value: unknown): value is ConfigMap {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refuseKeys(value: unknown, path: string): void {
  if (value instanceof Replacement) refuseKeys(value.value, path);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) refuseKeys(item, `${path}[${index}]`);
  else if (isConfigMap(value)) {
    for (const key of keysOf(value)) {
      const keyPath = path === '' ? String(key) : `${path}.${String(key)}`;
      if (typeof key === 'string' && REFUSED_KEYS.has(key)) {
        throw new ConfigError([{ path: keyPath, expected: 'another key', received: `the key "${key}"` }]);
      }
      refuseKeys(value[key as string], keyPath);
    }
  }
}

function mergeValue(earlier: unknown, later: unknown): unknown {
  if (later === mergeRemove) return later;
  if (earlier instanceof Replacement && !(later instanceof Replacement)) {
    return new Replacement(mergeValue(earlier.value, later));
  }
  if (Array.isArray(earlier) && Array.isArray(later)) return [...earlier, ...later];
  if (!isConfigMap(later)) return later;
  const merged: ConfigMap = isConfigMap(earlier) ? { ...earlier } : {};
  for (const key of keysOf(later) as string[]) merged[key] = mergeValue(merged[key], later[key]);
  return merged;
}

// Takes the markers out once nothing more is merged.
function settle(value: unknown): unknown {
  if (value instanceof Replacement) return settle(value.value);
  if (Array.isArray(value)) return value.map(settle);
  if (!isConfigMap(value)) return value;
  const settled: ConfigMap = {};
  for (const key of keysOf(value) as string[]) {
    const item = settle(value[key]);
    if (item !== mergeRemove) settled[key] = item;
  }
  return settled;
}

// Symbols too: services may have them as ids.
function keysOf(map: object): (string | symbol)[] {
  return Reflect.ownKeys(map).filter((key) => Object.prototype.propertyIsEnumerable.call(map, key));
}
