import { HttpError } from '../error/http-error.ts';
import type { Placeholder, Segment } from './path-pattern.ts';
import type { RouteOptions } from './route.ts';

type Tokens = NonNullable<RouteOptions['tokens']>;

/** What one segment of a pattern accepts, and the values that it takes from a segment of a path. */
export interface SegmentMatcher {
  /** Equal for matchers that accept the same segments. */
  readonly key: string;
  /** Decoded values in the order of the placeholders; undefined when the segment is not accepted. */
  match(segment: string): readonly string[] | undefined;
}

/** Decodes one value of a path that is already split, so that `%2F` never splits a segment (SEMANTICS R6). */
export function decodeValue(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch (cause) {
    throw new HttpError(400, `The path segment ${value} has a malformed percent-escape.`, { cause });
  }
}

/**
 * Whether a decoded value satisfies the restriction of its placeholder and its token.
 *
 * @returns undefined when there is neither, so that nothing needs to be checked
 */
export function valueCheck(
  placeholder: Placeholder,
  tokens: Tokens | undefined,
): ((value: string) => boolean) | undefined {
  const expressions: RegExp[] = [];
  if (placeholder.restriction !== undefined && !placeholder.rest) {
    expressions.push(wholeValue(placeholder.restriction));
  }
  const token =
    tokens !== undefined && Object.hasOwn(tokens, placeholder.name) ? tokens[placeholder.name] : undefined;
  if (token !== undefined) expressions.push(wholeValue(token));
  const [first, second] = expressions;
  if (first === undefined) return undefined;
  return second === undefined
    ? (value) => first.test(value)
    : (value) => first.test(value) && second.test(value);
}

/** A segment that is one placeholder with a restriction or a token. */
export function restrictedMatcher(placeholder: Placeholder, tokens: Tokens | undefined): SegmentMatcher {
  const accepts = valueCheck(placeholder, tokens) ?? (() => true);
  return {
    key: checkKey(placeholder, tokens),
    match(segment) {
      const value = decodeValue(segment);
      return accepts(value) ? [value] : undefined;
    },
  };
}

/** A segment of text and placeholders, such as `{year}-{month}.html`. */
export function mixedMatcher(segment: Segment, tokens: Tokens | undefined): SegmentMatcher {
  const groups: number[] = [];
  const checks: (((value: string) => boolean) | undefined)[] = [];
  let source = '';
  let group = 1;
  for (const part of segment) {
    if (typeof part === 'string') {
      source += escapeText(part);
      continue;
    }
    groups.push(group);
    source += `(${part.restriction === undefined ? '.+?' : `(?:${part.restriction})`})`;
    group += 1 + countGroups(part.restriction ?? '');
    checks.push(valueCheck({ ...part, restriction: undefined }, tokens));
  }
  const expression = new RegExp(`^${source}$`);
  return {
    key: segment.map((part) => (typeof part === 'string' ? part : `{${checkKey(part, tokens)}}`)).join(''),
    match(text) {
      const found = expression.exec(text);
      if (found === null) return undefined;
      const values = groups.map((index) => decodeValue(found[index] ?? ''));
      return values.every((value, index) => checks[index]?.(value) ?? true) ? values : undefined;
    },
  };
}

function checkKey(placeholder: Placeholder, tokens: Tokens | undefined): string {
  const token = tokens?.[placeholder.name];
  return `${placeholder.restriction ?? ''}\n${token === undefined ? '' : String(token)}`;
}

function wholeValue(expression: string | RegExp): RegExp {
  if (typeof expression === 'string') return new RegExp(`^(?:${expression})$`);
  return new RegExp(`^(?:${expression.source})$`, expression.flags.replace(/[gym]/g, ''));
}

function countGroups(source: string): number {
  return (new RegExp(`${source}|`).exec('')?.length ?? 1) - 1;
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
