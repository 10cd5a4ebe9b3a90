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
  /** How specific its path is: one digit per segment, the most specific first. */
  readonly rank: string;
  /** Names of the placeholders in this form, in the order of their values. */
  readonly names: readonly string[];
}

/** The end of one path, with the routes that stand there. */
export class Leaf {
  readonly entries: LeafEntry[] = [];
  readonly #rank: string;
  #any: LeafEntry | undefined;
  // A path has few methods, which are found sooner one by one than in a map.
  readonly #methods: string[] = [];
  readonly #listed: LeafEntry[] = [];

  constructor(rank: string) {
    this.#rank = rank;
  }

  add({ route, order, segments, methods }: RouteForm): void {
    const names: string[] = [];
    for (const segment of segments) {
      for (const part of segment) if (typeof part === 'object') names.push(part.name);
    }
    const entry = { route, order, rank: this.#rank, names };
    this.entries.push(entry);
    if (methods === undefined) this.#any ??= entry;
    for (const method of methods ?? []) {
      if (this.#methods.includes(method)) continue;
      this.#methods.push(method);
      this.#listed.push(entry);
    }
  }

  /** The route for a method; a GET route answers HEAD unless another lists it (SEMANTICS R8). */
  find(method: string): LeafEntry | undefined {
    const listed = this.#listing(method);
    if (listed !== undefined) return this.#any && this.#any.order < listed.order ? this.#any : listed;
    return this.#any ?? (method === 'HEAD' ? this.#listing('GET') : undefined);
  }

  #listing(method: string): LeafEntry | undefined {
    const methods = this.#methods;
    for (let index = 0; index < methods.length; index++) {
      if (methods[index] === method) return this.#listed[index];
    }
    return undefined;
  }
}

/** Whether one route is more specific than the other, or as specific and registered earlier (SEMANTICS R5). */
export function isBetter(one: LeafEntry, other: LeafEntry): boolean {
  return one.rank === other.rank ? one.order < other.order : one.rank < other.rank;
}
