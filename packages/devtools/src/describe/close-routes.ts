import {
  decodeValue,
  segmentKindOf,
  nearest,
  PLAIN,
  REST,
  type Route,
  type Segment,
  type SegmentKind,
  sourcesOf,
  STATIC,
  type Constraints,
} from 'fw-runtime/internal';

/** A route that doesn't handle a request, but nearly does. */
export interface CloseRoute {
  readonly route: Route;
  /** Higher for closer routes. */
  readonly score: number;
  /** Why the route doesn't handle the request, as the end of a sentence that begins with the route. */
  readonly reason: string;
}

interface Closeness {
  /** 0 for a path that isn't close. */
  readonly score: number;
  /** Absent when the path matches. */
  readonly reason?: string;
}

/** Why a path doesn't match. */
interface Mismatch {
  readonly reason: string;
  /** Whether it looks like a typing mistake. */
  readonly isSlip: boolean;
}

/**
 * The routes that are close to a request, the closest first.
 *
 * @param path canonical
 * @param options the route that handles the request, if any, and the constraints that the router honors
 */
export function closeRoutes(
  routes: readonly Route[],
  method: string,
  path: string,
  {
    matched,
    constraintsOf,
  }: { readonly matched: Route | undefined; constraintsOf(route: Route): Constraints },
): CloseRoute[] {
  const segments = path.slice(1).split('/');
  return routes
    .filter((route) => route !== matched)
    .map((route) => {
      const forms = route.pattern.variants.map((form) => closenessOf(form, constraintsOf(route), segments));
      const { score, reason = whyOther(route, method, matched) } = forms.reduce((best, form) =>
        form.score > best.score ? form : best,
      );
      return { route, score, reason };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
}

/** Why a route doesn't handle a request whose path it matches. */
function whyOther(route: Route, method: string, matched: Route | undefined): string {
  if (!route.allowsMethod(method) && !(method === 'HEAD' && route.allowsMethod('GET'))) {
    return route.methods?.length ? `handles ${route.methods.join(', ')} only` : 'handles no method';
  }
  const first = matched === undefined ? 'another route' : `"${matched.name}"`;
  return `matches too, but is less specific than ${first} or registered after it`;
}

/**
 * Compares segments up to the first mismatch. The score is the number of segments with the same text or with a constraint that
 * accepts the value, and is higher if the mismatch looks like a typing mistake or the
 * number of segments is the same.
 */
function closenessOf(
  form: readonly Segment[],
  constraints: Constraints,
  segments: readonly string[],
): Closeness {
  const isSameLength = form.length === segments.length;
  let alike = 0;
  for (const [index, segment] of form.entries()) {
    const kind = segmentKindOf(segment, constraints);
    const isRest = kind.rank === REST;
    const found = isRest ? segments.slice(index).join('/') : (segments[index] ?? '');
    const mismatch =
      index >= segments.length
        ? { reason: `needs "/${form.slice(index).map(shown).join('/')}" at the end`, isSlip: false }
        : mismatchOf(segment, kind, constraints, found);
    if (mismatch !== undefined) return scored(alike, mismatch, isSameLength);
    if (isRest) return { score: Infinity };
    if (kind.rank !== PLAIN) alike++;
  }
  if (isSameLength) return { score: Infinity };
  const rest = segments.slice(form.length).join('/');
  const reason = rest === '' ? 'has no "/" at the end' : `ends before "/${rest}"`;
  return scored(alike, { reason, isSlip: rest === '' }, false);
}

function scored(alike: number, { reason, isSlip }: Mismatch, isSameLength: boolean): Closeness {
  const score = alike * 10 + (isSlip ? 8 : 0);
  return { score: score > 0 && isSameLength ? score + 3 : score, reason };
}

function mismatchOf(
  segment: Segment,
  kind: SegmentKind,
  constraints: Constraints,
  found: string,
): Mismatch | undefined {
  if (kind.rank === STATIC) return textMismatch(kind.text, found);
  if (kind.rank === PLAIN ? found !== '' : kind.matcher.take(found, [], 0) > 0) return undefined;
  const [part] = segment;
  if (typeof part !== 'object' || segment.length > 1) {
    return { reason: `has "${shown(segment)}" instead of "${found}"`, isSlip: false };
  }
  if (found === '') return { reason: `needs a value for {${part.name}}`, isSlip: true };
  const expected = sourcesOf(part, constraints).join(' and ');
  const reason = `needs {${part.name}} to match ${expected}, not "${decodeValue(found)}"`;
  return { reason, isSlip: true };
}

function textMismatch(text: string, found: string): Mismatch | undefined {
  if (text === found) return undefined;
  if (text === '') return { reason: `ends before "/${found}"`, isSlip: false };
  if (text.toLowerCase() === found.toLowerCase()) {
    return { reason: `is spelled "${text}", not "${found}": paths are case-sensitive`, isSlip: true };
  }
  const isSlip = text.length > 2 && nearest(found, [text]).length > 0;
  return { reason: `has "${text}" instead of "${found}"`, isSlip };
}

function shown(segment: Segment): string {
  return segment.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('');
}
