import { callOrigin } from '#development/call-sites';
import type { ConfigFault } from '../errors/config-error.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { Config } from './config.ts';
import { isConfigMap } from './merge.ts';
import type { ConfigFile } from './origins.ts';

const NAME: unique symbol = Symbol.for('fw-runtime.config-provider');

/** What a package gives a site: services, entries of the pipeline, routes, defaults. Merged before the files of the site. */
export interface ConfigProvider extends Config {
  readonly [NAME]?: string;
}

/**
 * Names a configuration as that of a package, so that faults tell where they come from.
 *
 * Entries of `middleware_pipeline` and `routes` stand in a map, so that a site changes one by its key:
 * `middleware_pipeline: { timing: { path: '/api' } }`.
 *
 * @example
 * export const timingProvider = defineProvider('my-timing', {
 *   dependencies: { factories: { 'my-timing': (container) => timing(container.get('config').timing) } },
 *   middleware_pipeline: { timing: { middleware: 'my-timing', priority: 5000 } },
 * });
 * @param name the package's, or that of its entry
 */
export function defineProvider(name: string, config: Config): ConfigProvider {
  return { ...config, [NAME]: name };
}

/** The configurations of providers, as if each were a file. */
export function providedParts(providers: readonly ConfigProvider[]): ConfigFile[] {
  if (!Array.isArray(providers as unknown))
    throw new InvalidArgumentError('providers', 'a list of providers', providers);
  return providers.map((provider, index) => {
    // What is no map is told as a fault.
    if (!isConfigMap(provider)) {
      return { file: `the provider providers[${index}]${callPlace()}`, config: provider };
    }
    const { [NAME]: name = `providers[${index}]`, ...config } = provider;
    return { file: `the provider ${name}`, config };
  });
}

/** The place that calls `loadConfig` or `mergeConfigFiles`, such as ` in config/config.ts:5`. */
function callPlace(): string {
  const place = callOrigin();
  if (place === undefined) return '';
  const folder = `${globalThis.process?.cwd?.()}/`;
  const file = place.file.startsWith(folder) ? place.file.slice(folder.length) : place.file;
  return ` in ${file}:${place.line}`;
}

const LISTS_OR_MAPS = ['middleware_pipeline', 'routes'] as const;

/**
 * Faults where a list would take the place of the map that a provider gives, or a map that of its list: the provider's entries
 * would be lost.
 *
 * @param parts what is merged, in order
 * @param count how many of them are those of providers
 */
export function lostEntries(parts: readonly ConfigFile[], count: number): ConfigFault[] {
  return LISTS_OR_MAPS.flatMap((path) => {
    const holding = parts.filter(({ config }) => kindAt(config, path) !== undefined);
    const provider = holding.find((part) => parts.indexOf(part) < count);
    if (provider === undefined) return [];
    const kind = kindAt(provider.config, path);
    const others = holding.filter(({ config }) => kindAt(config, path) !== kind);
    return others.map(({ file, config }) => ({
      file,
      path,
      expected: `${kind}, as ${provider.file} gives it, whose entries would be lost`,
      received: kindAt(config, path) ?? 'nothing',
    }));
  });
}

function kindAt(config: object, key: string): 'a list' | 'a map' | undefined {
  const value = isConfigMap(config) ? config[key] : undefined;
  if (Array.isArray(value)) return 'a list';
  // mergeReplace means to drop what was there.
  return isConfigMap(value) ? 'a map' : undefined;
}
