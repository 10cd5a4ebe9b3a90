import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ConfigFault } from '../errors/config-error.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { describe } from '../errors/describe.ts';
import { CONFIG_KEYS } from './config.ts';
import { type ConfigMap, isConfigMap } from './merge.ts';
import { configOrigin } from './history.ts';

/** What a schema makes of the keys that are a site's own. */
export interface OwnKeys {
  /** With defaults and transformations. Keys that the schema says nothing of are not among them. */
  readonly values: ConfigMap;
  readonly faults: readonly ConfigFault[];
}

/** @param config merged, with its files noted */
export async function checkOwnKeys(config: ConfigMap, schema: StandardSchemaV1): Promise<OwnKeys> {
  const own = Object.fromEntries(Object.entries(config).filter(([key]) => !CONFIG_KEYS.includes(key)));
  const result = await schema['~standard'].validate(own);
  if (result.issues !== undefined) {
    return { values: {}, faults: result.issues.map((issue) => faultOf(config, issue)) };
  }
  const values = result.value;
  if (!isConfigMap(values)) throw new InvalidArgumentError('schema', 'one whose output is a map', values);
  const foreign = Object.keys(values).filter((key) => CONFIG_KEYS.includes(key));
  return { values, faults: foreign.map(ofFramework) };
}

function faultOf(config: ConfigMap, { message, path = [] }: StandardSchemaV1.Issue): ConfigFault {
  const keys = path.map((segment) => keyOf(typeof segment === 'object' ? segment.key : segment));
  const key = CONFIG_KEYS.find((each) => each === keys[0]);
  if (key !== undefined) return ofFramework(key);
  return {
    file: fileOf(config, keys),
    path: keys.reduce<string>(appendKey, ''),
    expected: message,
    received: receivedAt(config, keys),
    message,
  };
}

function ofFramework(key: string): ConfigFault {
  return {
    path: key,
    expected: "a schema of the site's own keys only",
    received: `one that names "${key}", a key of the framework`,
  };
}

function keyOf(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key;
}

function appendKey(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** The file that has set the value, or the innermost map around it where there is no value. */
function fileOf(config: object, keys: readonly (string | number)[]): string | undefined {
  for (let length = keys.length; length > 0; length--) {
    const origin = configOrigin(config, keys.slice(0, length));
    if (origin !== undefined) return origin.file;
  }
  return undefined;
}

function receivedAt(config: unknown, keys: readonly (string | number)[]): string {
  let value: unknown = config;
  for (const key of keys) {
    value =
      Object(value) === value && Object.hasOwn(value as object, key)
        ? Reflect.get(value as object, key)
        : undefined;
  }
  return value === undefined ? 'nothing' : describe(value);
}
