import type { Leaf, RouteForm } from './leaf.ts';
import type { RouteResult } from './route-result.ts';

/** Where a router looks a path up. */
export interface RouteIndex {
  /** @returns whether a route that was added before may answer the same requests */
  add(form: RouteForm): boolean;
  /** The most specific route that has the method; every leaf of the path that lacks it goes into `missed`. */
  find(method: string, path: string, missed: Leaf[]): RouteResult | undefined;
}
