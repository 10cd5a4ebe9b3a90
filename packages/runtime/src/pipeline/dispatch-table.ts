import type { Route } from '../router/route.ts';
import { ComposedCache } from './composed-cache.ts';
import type { Entry } from './entry.ts';

/** The middleware of each route, composed when the route is first dispatched. */
export class DispatchTable<Continuation extends object, Composed> {
  readonly #toEntry: (route: Route) => Entry | undefined;
  readonly #compose: (entries: readonly Entry[], continuation: Continuation) => Composed;
  readonly #composed = new ComposedCache<Continuation, Map<Route, Composed>>(() => new Map());

  /** @param toEntry the same entry for a route each time, so that its middleware is resolved once */
  constructor(
    toEntry: (route: Route) => Entry | undefined,
    compose: (entries: readonly Entry[], continuation: Continuation) => Composed,
  ) {
    this.#toEntry = toEntry;
    this.#compose = compose;
  }

  get(route: Route, continuation: Continuation): Composed {
    const composed = this.#composed.get(continuation);
    const known = composed.get(route);
    if (known !== undefined) return known;
    const entry = this.#toEntry(route);
    const made = this.#compose(entry === undefined ? [] : [entry], continuation);
    composed.set(route, made);
    return made;
  }
}
