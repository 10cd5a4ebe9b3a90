import type { Mount } from './layout.ts';
import { spellingsOf } from './path-literal.ts';
import { PathSet } from './path-set.ts';
import { type Arrival, type Goal, walk } from './walk.ts';

/** A request that reaches a handler. */
export interface Example {
  readonly method: string;
  readonly path: string;
  /** Whether the request surely reaches it. It only may when a layer fails, or when no router could match its path. */
  readonly proven: boolean;
}

const ANY_METHOD = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PURGE'];
const ANY_SEGMENT = ['x', '1', 'abc', 'x-1', 'zz', '0'];
const MOST = 60;
const MOST_OF_FEW = 6000;

/** Paths that a prefix in front of the handler may reject with 400 (rule P2). */
const AMBIGUOUS = /\/\/|;|%(?:2F|5C|00)/;

/**
 * Finds a request that reaches the handler of a route on one of these paths.
 *
 * @param isMeant selects the ways to the handler to look at
 *
 * @returns undefined when surely no request does, since other routes handle these paths
 */
export function exampleOf(
  root: Mount,
  goal: Goal,
  paths: PathSet,
  isMeant: (arrival: Arrival) => boolean = () => true,
): Example | undefined {
  const { methods } = goal.route;
  const asked = methods === undefined ? ANY_METHOD : [...methods, 'GET', 'HEAD'];
  const lengths = paths.most === Infinity ? [paths.least, paths.least + 1] : [paths.least];
  let isComplete = paths.most === paths.least;
  let first: string | undefined;
  let failing: Example | undefined;
  for (const length of lengths) {
    const choices = Array.from({ length }, (_, index) => choicesAt(paths, index));
    const count = choices.reduce((product, { texts }) => product * texts.length, 1);
    isComplete &&= choices.every(({ complete }) => complete) && count <= MOST_OF_FEW;
    const most = Math.min(count, isComplete ? MOST_OF_FEW : MOST);
    for (let number = 0; number < most; number++) {
      const path = pathOf(choices, number);
      first ??= path;
      const comes = (candidate: string, mayFail: boolean): boolean => {
        const found = walk(root, goal, PathSet.of(path), { method: candidate, path, mayFail });
        return found !== undefined && 'steps' in found && isMeant(found);
      };
      const possible = asked.filter((candidate) => comes(candidate, true));
      const isSure = !AMBIGUOUS.test(path);
      const proven = isSure ? possible.find((candidate) => comes(candidate, false)) : undefined;
      if (proven !== undefined) return { method: proven, path, proven: true };
      if (possible[0] !== undefined) failing ??= { method: possible[0], path, proven: false };
    }
  }
  if (isComplete || failing !== undefined) return failing;
  return { method: asked[0] ?? 'GET', path: first ?? paths.shown, proven: false };
}

interface Choices {
  readonly texts: readonly string[];
  /** Whether no other segment is possible. */
  readonly complete: boolean;
}

function choicesAt(paths: PathSet, index: number): Choices {
  const parts = paths.partsAt(index);
  const excluded = paths.excludedAt(index);
  const fits = (text: string): boolean => parts.every((part) => part.accepts(text)) && !excluded.has(text);
  const literal = paths.literalAt(index);
  if (literal !== undefined) {
    const { texts, complete } = spellingsOf(literal);
    return { texts: texts.filter(fits), complete };
  }
  const listed = parts.find(({ values }) => values !== undefined)?.values;
  if (listed !== undefined) return { texts: listed.filter(fits), complete: true };
  const samples = parts.flatMap((part) => part.samples);
  return { texts: [...new Set([...samples, ...ANY_SEGMENT])].filter(fits), complete: false };
}

/** One of all combinations; the first segment changes slowest. */
function pathOf(choices: readonly Choices[], number: number): string {
  let rest = number;
  const segments = choices.toReversed().map(({ texts }) => {
    const text = texts[rest % texts.length] ?? '';
    rest = Math.floor(rest / texts.length);
    return text;
  });
  return `/${segments.toReversed().join('/')}`;
}
