import { compile, type Token } from 'path-to-regexp';
import { UriGenerationError } from '../error/coded-errors.ts';
import { describe } from '../error/describe.ts';
import type { PatternPart, Placeholder } from './path-pattern.ts';
import type { Route, RouteOptions } from './route.ts';
import type { UriOptions } from './router-interface.ts';
import { valueCheck } from './segment-matcher.ts';

type Tokens = RouteOptions['tokens'];

/** A route as a URI that is to be filled (SEMANTICS R13). What does not depend on the values is made once. */
export class UriTemplate {
  /** The restrictions of the values beside those in the path. */
  readonly tokens: Tokens;
  readonly #route: Route;
  readonly #checks: ReadonlyMap<Placeholder, ReturnType<typeof valueCheck>>;
  readonly #write: ReturnType<typeof compile>;

  constructor(route: Route, tokens: Tokens) {
    const { parts, placeholders } = route.pattern;
    this.tokens = tokens;
    this.#route = route;
    this.#checks = new Map(placeholders.map((placeholder) => [placeholder, valueCheck(placeholder, tokens)]));
    this.#write = compileParts(parts, new Set());
  }

  /** @throws UriGenerationError when a parameter is missing or not accepted */
  fill(params: object, options: UriOptions): string {
    const { pattern, options: own } = this.#route;
    const given: Record<string, unknown> = { ...own.defaults, ...options.defaults, ...defined(params) };
    const values: Record<string, string | string[]> = {};
    const empty = new Set<string>();
    for (const placeholder of pattern.placeholders) {
      const value = Object.hasOwn(given, placeholder.name) ? given[placeholder.name] : undefined;
      if (value === undefined || value === null) {
        if (placeholder.optional || (placeholder.rest && placeholder.restriction === '.*')) continue;
        throw missing(this.#route, placeholder);
      }
      const text = this.#checked(placeholder, value);
      if (text === '') empty.add(placeholder.name);
      else values[placeholder.name] = placeholder.rest ? text.split('/') : text;
    }
    const write = empty.size === 0 ? this.#write : compileParts(pattern.parts, empty);
    return (
      write(values) + queryOf(options.query) + (options.fragment ? `#${encodeURI(options.fragment)}` : '')
    );
  }

  #checked(placeholder: Placeholder, value: unknown): string {
    const text = String(value);
    const accepts = this.#checks.get(placeholder);
    const emptyRest = placeholder.rest && placeholder.restriction === '.*' && text === '';
    const segments = placeholder.rest ? text.split('/') : [text];
    const valid =
      emptyRest ||
      (text !== '' &&
        text.isWellFormed() &&
        !segments.includes('.') &&
        !segments.includes('..') &&
        accepts?.(text) !== false);
    if (valid && typeof value !== 'object') return text;
    const expected =
      accepts === undefined ? 'text that is not empty, "." or ".."' : restrictionOf(this.tokens, placeholder);
    const { name, path } = this.#route;
    throw new UriGenerationError(
      `The route "${name}" (${path}) takes as {${placeholder.name}} ${expected}, not ${describe(value)}.`,
    );
  }
}

/** @param empty names of rest placeholders whose value is "" */
function compileParts(parts: readonly PatternPart[], empty: ReadonlySet<string>): ReturnType<typeof compile> {
  return compile({ tokens: parts.map((part) => toToken(part, empty)) });
}

function restrictionOf(tokens: Tokens, placeholder: Placeholder): string {
  const token = tokens?.[placeholder.name];
  const expressions = [placeholder.restriction, token instanceof RegExp ? token.source : token];
  return `what matches ${expressions.filter(Boolean).join(' and ')}`;
}

function missing(route: Route, { name }: Placeholder): UriGenerationError {
  const required = route.pattern.placeholders.filter((placeholder) => !placeholder.optional);
  const names = required.map((placeholder) => `{${placeholder.name}}`).join(', ');
  return new UriGenerationError(
    `The route "${route.name}" (${route.path}) needs the parameters ${names}; {${name}} is missing.`,
  );
}

function toToken(part: PatternPart, empty: ReadonlySet<string>): Token {
  if (typeof part === 'string') return { type: 'text', value: part };
  if ('parts' in part) return { type: 'group', tokens: part.parts.map((inner) => toToken(inner, empty)) };
  if (!part.rest) return { type: 'param', name: part.name };
  if (empty.has(part.name)) return { type: 'text', value: '' };
  const wildcard: Token = { type: 'wildcard', name: part.name };
  // In an optional part it is left out together with what stands around it.
  return part.restriction === '.*' && !part.optional ? { type: 'group', tokens: [wildcard] } : wildcard;
}

function queryOf(query: object | undefined): string {
  if (query === undefined) return '';
  const search = new URLSearchParams();
  for (const [key, value] of query instanceof URLSearchParams ? query : Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(key, String(item));
    }
  }
  return search.size === 0 ? '' : `?${search}`;
}

function defined(params: object): object {
  return Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== undefined && value !== null),
  );
}
