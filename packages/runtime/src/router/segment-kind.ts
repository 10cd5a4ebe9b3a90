import type { Segment } from './path-pattern.ts';
import type { Tokens } from './route.ts';
import { segmentKey } from './segment-key.ts';
import { mixedMatcher, type SegmentMatcher, valueCheck, wholeMatcher } from './segment-matcher.ts';

// How specific a segment is, the most specific first (rule R5). A leaf's rank is one digit per segment.
export const STATIC = '1';
export const RESTRICTED = '2';
export const PLAIN = '3';
export const REST = '4';

/** A segment of a pattern by what it accepts. */
export type SegmentKind =
  | { readonly rank: typeof STATIC; readonly text: string }
  | { readonly rank: typeof RESTRICTED | typeof REST; readonly matcher: SegmentMatcher }
  | { readonly rank: typeof PLAIN };

export function kindOf(segment: Segment, tokens: Tokens): SegmentKind {
  const [part] = segment;
  if (segment.length > 1) return { rank: RESTRICTED, matcher: mixedMatcher(segment, tokens) };
  if (typeof part !== 'object') return { rank: STATIC, text: part ?? '' };
  const accepts = valueCheck(part, tokens);
  if (part.rest) {
    const allowsEmpty = part.restriction === '.*';
    const acceptsRest = (value: string): boolean =>
      (value !== '' || allowsEmpty) && accepts?.(value) !== false;
    return { rank: REST, matcher: wholeMatcher(segmentKey(segment, tokens), acceptsRest) };
  }
  if (accepts === undefined) return { rank: PLAIN };
  return { rank: RESTRICTED, matcher: wholeMatcher(segmentKey(segment, tokens), accepts) };
}
