import { nearest } from '../errors/nearest.ts';
import type { Segment } from './path-pattern.ts';
import type { Route, Tokens } from './route.ts';
import { sourcesOf } from './constraints/constraint.ts';
import { decodeValue, kindOf, PLAIN, REST, type SegmentKind, STATIC } from './segment-matcher.ts';

/** A route that does not answer a request, though it nearly would. */
export interface CloseRoute {
  readonly route: Route;
  /** The more, the closer. */
  readonly score: number;
  /** Why not, as the end of a sentence that begins with the route. */
  readonly reason: string;
}

/** How near one form of a route's path is; 0: not near at all. */
interface Closeness {
  readonly score: number;
  /** Undefined when the path matches. */
  readonly reason: string | undefined;
}

interface Fault {
  readonly reason: string;
  /** Whether it looks like a typing mistake. */
  readonly isSlip: boolean;
}

/**
 * The routes that come close to a request, the closest first, judged by what the router matches with.
 *
 * @param path canonical
 * @param options the route that answers, where one does, and the tokens that the router heeds
 */
export function closeRoutes(
  routes: readonly Route[],
  method: string,
  path: string,
  { answering, tokensOf }: { readonly answering: Route | undefined; tokensOf(route: Route): Tokens },
): CloseRoute[] {
  const segments = path.slice(1).split('/');
  return routes
    .filter((route) => route !== answering)
    .map((route) => ({ route, ...closestForm(route, tokensOf(route), segments) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ route, score, reason }) => ({
      route,
      score,
      reason: reason ?? whyOther(route, method, answering),
    }));
}

/** Why another route answers a path that matches. */
function whyOther(route: Route, method: string, answering: Route | undefined): string {
  if (!route.allowsMethod(method) && !(method === 'HEAD' && route.allowsMethod('GET'))) {
    return route.methods?.length ? `answers ${route.methods.join(', ')} only` : 'answers no method';
  }
  const first = answering === undefined ? 'what comes first' : `"${answering.name}"`;
  return `matches too, but is less specific than ${first} or comes after it`;
}

function closestForm({ pattern }: Route, tokens: Tokens, segments: readonly string[]): Closeness {
  const forms = pattern.variants.map((form) => closenessOf(form, tokens, segments));
  return forms.reduce((best, form) => (form.score > best.score ? form : best));
}

/** A text or a restricted placeholder that matches counts most, then a slip, then the number of segments. */
function closenessOf(form: readonly Segment[], tokens: Tokens, segments: readonly string[]): Closeness {
  let fault: Fault | undefined;
  let alike = 0;
  for (const [index, segment] of form.entries()) {
    const kind = kindOf(segment, tokens);
    const isRest = kind.rank === REST;
    const found = isRest ? segments.slice(index).join('/') : (segments[index] ?? '');
    const wrong =
      index >= segments.length
        ? { reason: `needs "/${form.slice(index).map(shown).join('/')}" behind it`, isSlip: false }
        : faultOf(segment, kind, tokens, found);
    if (wrong === undefined && isRest && fault === undefined) return { score: Infinity, reason: undefined };
    if (wrong === undefined && kind.rank !== PLAIN) alike++;
    fault ??= wrong;
    // Behind a fault, only paths of one length are compared segment by segment.
    if (fault !== undefined && form.length !== segments.length) break;
  }
  fault ??= faultBehind(segments.slice(form.length));
  if (fault === undefined) return { score: Infinity, reason: undefined };
  const score = alike * 10 + (fault.isSlip ? 8 : 0);
  return { score: score > 0 && form.length === segments.length ? score + 3 : score, reason: fault.reason };
}

function faultBehind(segments: readonly string[]): Fault | undefined {
  if (segments.length === 0) return undefined;
  const rest = segments.join('/');
  return rest === ''
    ? { reason: 'has no "/" at its end', isSlip: true }
    : { reason: `ends before "/${rest}"`, isSlip: false };
}

function faultOf(segment: Segment, kind: SegmentKind, tokens: Tokens, found: string): Fault | undefined {
  if (kind.rank === STATIC) return textFault(kind.text, found);
  const [part] = segment;
  if (kind.rank === PLAIN ? found !== '' : kind.matcher.take(found, [], 0) > 0) return undefined;
  if (typeof part !== 'object' || segment.length > 1) {
    return { reason: `has "${shown(segment)}" where "${found}" is`, isSlip: false };
  }
  if (found === '') return { reason: `needs a value for {${part.name}}`, isSlip: true };
  const expected = sourcesOf(part, tokens).join(' and ');
  const reason = `takes {${part.name}} only where it matches ${expected}, which "${decodeValue(found)}" does not`;
  return { reason, isSlip: true };
}

function textFault(text: string, found: string): Fault | undefined {
  if (text === found) return undefined;
  if (text === '') return { reason: `ends before "/${found}"`, isSlip: false };
  if (text.toLowerCase() === found.toLowerCase()) {
    return { reason: `is written "${text}", not "${found}": case counts`, isSlip: true };
  }
  const isSlip = text.length > 2 && nearest(found, [text]).length > 0;
  return { reason: `has "${text}" where "${found}" is`, isSlip };
}

function shown(segment: Segment): string {
  return segment.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('');
}
