import type { Route } from './route.ts';
export function closeRoutes(
  _r: readonly Route[],
  _m: string,
  _p: string,
  _a?: Route,
): { route: Route; reason: string }[] {
  return [];
}
