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

/**
 * A segment of text and placeholders, such as `{year}-{month}.html`. From the left, each placeholder takes the shortest
 * text that it accepts and that the following text follows. It never tries again, so no path makes the match slow.
 */
export function mixedMatcher(segment: Segment, tokens: Tokens | undefined): SegmentMatcher {
  const [lead, holes] = splitAtPlaceholders(segment, tokens);
  return {
    key: segment.map((part) => (typeof part === 'string' ? part : `{${checkKey(part, tokens)}}`)).join(''),
    match(text) {
      if (!text.startsWith(lead)) return undefined;
      const values: string[] = [];
      let start = lead.length;
      for (const [index, hole] of holes.entries()) {
        const end = index === holes.length - 1 ? lastEnd(text, start, hole) : firstEnd(text, start, hole);
        if (end === undefined) return undefined;
        values.push(decodeValue(text.slice(start, end)));
        start = end + hole.follower.length;
      }
      return values;
    },
  };
}

interface Hole {
  readonly accepts: (value: string) => boolean;
  /** The text behind the placeholder; empty at the end of the segment only. */
  readonly follower: string;
}

function splitAtPlaceholders(segment: Segment, tokens: Tokens | undefined): [string, readonly Hole[]] {
  const [first = '', ...rest] = segment;
  const lead = typeof first === 'string' ? first : '';
  const holes: Hole[] = [];
  for (const [index, part] of (typeof first === 'string' ? rest : segment).entries()) {
    if (typeof part === 'string') continue;
    const next = (typeof first === 'string' ? rest : segment)[index + 1];
    const accepts = valueCheck(part, tokens) ?? (() => true);
    holes.push({ accepts, follower: typeof next === 'string' ? next : '' });
  }
  return [lead, holes];
}

function firstEnd(text: string, start: number, { accepts, follower }: Hole): number | undefined {
  for (let end = text.indexOf(follower, start + 1); end !== -1; end = text.indexOf(follower, end + 1)) {
    if (accepts(decodeValue(text.slice(start, end)))) return end;
  }
  return undefined;
}

function lastEnd(text: string, start: number, { accepts, follower }: Hole): number | undefined {
  const end = text.length - follower.length;
  return end > start && text.endsWith(follower) && accepts(decodeValue(text.slice(start, end)))
    ? end
    : undefined;
}

function checkKey(placeholder: Placeholder, tokens: Tokens | undefined): string {
  const token = tokens?.[placeholder.name];
  return `${placeholder.restriction ?? ''}\n${token === undefined ? '' : String(token)}`;
}

function wholeValue(expression: string | RegExp): RegExp {
  if (typeof expression === 'string') return new RegExp(`^(?:${expression})$`);
  return new RegExp(`^(?:${expression.source})$`, expression.flags.replace(/[gym]/g, ''));
}
