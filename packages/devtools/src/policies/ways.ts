import { type ApplicationNode, isApplicationNode, tokensOf } from 'fw-runtime/internal';
import { type Mount, mountsWithin } from './layout.ts';
import { formsOf, PathSet, type Question } from './path-set.ts';
import type { PathForm } from './path-form.ts';
import { type Arrival, type Goal, walk } from './walk.ts';

/** Paths on which requests reach a handler through the same layers. */
export interface Way extends Arrival {
  readonly paths: PathSet;
}

export interface Ways {
  readonly ways: readonly Way[];
  /** Whether there are more ways than the limit. */
  readonly isCut: boolean;
}

// A path of a real app has a handful of ways: one more for each path prefix that the path may be below.
const MOST = 500;

/** The routes of an application and of those within, each in each of its places. */
export function goalsIn(root: Mount): Goal[] {
  return mountsWithin(root).flatMap((mount) =>
    isApplicationNode(mount.pipe) ? mount.pipe.routing.list.map((route) => ({ mount, route })) : [],
  );
}

/**
 * All ways to the handler of a route. Its paths are divided by the path prefixes of the layers in front of it.
 *
 * @param isMeant which of the paths are looked at
 */
export function waysTo(
  root: Mount,
  goal: Goal,
  isMeant: (paths: PathSet) => boolean | Question = () => true,
): Ways {
  const open = pathsOf(goal);
  const ways: Way[] = [];
  for (let paths = open.pop(); paths !== undefined; paths = open.pop()) {
    const meant = isMeant(paths);
    const found = meant === true ? walk(root, goal, paths) : meant;
    if (found === undefined || found === false) continue;
    if ('index' in found) open.push(...paths.split(found));
    else if (ways.push({ ...found, paths }) > MOST) return { ways, isCut: true };
  }
  return { ways, isCut: false };
}

/** The paths of a route, and of the outer routes whose middleware contains the application. */
function pathsOf(goal: Goal): PathSet[] {
  const choices: PathForm[][] = [];
  let { mount, route }: { mount: Mount | undefined; route: Goal['route'] | undefined } = goal;
  for (; mount !== undefined; { outer: mount, outerRoute: route } = mount) {
    if (route === undefined) continue;
    // Without routing in the pipeline, no request reaches a route.
    if (mount.routing === undefined) return [];
    const tokens = tokensOf(mount.pipe as ApplicationNode, route);
    choices.push(formsOf(route.pattern.variants, mount.routing.below.length, tokens));
  }
  const combinations = choices.reduce<PathForm[][]>(
    (all, forms) => all.flatMap((chosen) => forms.map((form) => [...chosen, form])),
    [[]],
  );
  return combinations.flatMap((forms) => PathSet.matching(forms));
}
