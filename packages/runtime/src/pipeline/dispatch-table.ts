import type { Route } from '../router/route.ts';
import { ByContinuation } from './by-continuation.ts';
import type { Entry } from './entry.ts';

/** The middleware of each route, composed when the route is first dispatched. */
export class DispatchTable<Continuation extends object, Composed> {
  readonly #toEntry: (route: Route) => Entry | undefined;
  readonly #compose: (entries: readonly Entry[], continuation: Continuation) => Composed;
  // One entry per route, whatever it goes on with, so that its middleware is resolved once.
  readonly #entries = new Map<Route, readonly Entry[]>();
  readonly #composed = new ByContinuation<Continuation, Map<Route, Composed>>(() => new Map());

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
    const made = this.#compose(this.#entriesOf(route), continuation);
    composed.set(route, made);
    return made;
  }

  #entriesOf(route: Route): readonly Entry[] {
    const known = this.#entries.get(route);
    if (known !== undefined) return known;
    const entry = this.#toEntry(route);
    const entries = entry === undefined ? [] : [entry];
    this.#entries.set(route, entries);
    return entries;
  }
}
