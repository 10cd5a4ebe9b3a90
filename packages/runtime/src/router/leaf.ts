import type { Segment } from './path-pattern.ts';
import type { Route, RouteOptions } from './route.ts';

/** A route in one of the forms that its optional parts allow, as a router takes it. */
export interface RouteForm {
  readonly route: Route;
  /** Position of the route in registration order. */
  readonly order: number;
  readonly segments: readonly Segment[];
  /** Undefined where the router ignores them. */
  readonly tokens: RouteOptions['tokens'];
  /** What the route answers in this router; undefined: any method. */
  readonly methods: readonly string[] | undefined;
}

/** A route that stands at a leaf. */
export interface LeafEntry {
  readonly route: Route;
  /** Position of the route in registration order. */
  readonly order: number;
  /** Names of the placeholders in this form, in the order of their values. */
  readonly names: readonly string[];
}

/** The end of one path, with the routes that stand there. */
export class Leaf {
  readonly entries: LeafEntry[] = [];
  readonly rank: string;
  #any: LeafEntry | undefined;
  readonly #byMethod = new Map<string, LeafEntry>();

  constructor(rank: string) {
    this.rank = rank;
  }

  add({ route, order, segments, methods }: RouteForm): void {
    const names = segments.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
    const entry = { route, order, names };
    this.entries.push(entry);
    if (methods === undefined) this.#any ??= entry;
    for (const method of methods ?? []) {
      if (!this.#byMethod.has(method)) this.#byMethod.set(method, entry);
    }
  }

  /** The route for a method; a GET route answers HEAD unless another lists it (SEMANTICS R8). */
  find(method: string): LeafEntry | undefined {
    const listed = this.#byMethod.get(method);
    if (listed !== undefined) return this.#any && this.#any.order < listed.order ? this.#any : listed;
    return this.#any ?? (method === 'HEAD' ? this.#byMethod.get('GET') : undefined);
  }
}

/** A leaf that has a route for the method, and the decoded values of its placeholders. */
export interface Match {
  readonly leaf: Leaf;
  readonly entry: LeafEntry;
  readonly values: readonly string[];
}

/** Whether one match is more specific than the other, or as specific and registered earlier (SEMANTICS R5). */
export function isBetter(one: Match, other: Match): boolean {
  if (one.leaf.rank !== other.leaf.rank) return one.leaf.rank < other.leaf.rank;
  return one.entry.order < other.entry.order;
}

/** Where a router looks a path up. */
export interface RouteIndex {
  add(form: RouteForm): Leaf;
  /** The most specific match whose route has the method; every leaf of the path that lacks it goes into `missed`. */
  find(method: string, path: string, missed: Leaf[]): Match | undefined;
}
