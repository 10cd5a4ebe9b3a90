import {
  type ApplicationNode,
  PathPrefix,
  respell,
  REST,
  CONSTRAINED,
  safely,
  samplePaths,
  type Segment,
  type SegmentKind,
  segmentKindOf,
  sourcesOf,
  STATIC,
  type Constraints,
  constraintsOf,
} from 'fw-runtime/internal';
import { builtIn, itemsWithin, pipelinesAround, type RegisteredRoute } from './middleware.ts';

/** Paths of a route that are below the same prefixes, or values of one segment. */
export interface Paths {
  /** The pattern in messages, such as `/admin/{id}`. */
  readonly shown: string;
  /** Canonical; empty when no value of a constraint can be guessed. */
  readonly texts: readonly string[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
  /** Whether a literal of a prefix or of the policy's pattern is in another case. */
  readonly isRespelled: boolean;
}

interface SegmentPattern {
  readonly shown: string;
  readonly kind: SegmentKind;
  readonly samples: readonly string[];
  /** Whether there are no values but the samples. */
  readonly isLimited: boolean;
}

/** A route's path with some of its optional parts, below its prefixes. */
interface RouteForm {
  readonly segments: readonly SegmentPattern[];
  /** Whether any number of segments follows. */
  readonly hasRest: boolean;
}

// The number of paths below the same prefixes.
const MOST_TEXTS = 60;
const ANY_SEGMENT = ['x', '1', 'abc', 'x-1', 'zz', '0'];

/**
 * The paths of a route, divided by the prefixes that they are below. The literals of the prefixes and of the pattern are tried
 * where the route accepts them: as written, in lower case, in upper case and capitalized.
 *
 * @param pattern the segments of the policy's pattern, which the paths must match
 */
export function pathsOf(route: RegisteredRoute, pattern: readonly string[] = ['**']): Paths[] {
  const prefixes = itemsWithin(route.root).flatMap(({ below, entry }) => (entry.prefix ? [below] : []));
  const longest = Math.max(pattern.length, ...prefixes.map(({ length }) => length)) + 1;
  const found: Paths[] = [];
  for (const forms of formsOf(route)) {
    const least = Math.max(...forms.map(({ segments, hasRest }) => segments.length + Number(hasRest)));
    const most = Math.min(...forms.map(({ segments, hasRest }) => (hasRest ? Infinity : segments.length)));
    for (let length = least; length <= Math.min(most, Math.max(least, longest)); length++) {
      if (hasLength(pattern, length)) found.push(...pathsOfLength(length, forms, prefixes, pattern));
    }
  }
  return found;
}

type Literals = readonly string[];

function pathsOfLength(length: number, forms: RouteForm[], prefixes: Literals[], pattern: Literals): Paths[] {
  let paths = [{ shown: '', texts: [''], isComplete: true, isRespelled: false, prefixes }];
  for (let index = 0; index < length; index++) {
    const patterns = forms.flatMap(({ segments }) => segments[index] ?? []);
    const required = pattern[index]?.replace(/^\*\*$/, '*') ?? '*';
    paths = paths.flatMap((path) => {
      const literals = path.prefixes.flatMap((prefix) => prefix[index] ?? []);
      const texts = textsAt(patterns, new Set(required === '*' ? literals : [required, ...literals]));
      const isMatch = (next: Paths) =>
        required === '*' || (next.isComplete && isSpellingOf(required, next.shown));
      return texts.filter(isMatch).map((next) => ({
        shown: `${path.shown}/${next.shown}`,
        texts: path.texts
          .flatMap((start) => next.texts.map((text) => `${start}/${text}`))
          .slice(0, MOST_TEXTS),
        isComplete: path.isComplete && next.isComplete,
        isRespelled: path.isRespelled || next.isRespelled,
        // Only prefixes that the path begins with can be continued.
        prefixes: path.prefixes.filter((each) => next.texts.some((text) => isSpellingOf(each[index], text))),
      }));
    });
  }
  if (!forms.every(({ hasRest }) => hasRest)) return paths;
  return paths.map((path) => ({ ...path, shown: path.shown.replace(/(?:\/\*)*$/, '/**') }));
}

/** @param literals of prefixes and of the policy's pattern */
function textsAt(patterns: readonly SegmentPattern[], literals: ReadonlySet<string>): Paths[] {
  const samples = patterns.flatMap((each) => each.samples);
  const guesses = [...ANY_SEGMENT, ...literals, ...[...literals].flatMap(respellings)];
  const accepted = [...new Set([...samples, ...guesses])].filter((text) =>
    patterns.every(({ kind }) => accepts(kind, text)),
  );
  const isSpelled = (text: string): boolean => [...literals].some((literal) => isSpellingOf(literal, text));
  const found: Paths[] = accepted.filter(isSpelled).map((text) => {
    const isRegistered = literals.has(text) || samples.includes(text);
    const isRespelled =
      !isRegistered && accepted.some((other) => literals.has(other) && isSpellingOf(other, text));
    return { shown: text, texts: [text], isComplete: true, isRespelled };
  });
  const texts = accepted.filter((text) => !isSpelled(text));
  const isComplete = patterns.some(({ isLimited }) => isLimited);
  if (isComplete && texts.length === 0) return found;
  return [{ shown: patterns[0]?.shown ?? '*', texts, isComplete, isRespelled: false }, ...found];
}

function accepts(kind: SegmentKind, text: string): boolean {
  if (kind.rank === STATIC) return text === kind.text;
  return text !== '' && (kind.rank !== CONSTRAINED || kind.matcher.take(text, [], 0) > 0);
}

/** A literal in lower case, in upper case and capitalized, canonical. */
function respellings(literal: string): string[] {
  const lower = safely(() => decodeURIComponent(literal), literal).toLowerCase();
  return [lower, lower.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)]
    .map((text) => respell(encodeURIComponent(text)))
    .filter((text) => isSpellingOf(literal, text));
}

/** Whether a segment of a canonical path is a literal in any case, as prefixes compare (rule P2). */
export function isSpellingOf(literal: string | undefined, segment: string): boolean {
  if (literal?.toLowerCase() === segment.toLowerCase()) return true;
  // Only letters beyond ASCII, which are escaped, may be equal and look otherwise.
  if (!literal || !`${literal}${segment}`.includes('%')) return false;
  return PathPrefix.from(`/${literal}`)?.matches(`/${segment}`) === true;
}

/** Whether paths with a number of segments may match a pattern. */
export function hasLength(pattern: readonly string[], length: number): boolean {
  return pattern.at(-1) === '**' ? length >= pattern.length - 1 : length === pattern.length;
}

/** The forms of a route's path. For an application in a route, each has the form of the outer route beside it. */
function formsOf({ application, route, root }: RegisteredRoute): RouteForm[][] {
  const routing = builtIn('routing', application);
  // Without routing in the pipeline, no request reaches a route.
  if (routing === undefined) return [];
  const constraints = constraintsOf(application.node as ApplicationNode, route);
  const below = routing.below.map((text) => patternOf([text], constraints));
  const own = route.pattern.variants.flatMap((variant) => {
    const segments = [...below, ...variant.map((segment) => patternOf(segment, constraints))];
    const hasRest = segments.at(-1)?.kind.rank === REST;
    const form = { segments: hasRest ? segments.slice(0, -1) : segments, hasRest };
    // Below a prefix, an empty rest of the path is "/" too (rule P3).
    const isRoot = below.length > 0 && variant.length === 1 && (hasRest || (variant[0]?.[0] ?? '') === '');
    return isRoot ? [{ segments: below, hasRest: false }, form] : [form];
  });
  const outer = pipelinesAround(application).find((pipeline) => pipeline.route !== undefined);
  if (outer?.owner === undefined || outer.route === undefined) return own.map((form) => [form]);
  const around = formsOf({ root, application: outer.owner, route: outer.route });
  return around.flatMap((forms) => own.map((form) => [form, ...forms]));
}

function patternOf(segment: Segment, constraints: Constraints): SegmentPattern {
  const kind = segmentKindOf(segment, constraints);
  const [part, ...others] = segment;
  const source = typeof part === 'object' && others.length === 0 ? sourcesOf(part, constraints).join() : '';
  // A constraint may list the values, such as `{page:about|contact}`.
  const values = /^[\w-]+(?:\|[\w-]+)*$/.test(source) ? source.split('|') : undefined;
  const samples = values ?? samplePaths([[segment]], constraints).map((path) => respell(path.slice(1)));
  return { shown: shownAs(segment), kind, samples, isLimited: values !== undefined || kind.rank === STATIC };
}

/** A segment as in messages, such as `{id}`. */
export function shownAs(segment: Segment): string {
  return segment.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('');
}
