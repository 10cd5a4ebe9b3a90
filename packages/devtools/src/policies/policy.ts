import { canonicalPath, type PolicyConfig } from 'fw-runtime/internal';
import { builtIn, type RegisteredRoute } from './middleware.ts';
import { hasLength, isSpellingOf, shownAs } from './route-paths.ts';

/** A parsed policy. */
export interface Policy extends Pick<PolicyConfig, 'runs' | 'before'> {
  readonly text: string;
  /** The segments of the pattern of paths that the policy is for; undefined when the policy is for routes. */
  readonly pattern: readonly string[] | undefined;
  /** The names of the routes that the policy is for; undefined for all routes. */
  readonly names: readonly string[] | undefined;
  readonly except: readonly string[];
}

export function toPolicy({ every, route, except = [], ...middleware }: PolicyConfig): Policy {
  const { runs, before } = middleware;
  const names = route === undefined || route === '*' ? undefined : [route].flat();
  const what = every ?? (names === undefined ? 'every route' : `the route ${names.join(', ')}`);
  const exceptions = except.length === 0 ? '' : `, except ${except.join(', ')},`;
  const text = `${what}${exceptions} runs ${runs}${before === undefined ? '' : ` before ${before}`}`;
  return { ...middleware, text, pattern: every === undefined ? undefined : segmentsOf(every), names, except };
}

function segmentsOf(pattern: string): string[] {
  return canonicalPath(pattern).slice(1).split('/');
}

/** The literal segments that a pattern begins with, as a path prefix; "" when there isn't a literal. */
export function prefixOf(pattern: readonly string[] = []): string {
  return pattern
    .map((segment) => `/${segment}`)
    .join('')
    .replace(/\/\*\*?(?:\/.*|$)/, '');
}

/**
 * Whether a route is one of the exceptions: by its name, or because all its paths match a pattern as it is written. Other
 * spellings are not excepted, since other routes may handle them.
 */
export function isExcepted(exception: string, { application, route }: RegisteredRoute): boolean {
  if (exception === route.name) return true;
  if (!exception.startsWith('/')) return false;
  const pattern = segmentsOf(exception);
  const below = builtIn('routing', application)?.below ?? [];
  return route.pattern.variants.every((variant) => {
    const [last] = variant.at(-1) ?? [];
    if (typeof last === 'object' && last.rest && pattern.at(-1) !== '**') return false;
    // No literal of a canonical pattern contains a brace.
    return isMatch(pattern, [...below, ...variant.map(shownAs)], (literal, text) => literal === text);
  });
}

/** Whether a path matches a pattern, ignoring case. */
export function isInPattern(pattern: readonly string[], path: string): boolean {
  return isMatch(pattern, path.slice(1).split('/'), isSpellingOf);
}

type Compare = (literal: string, segment: string) => boolean;

function isMatch(pattern: readonly string[], segments: readonly string[], isEqual: Compare): boolean {
  const fixed = pattern.at(-1) === '**' ? pattern.slice(0, -1) : pattern;
  if (!hasLength(pattern, segments.length)) return false;
  return fixed.every((literal, index) => literal === '*' || isEqual(literal, segments[index] ?? ''));
}
