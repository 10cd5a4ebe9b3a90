import { HttpError } from '../errors/http-error.ts';
import { type Constraints, placeholderKey, valueCheck, type ValueTest } from './constraints/constraint.ts';
import type { Segment } from './pattern-forms.ts';

// The ranks of segments, the most specific first (rule R5).
export const STATIC = '1';
export const CONSTRAINED = '2';
export const PLAIN = '3';
export const REST = '4';

/** A segment of a pattern by what it accepts. */
export type SegmentKind =
  | { readonly rank: typeof STATIC; readonly text: string }
  | { readonly rank: typeof CONSTRAINED | typeof REST; readonly matcher: SegmentMatcher }
  | { readonly rank: typeof PLAIN };

/** Reads the values of placeholders from a segment of a path, or from all remaining segments. */
export interface SegmentMatcher {
  /** Equal for matchers that accept the same. The names of placeholders are not compared. */
  readonly key: string;
  /**
   * Writes the decoded values into an array, in the order of the placeholders.
   *
   * @returns the number of values; 0 when the segment is not accepted
   */
  take(text: string, values: (string | undefined)[], at: number): number;
}

const PLAIN_SEGMENT: SegmentKind = { rank: PLAIN };

export function segmentKindOf(segment: Segment, constraints: Constraints): SegmentKind {
  const [part] = segment;
  if (segment.length > 1) return { rank: CONSTRAINED, matcher: mixedMatcher(segment, constraints) };
  if (typeof part !== 'object') return { rank: STATIC, text: part ?? '' };
  const accepts = valueCheck(part, constraints);
  if (accepts === undefined && !part.rest) return PLAIN_SEGMENT;
  const key = placeholderKey(part, constraints);
  if (part.rest) {
    const allowsEmpty = part.constraint === '.*';
    const acceptsRest = (value: string): boolean =>
      (value !== '' || allowsEmpty) && accepts?.(value) !== false;
    return { rank: REST, matcher: wholeMatcher(key, acceptsRest) };
  }
  return { rank: CONSTRAINED, matcher: wholeMatcher(key, accepts as ValueTest) };
}

/** Decodes one value of a path that is already split, so that `%2F` never splits a segment (rule R6). */
export function decodeValue(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch (cause) {
    throw new HttpError(400, `The path segment ${value} has a malformed percent-escape.`, { cause });
  }
}

/** Reads one value: a segment, or all remaining segments. */
function wholeMatcher(key: string, accepts: (value: string) => boolean): SegmentMatcher {
  return {
    key,
    take(text, values, at) {
      const value = decodeValue(text);
      if (!accepts(value)) return 0;
      values[at] = value;
      return 1;
    },
  };
}

// The number of characters of all values that one match tries. Real segments need a few, a hostile one is not accepted.
const MOST_TRIED = 200_000;

/**
 * Reads a segment of text and placeholders, such as `{year}-{month}.html`. From the left, each placeholder takes the shortest
 * value that it accepts and with which the rest of the segment matches.
 */
function mixedMatcher(segment: Segment, constraints: Constraints): SegmentMatcher {
  const lead = typeof segment[0] === 'string' ? segment[0] : '';
  const holes = segment.flatMap((part, index): Hole[] => {
    if (typeof part === 'string') return [];
    const next = segment[index + 1];
    const follower = typeof next === 'string' ? next : '';
    return [
      { accepts: valueCheck(part, constraints) ?? (() => true), follower, last: index + 2 >= segment.length },
    ];
  });
  const keys = segment.map((part) => (typeof part === 'string' ? part : placeholderKey(part, constraints)));
  return {
    key: keys.join(''),
    take(text, values, at) {
      const match = { text, holes, values, at, tried: 0 };
      return text.startsWith(lead) && fill(match, 0, lead.length) ? holes.length : 0;
    },
  };
}

interface Hole {
  readonly accepts: (value: string) => boolean;
  /** The text behind the placeholder; empty only at the end of the segment. */
  readonly follower: string;
  readonly last: boolean;
}

interface MixedMatch {
  readonly text: string;
  readonly holes: readonly Hole[];
  /** Receives the values, from `at` on. */
  readonly values: (string | undefined)[];
  readonly at: number;
  /** In characters. */
  tried: number;
}

/** Reads the values of the holes from `index` on. The first value begins at `start`. */
function fill(match: MixedMatch, index: number, start: number): boolean {
  const { text, holes } = match;
  const hole = holes[index];
  if (hole === undefined) return true;
  for (let end = endOf(hole, text, start); end > start; end = endOf(hole, text, end)) {
    match.tried += end - start;
    // An escape is not cut in two, though its digits may look like the text behind the placeholder.
    const cutsEscape = text[end - 1] === '%' || text[end - 2] === '%';
    const value = cutsEscape ? undefined : decodeValue(text.slice(start, end));
    if (value !== undefined && hole.accepts(value)) {
      match.values[match.at + index] = value;
      if (fill(match, index + 1, end + hole.follower.length)) return true;
    }
    if (hole.last || match.tried > MOST_TRIED) return false;
  }
  return false;
}

/** The next end of a hole's value behind a position; -1 when the value can't end there. */
function endOf({ follower, last }: Hole, text: string, position: number): number {
  if (!last) return text.indexOf(follower, position + 1);
  return text.endsWith(follower) ? text.length - follower.length : -1;
}
