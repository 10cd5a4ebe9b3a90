import { UriGenerationError } from '../errors/coded-errors.ts';
import { describe } from '../errors/describe.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { type Constraints, sourcesOf, valueCheck } from './constraints/constraint.ts';
import type { PatternPart, Placeholder } from './pattern-forms.ts';
import type { RouteName, SomeUriParams } from './route-names.ts';
import { RouteResult, type RouterInterface, type UriOptions } from './router-interface.ts';
import type { Route } from './route.ts';

/** Writes the URIs of one route (rule R13). */
export class UriWriter {
  /** The constraints of the values, beside those in the path. */
  readonly constraints: Constraints;
  readonly #route: Route;
  readonly #checks: ReadonlyMap<Placeholder, ReturnType<typeof valueCheck>>;

  constructor(route: Route, constraints: Constraints) {
    this.constraints = constraints;
    this.#route = route;
    this.#checks = new Map(
      route.pattern.placeholders.map((placeholder) => [placeholder, valueCheck(placeholder, constraints)]),
    );
  }

  /**
   * @throws {@link UriGenerationError} when a parameter is missing or not accepted, or the query or fragment can't be
   *   written
   */
  write(params: object, { defaults, query, fragment }: UriOptions): string {
    const { pattern, options } = this.#route;
    if (typeof params !== 'object' || params === null) {
      throw this.#error('its parameters', 'an object', params);
    }
    const given = { ...options.defaults, ...defined(defaults), ...defined(params) };
    const values = new Map<string, string>();
    for (const placeholder of pattern.placeholders) {
      const value = Object.hasOwn(given, placeholder.name) ? given[placeholder.name] : undefined;
      if (value !== undefined && value !== null) {
        values.set(placeholder.name, this.#encoded(placeholder, value));
      } else if (!placeholder.optional) {
        if (!mayBeEmpty(placeholder)) throw this.#missing(placeholder, defined(given));
        values.set(placeholder.name, '');
      }
    }
    // "//evil.example" would be another host. Escaped, the value of the placeholder is the same.
    const path = (writeParts(pattern.parts, values) ?? '').replace(/^\/\//, '/%2F');
    return path + this.#queryOf(query) + this.#fragmentOf(fragment);
  }

  #encoded(placeholder: Placeholder, value: unknown): string {
    const text = textOf(value);
    if (text === '' && mayBeEmpty(placeholder)) return '';
    const accepts = this.#checks.get(placeholder);
    const segments = placeholder.rest ? text?.split('/') : [text];
    const isSegment = text !== '' && !segments?.includes('.') && !segments?.includes('..');
    if (text !== undefined && isSegment && accepts?.(text) !== false) {
      return placeholder.rest ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text);
    }
    const sources = sourcesOf(placeholder, this.constraints).join(' and ');
    const expected =
      accepts === undefined ? 'a non-empty string, "." or ".."' : `a value that matches ${sources}`;
    throw this.#error(`{${placeholder.name}}`, expected, value);
  }

  #queryOf(query: object | undefined): string {
    if (query === undefined || query === null) return '';
    if (typeof query !== 'object' || Array.isArray(query)) {
      throw this.#error('the query', 'an object or URLSearchParams', query);
    }
    const search = new URLSearchParams();
    const isIterable = query instanceof URLSearchParams || query instanceof Map;
    for (const [name, value] of isIterable ? query : Object.entries(query)) {
      const key = textOf(name);
      if (key === undefined) throw this.#error('each name in the query', 'a string', name);
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item === undefined || item === null) continue;
        const text = textOf(item instanceof Date ? item.toJSON() : item);
        if (text === undefined) throw this.#error(`${JSON.stringify(key)} in the query`, 'a string', item);
        search.append(key, text);
      }
    }
    return search.size === 0 ? '' : `?${search}`;
  }

  #fragmentOf(fragment: string | undefined): string {
    if (fragment === undefined || fragment === null || fragment === '') return '';
    const text = textOf(fragment);
    if (text === undefined) throw this.#error('the fragment', 'a string', fragment);
    return `#${encodeURI(text)}`;
  }

  #missing({ name }: Placeholder, given: object): UriGenerationError {
    const names = Object.keys(given).slice(0, MOST_SHOWN);
    return new UriGenerationError(
      `The route "${this.#route.name}" (${this.#route.path}) needs the parameter {${name}}, and got ` +
        `${names.length === 0 ? 'none' : `only ${names.join(', ')}`}.`,
    );
  }

  #error(what: string, expected: string, received: unknown): UriGenerationError {
    const isCut = typeof received === 'string' && !received.isWellFormed();
    const { name, path } = this.#route;
    return new UriGenerationError(
      `The route "${name}" (${path}) expects ${isCut ? 'a string without lone surrogates' : expected} for ${what}, ` +
        `not ${describe(received)}.`,
    );
  }
}

/** @returns undefined when a placeholder has no value, so that the optional part around it is left out */
function writeParts(parts: readonly PatternPart[], values: ReadonlyMap<string, string>): string | undefined {
  let path = '';
  for (const part of parts) {
    if (typeof part === 'string') path += part;
    else if ('parts' in part) path += writeParts(part.parts, values) ?? '';
    else {
      const value = values.get(part.name);
      if (value === undefined) return undefined;
      path += value;
    }
  }
  return path;
}

function mayBeEmpty({ rest, constraint }: Placeholder): boolean {
  return rest && constraint === '.*';
}

const STRING_TYPES = new Set(['string', 'number', 'bigint', 'boolean']);

/** A value as a string for a URI; undefined when it can't be written. */
function textOf(value: unknown): string | undefined {
  const text = STRING_TYPES.has(typeof value) ? String(value) : undefined;
  return text?.isWellFormed() === true ? text : undefined;
}

const MOST_SHOWN = 20;

function defined(params: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params ?? {}).filter(([, value]) => value !== undefined && value !== null),
  );
}

/**
 * Writes the URIs of routes, with the parameters of the current route as defaults. Create one for each request.
 * `urlFor(request)` needs no router, and is enough when you pass all parameters.
 *
 * @example new UrlHelper(router, request).generate('post', { id: 42 })
 */
export class UrlHelper {
  /** @internal */
  static get name(): string {
    return 'UrlHelper';
  }

  readonly #router: RouterInterface;
  readonly #current: RouteResult | undefined;

  /**
   * Creates a helper for a request.
   *
   * @param router the router that has the routes
   * @param current the request or its `RouteResult`; without it every call needs a name
   */
  constructor(router: RouterInterface, current?: ServerRequest | RouteResult) {
    this.#router = router;
    this.#current = current instanceof RouteResult ? current : current?.getAttribute(RouteResult);
  }

  /**
   * Writes the URI of a route.
   *
   * @param name the name of the route; the current route when absent
   * @param params override the parameters of the current route, which are used only for the URI of the current route
   * @param options the query, the fragment and defaults; none when absent
   * @returns the path, with query and fragment
   * @throws {@link UriGenerationError} when there is no such route, or a parameter is missing or not accepted
   */
  generate<const Name extends RouteName | undefined = undefined>(
    name?: Name,
    params?: SomeUriParams<Name>,
    options?: UriOptions,
  ): string;
  generate(name?: string, params: object = {}, options: UriOptions = {}): string {
    const route = this.#current?.route;
    const wanted = name ?? route?.name;
    if (wanted === undefined) {
      throw new UriGenerationError('No route has matched, so generate() needs a route name.');
    }
    const reused = wanted === route?.name ? this.#current?.params : undefined;
    // The router rejects parameters that are no object.
    return this.#router.generateUri(wanted, reused && params ? { ...reused, ...params } : params, options);
  }
}
