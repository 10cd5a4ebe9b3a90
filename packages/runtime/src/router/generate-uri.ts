import { compile, type Token } from 'path-to-regexp';
import { UriGenerationError } from '../error/coded-errors.ts';
import { describe } from '../error/describe.ts';
import type { PatternPart, Placeholder } from './path-pattern.ts';
import type { Route, RouteOptions } from './route.ts';
import type { UriOptions } from './router-interface.ts';
import { valueCheck } from './segment-matcher.ts';

type Tokens = RouteOptions['tokens'];

/**
 * Fills the path of a route (SEMANTICS R13).
 *
 * @param tokens restrictions of the values beside those in the path
 * @throws UriGenerationError when a parameter is missing or not accepted
 */
export function generateUri(route: Route, tokens: Tokens, params: object, options: UriOptions): string {
  const given: Record<string, unknown> = {
    ...route.options.defaults,
    ...options.defaults,
    ...defined(params),
  };
  const values: Record<string, string | string[]> = {};
  const empty = new Set<string>();
  for (const placeholder of route.pattern.placeholders) {
    const value = Object.hasOwn(given, placeholder.name) ? given[placeholder.name] : undefined;
    if (value === undefined || value === null) {
      if (placeholder.optional || (placeholder.rest && placeholder.restriction === '.*')) continue;
      throw missing(route, placeholder);
    }
    const text = checked(route, tokens, placeholder, value);
    if (text === '') empty.add(placeholder.name);
    else values[placeholder.name] = placeholder.rest ? text.split('/') : text;
  }
  const fill = compile({ tokens: route.pattern.parts.map((part) => toToken(part, empty)) });
  return fill(values) + queryOf(options.query) + (options.fragment ? `#${encodeURI(options.fragment)}` : '');
}

function checked(route: Route, tokens: Tokens, placeholder: Placeholder, value: unknown): string {
  const text = String(value);
  const accepts = valueCheck(placeholder, tokens);
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
    accepts === undefined ? 'text that is not empty, "." or ".."' : restrictionOf(tokens, placeholder);
  throw new UriGenerationError(
    `The route "${route.name}" (${route.path}) takes as {${placeholder.name}} ${expected}, not ${describe(value)}.`,
  );
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
