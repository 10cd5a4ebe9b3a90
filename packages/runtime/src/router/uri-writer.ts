import { compile, type Token } from 'path-to-regexp';
import { UriGenerationError } from '../errors/coded-errors.ts';
import { describe } from '../errors/describe.ts';
import type { PatternPart, Placeholder } from './path-pattern.ts';
import type { Route, Tokens } from './route.ts';
import type { UriOptions } from './router-interface.ts';
import { sourcesOf } from './segment-key.ts';
import { valueCheck } from './segment-matcher.ts';

/**
 * Writes the URIs of one route (rule R13). Here alone path-to-regexp serves: it encodes the values and leaves out
 * optional parts without values. What does not depend on the values is made once.
 */
export class UriWriter {
  /** The tokens that the values must match. */
  readonly tokens: Tokens;
  readonly #route: Route;
  readonly #checks: ReadonlyMap<Placeholder, ReturnType<typeof valueCheck>>;
  readonly #compiled: ReturnType<typeof compile>;

  constructor(route: Route, tokens: Tokens) {
    const { parts, placeholders } = route.pattern;
    this.tokens = tokens;
    this.#route = route;
    this.#checks = new Map(placeholders.map((placeholder) => [placeholder, valueCheck(placeholder, tokens)]));
    this.#compiled = compileParts(parts, new Set());
  }

  /** @throws UriGenerationError when a parameter is missing or not accepted, or what is appended is no text */
  write(params: object, { defaults, query, fragment }: UriOptions): string {
    const { pattern, options: own } = this.#route;
    if (typeof params !== 'object' || params === null) throw this.#fault('its parameters', 'a map', params);
    const given = { ...own.defaults, ...defined(defaults), ...defined(params) };
    const values: Record<string, string | string[]> = Object.create(null);
    const empty = new Set<string>();
    for (const placeholder of pattern.placeholders) {
      const value = Object.hasOwn(given, placeholder.name) ? given[placeholder.name] : undefined;
      if (value === undefined || value === null) {
        if (placeholder.optional || (placeholder.rest && placeholder.restriction === '.*')) continue;
        throw missing(this.#route, placeholder, defined(given));
      }
      const text = this.#checked(placeholder, value);
      if (text === '') empty.add(placeholder.name);
      else values[placeholder.name] = placeholder.rest ? text.split('/') : text;
    }
    const write = empty.size === 0 ? this.#compiled : compileParts(pattern.parts, empty);
    // "//evil.example" would be another host. Escaped, the value of the placeholder is the same.
    const path = write(values).replace(/^\/\//, '/%2F');
    return path + this.#queryOf(query) + this.#fragmentOf(fragment);
  }

  #checked(placeholder: Placeholder, value: unknown): string {
    const text = textOf(value);
    const accepts = this.#checks.get(placeholder);
    if (text === '' && placeholder.rest && placeholder.restriction === '.*') return text;
    const segments = placeholder.rest ? text?.split('/') : [text];
    const isSegment = text !== '' && !segments?.includes('.') && !segments?.includes('..');
    if (text !== undefined && isSegment && accepts?.(text) !== false) return text;
    const expected =
      accepts === undefined
        ? 'text that is not empty, "." or ".."'
        : `what matches ${sourcesOf(placeholder, this.tokens).join(' and ')}`;
    throw this.#fault(`{${placeholder.name}}`, expected, value);
  }

  #queryOf(query: object | undefined): string {
    if (query === undefined || query === null) return '';
    if (typeof query !== 'object' || Array.isArray(query)) {
      throw this.#fault('the query', 'a map or URLSearchParams', query);
    }
    const search = new URLSearchParams();
    const isIterable = query instanceof URLSearchParams || query instanceof Map;
    for (const [name, value] of isIterable ? query : Object.entries(query)) {
      const key = textOf(name);
      if (key === undefined) throw this.#fault('each name in the query', 'text', name);
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item === undefined || item === null) continue;
        const text = textOf(item instanceof Date ? item.toJSON() : item);
        if (text === undefined) throw this.#fault(`${JSON.stringify(key)} in the query`, 'text', item);
        search.append(key, text);
      }
    }
    return search.size === 0 ? '' : `?${search}`;
  }

  #fragmentOf(fragment: string | undefined): string {
    if (fragment === undefined || fragment === null || fragment === '') return '';
    const text = textOf(fragment);
    if (text === undefined) throw this.#fault('the fragment', 'text', fragment);
    return `#${encodeURI(text)}`;
  }

  #fault(what: string, expected: string, received: unknown): UriGenerationError {
    const isCut = typeof received === 'string' && !received.isWellFormed();
    const { name, path } = this.#route;
    return new UriGenerationError(
      `The route "${name}" (${path}) takes as ${what} ${isCut ? 'text without lone surrogates' : expected}, not ${describe(received)}.`,
    );
  }
}

const TEXT_TYPES = new Set(['string', 'number', 'bigint', 'boolean']);

/** A value as it may stand in a URI; undefined when it cannot. */
function textOf(value: unknown): string | undefined {
  const text = TEXT_TYPES.has(typeof value) ? String(value) : undefined;
  return text?.isWellFormed() === true ? text : undefined;
}

/** @param empty names of rest placeholders whose value is "" */
function compileParts(parts: readonly PatternPart[], empty: ReadonlySet<string>): ReturnType<typeof compile> {
  return compile({ tokens: parts.map((part) => toToken(part, empty)) });
}

function missing(route: Route, { name }: Placeholder, given: object): UriGenerationError {
  const required = route.pattern.placeholders.filter((placeholder) => !placeholder.optional);
  const needed = listOf(required.map((placeholder) => placeholder.name));
  return new UriGenerationError(
    `The route "${route.name}" (${route.path}) needs the parameters ${needed} and got ${listOf(Object.keys(given))}; ` +
      `{${name}} is missing.`,
  );
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_SHOWN).map((name) => `{${name}}`);
  return [...shown, ...(names.length > MOST_SHOWN ? ['…'] : [])].join(', ') || 'none';
}

const MOST_SHOWN = 20;

function toToken(part: PatternPart, empty: ReadonlySet<string>): Token {
  if (typeof part === 'string') return { type: 'text', value: part };
  if ('parts' in part) return { type: 'group', tokens: part.parts.map((inner) => toToken(inner, empty)) };
  if (!part.rest) return { type: 'param', name: part.name };
  if (empty.has(part.name)) return { type: 'text', value: '' };
  const wildcard: Token = { type: 'wildcard', name: part.name };
  // A wildcard without a value leaves out the group around it: its own, or the optional part.
  return part.restriction === '.*' && !part.optional ? { type: 'group', tokens: [wildcard] } : wildcard;
}

function defined(params: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params ?? {}).filter(([, value]) => value !== undefined && value !== null),
  );
}
