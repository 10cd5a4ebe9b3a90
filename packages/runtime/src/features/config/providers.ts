import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import type { ConfigFault } from '../../kernel/errors/config-error.ts';
import type { Config } from '../../kernel/config.ts';
import { isConfigMap } from './merge.ts';

const NAME: unique symbol = Symbol('name');

/** A package's configuration for an app: services, pipeline entries, routes, defaults. Merged before the app's own files. */
export interface ConfigProvider extends Config {
  /** The name of the provider, for error messages. */
  readonly [NAME]?: string;
}

/**
 * Defines a package's configuration, with the package's name for error messages. Write `middleware_pipeline` and
 * `routes` as objects, so that an app can change an entry by its key: `middleware_pipeline: { timing: { path: '/api' }
 * }`.
 *
 * @param name the name of the package, or of its entry point
 * @param config the configuration, which the app's own files override
 * @returns the provider, for `providers` of `loadConfig`
 * @example
 * export const timingProvider = defineProvider('my-timing', {
 *   dependencies: { factories: { 'my-timing': (container) => timing(container.get('config').timing) } },
 *   middleware_pipeline: { timing: { middleware: 'my-timing', priority: 5000 } },
 * });
 */
export function defineProvider(name: string, config: Config): ConfigProvider {
  return { ...config, [NAME]: name };
}

/** The configuration of a provider or a file. */
interface Part {
  readonly file: string;
  readonly config: unknown;
}

/**
 * The configurations of providers, as if each were a file.
 *
 * @throws {@link InvalidArgumentError} when it is no array
 */
export function providedParts(providers: readonly ConfigProvider[]): Part[] {
  if (!Array.isArray(providers as unknown)) {
    throw new InvalidArgumentError('providers', 'an array of providers', providers);
  }
  return providers.map((provider, index) => {
    // The check reports a provider that is no object, such as one that was not imported.
    if (!isConfigMap(provider)) return { file: `the provider providers[${index}]`, config: provider };
    const { [NAME]: name = `providers[${index}]`, ...config } = provider;
    return { file: `the provider ${name}`, config };
  });
}

/**
 * An error for each file that replaces a provider's object with an array, or its array with an object: the provider's
 * entries would be lost.
 */
export function lostEntries(provided: readonly Part[], parts: readonly Part[]): readonly ConfigFault[] {
  return ['middleware_pipeline', 'routes'].flatMap((path) => {
    const provider = provided.find(({ config }) => typeIn(config, path) !== undefined);
    const type = typeIn(provider?.config, path);
    return parts.flatMap(({ file, config }) => {
      const received = typeIn(config, path);
      if (type === undefined || received === undefined || received === type) return [];
      const expected = `${type} as in ${provider?.file}, whose entries would be lost`;
      return { file, path, expected, received };
    });
  });
}

/** Undefined for `mergeReplace` too, which replaces the entries on purpose. */
function typeIn(config: unknown, key: string): 'an array' | 'an object' | undefined {
  const value = isConfigMap(config) ? config[key] : undefined;
  if (Array.isArray(value)) return 'an array';
  return isConfigMap(value) ? 'an object' : undefined;
}
