import { DuplicateRouteError } from '../errors/coded-errors.ts';
import type { Route } from './route.ts';

/** The methods that a route answers in a router; undefined: any. */
export type MethodsOf = (route: Route) => readonly string[] | undefined;

/** The routes of each path, no two of them for the same method (rule R11). */
export class TakenPaths {
  readonly #routes = new Map<string, Route[]>();
  readonly #methodsOf: MethodsOf;

  constructor(methodsOf: MethodsOf) {
    this.#methodsOf = methodsOf;
  }

  /**
   * @param keys of the forms of the route's path
   * @throws DuplicateRouteError when a route stands at one of them; none is taken then
   */
  take(route: Route, keys: readonly string[]): void {
    for (const key of keys) {
      const same = this.#routes.get(key)?.find((other) => this.#intersect(other, route));
      if (same === undefined) continue;
      throw new DuplicateRouteError(
        `The route ${describeRoute(route)} answers the same requests as ${describeRoute(same)}; ` +
          'remove one of them or give it other methods.',
      );
    }
    for (const key of keys) {
      const routes = this.#routes.get(key);
      if (routes === undefined) this.#routes.set(key, [route]);
      else routes.push(route);
    }
  }

  // HEAD and OPTIONS count only where they are listed.
  #intersect(one: Route, other: Route): boolean {
    const [methods, others] = [this.#methodsOf(one), this.#methodsOf(other)];
    if (methods === undefined || others === undefined) return true;
    return methods.some((method) => others.includes(method));
  }
}

/** A route as the messages about duplicates show it. */
export function describeRoute(route: Route): string {
  return `"${route.name}" (${route})`;
}
