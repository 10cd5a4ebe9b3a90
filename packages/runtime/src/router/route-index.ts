import type { Leaf, LeafEntry, RouteForm } from './leaf.ts';
import { RouteResult } from './route-result.ts';

/** Where a router looks a path up. */
export interface RouteIndex {
  add(form: RouteForm): Leaf;
  /** The most specific route that has the method; every leaf of the path that lacks it goes into `missed`. */
  find(method: string, path: string, missed: Leaf[]): RouteResult | undefined;
}

/** The result of a match, with the values of the placeholders in the order of their names. */
export function resultOf(
  { route, names, defaults, methods }: LeafEntry,
  values: readonly string[],
): RouteResult {
  if (names.length === 0 && defaults === undefined) return RouteResult.fromRoute(route);
  const params: Record<string, string> = {};
  // Most routes have one, of few names: where only those are set, JavaScript knows what the object becomes.
  if (names.length === 1) params[names[0] as string] = values[0] as string;
  else {
    for (let index = 0; index < names.length; index++) {
      params[names[index] as string] = values[index] as string;
    }
  }
  if (defaults !== undefined) {
    for (const { name } of route.pattern.placeholders) {
      if (!Object.hasOwn(params, name) && Object.hasOwn(defaults, name))
        params[name] = String(defaults[name]);
    }
  }
  return new RouteResult(route, params, false, methods);
}
