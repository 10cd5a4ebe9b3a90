import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ConfigFault } from '../../kernel/errors/config-error.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import { CONFIG_KEYS } from '../../kernel/config.ts';
import { configOrigins } from './history.ts';
import { type ConfigMap, isConfigMap } from './merge.ts';
import { received } from './validators.ts';

type Keys = readonly (string | number)[];

/**
 * Validates the keys that the framework doesn't read.
 *
 * @param config merged, with its files recorded
 * @returns the values with defaults and transformations, without keys that the schema doesn't mention
 * @throws {@link InvalidArgumentError} when the output of the schema is no object
 */
export async function checkOwnKeys(
  config: ConfigMap,
  schema: StandardSchemaV1,
): Promise<{ readonly values: ConfigMap; readonly faults: readonly ConfigFault[] }> {
  const own = Object.fromEntries(Object.entries(config).filter(([key]) => !CONFIG_KEYS.includes(key)));
  const result = await schema['~standard'].validate(own);
  if (result.issues !== undefined) return { values: {}, faults: schemaErrors(config, result.issues) };
  const values = result.value;
  if (!isConfigMap(values)) throw new InvalidArgumentError('schema', 'one whose output is an object', values);
  const frameworkKeys = Object.keys(values).filter((key) => CONFIG_KEYS.includes(key));
  return { values, faults: frameworkKeys.map(frameworkKeyError) };
}

function schemaErrors(config: ConfigMap, issues: readonly StandardSchemaV1.Issue[]): ConfigFault[] {
  const originOf = configOrigins(config);
  return issues.map(({ message, path = [] }) => {
    const keys = path.map((segment) => keyOf(typeof segment === 'object' ? segment.key : segment));
    const key = CONFIG_KEYS.find((each) => each === keys[0]);
    if (key !== undefined) return frameworkKeyError(key);
    // A missing value has no file of its own, but the innermost object around it has one.
    const parents = keys.map((_, index) => keys.slice(0, keys.length - index));
    const file = parents.map((each) => originOf(each)?.file).find((each) => each !== undefined);
    return { file, path: pathOf(keys), expected: message, received: receivedAt(config, keys), message };
  });
}

function frameworkKeyError(key: string): ConfigFault {
  return {
    path: key,
    expected: "a schema of the app's own keys only",
    received: `a schema with "${key}", a key of the framework`,
  };
}

function keyOf(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key;
}

function pathOf(keys: Keys): string {
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return path.replace(/^\./, '');
}

function receivedAt(config: unknown, keys: Keys): string {
  return received(
    keys.reduce((value, key) => {
      const isPresent = Object(value) === value && Object.hasOwn(value as object, key);
      return isPresent ? (value as ConfigMap)[key] : undefined;
    }, config),
  );
}
