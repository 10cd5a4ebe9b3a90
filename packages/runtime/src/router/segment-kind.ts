import type { Segment } from './path-pattern.ts';
import type { RouteOptions } from './route.ts';
import { segmentKey } from './segment-key.ts';
import { mixedMatcher, restrictedMatcher, valueCheck, type SegmentMatcher } from './segment-matcher.ts';

// How specific a segment is, the most specific first (SEMANTICS R5). A leaf's rank is one digit per segment.
export const STATIC = '1';
export const RESTRICTED = '2';
export const PLAIN = '3';
export const REST = '4';

/** A segment of a pattern by what it accepts. */
export type SegmentKind =
  | { readonly rank: typeof STATIC; readonly text: string }
  | { readonly rank: typeof RESTRICTED; readonly matcher: SegmentMatcher }
  | { readonly rank: typeof PLAIN }
  | { readonly rank: typeof REST; readonly rest: RestMatcher };

/** What a rest placeholder accepts. */
export interface RestMatcher {
  /** Equal for those that accept the same. */
  readonly key: string;
  /** @param value decoded, with its slashes */
  accepts(value: string): boolean;
}

export function kindOf(segment: Segment, tokens: RouteOptions['tokens']): SegmentKind {
  const [part] = segment;
  if (segment.length > 1) return { rank: RESTRICTED, matcher: mixedMatcher(segment, tokens) };
  if (typeof part !== 'object') return { rank: STATIC, text: part ?? '' };
  const accepts = valueCheck(part, tokens);
  if (part.rest) {
    const key = segmentKey(segment, tokens);
    const allowsEmpty = part.restriction === '.*';
    return {
      rank: REST,
      rest: { key, accepts: (value) => (value !== '' || allowsEmpty) && accepts?.(value) !== false },
    };
  }
  if (accepts === undefined) return { rank: PLAIN };
  return { rank: RESTRICTED, matcher: restrictedMatcher(segmentKey(segment, tokens), accepts) };
}
