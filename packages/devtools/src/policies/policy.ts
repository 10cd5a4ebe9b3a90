import { canonicalPath, type Config, type PolicyConfig, type Segment } from 'fw-runtime/internal';
import type { Goal } from './walk.ts';
import { isSpellingOf } from './path-literal.ts';

/** A parsed policy. */
export interface Policy {
  readonly text: string;
  readonly runs: string;
  readonly before: string | undefined;
  /** The segments of the paths that the policy is for; undefined when the policy is for routes. */
  readonly every: readonly string[] | undefined;
  /** The names of the routes that the policy is for; undefined for all routes. */
  readonly names: readonly string[] | undefined;
  readonly except: readonly string[];
}

export function toPolicy({ every, route, except = [], runs, before }: PolicyConfig): Policy {
  const names = route === undefined || route === '*' ? undefined : [route].flat();
  const what = every ?? (names === undefined ? 'every route' : `the route ${names.join(', ')}`);
  const exceptions = except.length === 0 ? '' : `, except ${except.join(', ')},`;
  return {
    text: `${what}${exceptions} runs ${runs}${before === undefined ? '' : ` before ${before}`}`,
    runs,
    before,
    every: every === undefined ? undefined : segmentsOf(every),
    names,
    except,
  };
}

/** The policies of a configuration: an array or an object. */
export function policiesOf({ policies = [] }: Config): readonly PolicyConfig[] {
  // The configuration is merged and checked, so it contains no changes any more.
  return Object.values(policies) as PolicyConfig[];
}

/** The segments of a pattern of paths, canonical. */
function segmentsOf(pattern: string): string[] {
  return canonicalPath(pattern).slice(1).split('/');
}

/** The literal segments that a pattern begins with, as a path prefix; "" when it begins with a placeholder. */
export function prefixOf(pattern: readonly string[] = []): string {
  const end = pattern.findIndex((segment) => segment === '*' || segment === '**');
  const literals = end === -1 ? pattern : pattern.slice(0, end);
  return literals.length === 0 ? '' : `/${literals.join('/')}`;
}

/**
 * Whether a route is one of the exceptions: by its name, or because all its paths match a pattern as it is written. Other
 * spellings are not excepted, since other routes may answer them.
 */
export function isExcepted(exception: string, { mount, route }: Goal): boolean {
  if (exception === route.name) return true;
  if (!exception.startsWith('/')) return false;
  const pattern = segmentsOf(exception);
  return route.pattern.variants.every((segments) =>
    covers(pattern, [...(mount.routing?.below ?? []), ...segments.map(textOf)]),
  );
}

const REST = Symbol('rest');

/** The text of a segment; undefined where it has a placeholder. */
function textOf(segment: Segment): string | undefined | typeof REST {
  const [part = ''] = segment;
  if (segment.length > 1) return undefined;
  return typeof part === 'string' ? part : part.rest ? REST : undefined;
}

function covers(
  pattern: readonly string[],
  segments: readonly (string | undefined | typeof REST)[],
): boolean {
  const rest = pattern.at(-1) === '**';
  const fixed = rest ? pattern.slice(0, -1) : pattern;
  if (rest ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((literal, index) =>
    literal === '*' ? segments[index] !== REST : literal === segments[index],
  );
}

/** Whether a path matches a pattern, ignoring case. */
export function isInPattern(pattern: readonly string[], path: string): boolean {
  const segments = path.slice(1).split('/');
  const rest = pattern.at(-1) === '**';
  const fixed = rest ? pattern.slice(0, -1) : pattern;
  if (rest ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((literal, index) => literal === '*' || isSpellingOf(literal, segments[index] ?? ''));
}
