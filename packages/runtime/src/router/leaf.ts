import type { Segment } from './path-pattern.ts';
import type { Route, RouteOptions, Tokens } from './route.ts';
import type { RouteResult } from './route-result.ts';

/** A route in one of the forms that its optional parts allow. */
export interface RouteForm {
  readonly route: Route;
  /** Position of the route in registration order. */
  readonly order: number;
  readonly segments: readonly Segment[];
  /** The option of the route; undefined where the router ignores it. */
  readonly tokens: Tokens;
  /** What the route answers in this router; undefined: any method. */
  readonly methods: readonly string[] | undefined;
}

/** A route that stands at a leaf. */
export interface LeafEntry extends Pick<RouteForm, 'route' | 'order'> {
  /** How specific its path is: one digit per segment, the most specific first. */
  readonly rank: string;
  /** How many characters of its path are text. */
  readonly literals: number;
  /** Names of the placeholders in this form, in the order of their values. */
  readonly names: readonly string[];
  /** The option of the route. */
  readonly defaults: RouteOptions['defaults'];
  /** The methods of the route, none where it takes any. */
  readonly methods: readonly string[];
  /** Shared by all matches, where there are no placeholders. */
  result: RouteResult | undefined;
}

interface Listing {
  readonly method: string;
  readonly entry: LeafEntry;
  readonly next: Listing | undefined;
}

/** The routes at the end of one path in the tree. */
export class Leaf {
  entries: readonly LeafEntry[] = NONE;
  readonly #rank: string;
  readonly #literals: number;
  #any: LeafEntry | undefined;
  // The route of each listed method. A path has few, so that a search is faster than a map.
  #listed: Listing | undefined;

  /** @param segments of a path that ends here; the texts of the others are the same */
  constructor(rank: string, segments: readonly Segment[]) {
    this.#rank = rank;
    this.#literals = literalsIn(segments);
  }

  add({ route, order, segments, methods }: RouteForm): void {
    const entry: LeafEntry = {
      route,
      order,
      rank: this.#rank,
      literals: this.#literals,
      names: namesIn(segments),
      defaults: route.options.defaults,
      methods: route.methods ?? NONE,
      result: undefined,
    };
    // `concat` makes lists that are no larger than needed; there are many, and most hold one thing.
    this.entries = this.entries.concat(entry);
    if (methods === undefined) this.#any ??= entry;
    for (const method of methods ?? NONE) {
      if (this.#listing(method) === undefined) this.#listed = { method, entry, next: this.#listed };
    }
  }

  /** The route for a method; a GET route answers HEAD unless another lists it (rule R8). */
  find(method: string): LeafEntry | undefined {
    return this.#listing(method) ?? this.#any ?? (method === 'HEAD' ? this.#listing('GET') : undefined);
  }

  #listing(method: string): LeafEntry | undefined {
    for (let listed = this.#listed; listed !== undefined; listed = listed.next) {
      if (listed.method === method) return listed.entry;
    }
    return undefined;
  }
}

const NONE: readonly never[] = Object.freeze([]);

function namesIn(segments: readonly Segment[]): readonly string[] {
  let names: readonly string[] = NONE;
  for (const segment of segments) {
    for (const part of segment) if (typeof part === 'object') names = names.concat(part.name);
  }
  return names;
}

function literalsIn(segments: readonly Segment[]): number {
  let count = 0;
  for (const segment of segments) {
    for (const part of segment) {
      if (typeof part === 'string')
        count += part.includes('%') ? [...decodeURIComponent(part)].length : part.length;
    }
  }
  return count;
}

/** Whether one route is more specific, or as specific with more text or registered earlier (rule R5). */
export function isBetter(one: LeafEntry, other: LeafEntry): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank;
  if (one.literals !== other.literals) return one.literals > other.literals;
  return one.order < other.order;
}
