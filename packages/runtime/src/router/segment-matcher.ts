import { HttpError } from '../errors/http-error.ts';
import type { Placeholder, Segment } from './path-pattern.ts';
import type { Tokens } from './route.ts';
import { expressionsOf, segmentKey } from './segment-key.ts';
import { wholeValueTest } from './constraints/value-expression.ts';

/** Takes the values of placeholders from a segment of a path, or from all segments that remain. */
export interface SegmentMatcher {
  /** Equal for matchers that accept the same text. */
  readonly key: string;
  /**
   * Puts the decoded values into a list, in the order of the placeholders.
   *
   * @returns how many; 0 when the text is not accepted
   */
  take(text: string, values: (string | undefined)[], at: number): number;
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

/**
 * Whether a decoded value satisfies the restriction of its placeholder and its token.
 *
 * @returns undefined when there is neither, so that nothing needs to be checked
 */
export function valueCheck(
  placeholder: Placeholder,
  tokens: Tokens,
): ((value: string) => boolean) | undefined {
  if (placeholder.restriction === undefined && tokens === undefined) return undefined;
  const expressions = expressionsOf(placeholder, tokens);
  // ".*" and ".+" of a rest say only whether it may be empty; a line break in it is no fault.
  const tests = (placeholder.rest ? expressions.slice(1) : expressions).map(wholeValueTest);
  const [first, second] = tests;
  return first && second ? (value) => first(value) && second(value) : first;
}

/** A segment, or all that remain, as one value. */
export function wholeMatcher(key: string, accepts: (value: string) => boolean): SegmentMatcher {
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

// The characters of all values that one match tries. Real segments need a handful; a hostile one is given up.
const MOST_TRIED = 200_000;

/**
 * A segment of text and placeholders, such as `{year}-{month}.html`. From the left, each placeholder takes the shortest
 * text that it accepts and with which the rest matches.
 */
export function mixedMatcher(segment: Segment, tokens: Tokens): SegmentMatcher {
  const lead = typeof segment[0] === 'string' ? segment[0] : '';
  const holes = segment.flatMap((part, index): Hole[] => {
    if (typeof part === 'string') return [];
    const next = segment[index + 1];
    const follower = typeof next === 'string' ? next : '';
    return [
      { accepts: valueCheck(part, tokens) ?? (() => true), follower, last: index + 2 >= segment.length },
    ];
  });
  return {
    key: segmentKey(segment, tokens),
    take(text, values, at) {
      const match = { text, holes, values, at, tried: 0 };
      return text.startsWith(lead) && fill(match, 0, lead.length) ? holes.length : 0;
    },
  };
}

interface Hole {
  readonly accepts: (value: string) => boolean;
  /** The text behind the placeholder; empty at the end of the segment only. */
  readonly follower: string;
  readonly last: boolean;
}

interface MixedMatch {
  readonly text: string;
  readonly holes: readonly Hole[];
  /** Where the values go, from `at` on. */
  readonly values: (string | undefined)[];
  readonly at: number;
  /** In characters. */
  tried: number;
}

/** Takes the values of the holes from `index` on, the first of which begins at `start`. */
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

/** Where the next value for a hole ends behind a position; -1: nowhere. */
function endOf({ follower, last }: Hole, text: string, position: number): number {
  if (!last) return text.indexOf(follower, position + 1);
  return text.endsWith(follower) ? text.length - follower.length : -1;
}
