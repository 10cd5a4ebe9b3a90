import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { didYouMean } from '../errors/nearest.ts';
import type { GroupOptions } from './route-methods.ts';

/** What of a route its group changes. It is not judged here, but where the route is registered or checked. */
interface GroupedRoute {
  readonly path?: unknown;
  readonly middleware?: unknown;
  readonly name?: unknown;
}

const KEYS = ['middleware', 'name'];

/** The prefix of a group, and what its routes share beside it. */
export class Group {
  readonly #prefix: string;
  readonly #options: GroupOptions;

  /** @throws InvalidArgumentError when the prefix is no string, or the options are not those of a group */
  constructor(prefix: string, options: GroupOptions) {
    if (typeof prefix !== 'string') {
      throw new InvalidArgumentError('prefix of a group', 'a string such as "/api"', prefix);
    }
    checkOptions(options, prefix);
    this.#prefix = prefix.replace(/\/$/, '');
    this.#options = options;
  }

  /** The route as it is registered: its path joined, the shared middleware first in its list, its name whole. */
  complete<R extends GroupedRoute>(route: R): R {
    const { path, middleware, name } = route;
    const { middleware: shared, name: beginning = '' } = this.#options;
    const isGuarded = 'middleware' in this.#options && (middleware ?? undefined) !== undefined;
    return {
      ...route,
      ...(typeof path === 'string' && { path: this.#join(path) }),
      ...(isGuarded && { middleware: [...listOf(shared), ...listOf(middleware)] }),
      ...(typeof name === 'string' && { name: beginning + name }),
    };
  }

  // What is no path is left as it is, and so refused as it was written.
  #join(path: string): string {
    if (path === '/') return this.#prefix || '/';
    return /^\[?\//.test(path) ? this.#prefix + path : path;
  }
}

function checkOptions(options: GroupOptions, prefix: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InvalidArgumentError(`options of the group ${prefix}`, 'a map', options);
  }
  const unknown = Object.keys(options).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    const suggestion = didYouMean(unknown, KEYS);
    throw new InvalidArgumentError(
      `options of the group ${prefix}`,
      `a map with the keys ${KEYS.join(' and ')}`,
      options,
      suggestion && ` Of "${unknown}": ${suggestion}`,
    );
  }
  if (options.name !== undefined && typeof options.name !== 'string') {
    throw new InvalidArgumentError(`name of the group ${prefix}`, 'a string such as "api."', options.name);
  }
}

function listOf(middleware: unknown): readonly unknown[] {
  return Array.isArray(middleware) ? middleware : [middleware];
}
