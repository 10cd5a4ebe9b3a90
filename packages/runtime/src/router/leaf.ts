import { type PatternForm, toSegments } from './pattern-forms.ts';
import type { Route, RouteOptions, Tokens } from './route.ts';
import type { RouteResult } from './route-result.ts';
import { kindOf } from './segment-kind.ts';

/** A route in one of the forms that its optional parts allow. */
export interface RouteForm {
  readonly route: Route;
  /** Position of the route in registration order. */
  readonly order: number;
  readonly parts: PatternForm;
  /** The option of the route; undefined where the router ignores it. */
  readonly tokens: Tokens;
  /** What the route answers in this router; undefined: any method. */
  readonly methods: readonly string[] | undefined;
}

/** A route that stands at a leaf. */
export interface LeafEntry extends Pick<RouteForm, 'route' | 'order'> {
  readonly leaf: Leaf;
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
  /** Whether two of the routes answer one method. */
  isContested = false;
  // The others differ in the names of their placeholders only.
  readonly #first: RouteForm;
  // Asked for where paths compete only, which few do.
  #rank: string | undefined;
  #literals: number | undefined;
  #any: LeafEntry | undefined;
  // The route of each listed method. A path has few, so that a search is faster than a map.
  #listed: Listing | undefined;

  constructor(first: RouteForm) {
    this.#first = first;
    this.add(first);
  }

  /** How specific the path is: one digit per segment, the most specific first. */
  get rank(): string {
    const { parts, tokens } = this.#first;
    this.#rank ??= toSegments(parts)
      .map((segment) => kindOf(segment, tokens).rank)
      .join('');
    return this.#rank;
  }

  /** How many characters of the path are text, slashes aside. */
  get literals(): number {
    this.#literals ??= literalsIn(this.#first.parts);
    return this.#literals;
  }

  add({ route, order, parts, methods }: RouteForm): void {
    const entry: LeafEntry = {
      route,
      order,
      leaf: this,
      names: namesIn(parts),
      defaults: route.options.defaults,
      methods: route.methods ?? NONE,
      result: undefined,
    };
    this.isContested ||=
      this.entries.length > 0 &&
      (methods === undefined ||
        this.#any !== undefined ||
        methods.some((method) => this.#listing(method) !== undefined));
    // Lists that are no larger than needed: there are many, and most hold one thing.
    this.entries = this.entries.length === 0 ? [entry] : this.entries.concat(entry);
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

function namesIn(parts: PatternForm): readonly string[] {
  let names: readonly string[] = NONE;
  for (const part of parts) {
    if (typeof part === 'object') names = names.length === 0 ? [part.name] : names.concat(part.name);
  }
  return names;
}

function literalsIn(parts: PatternForm): number {
  const texts = parts.filter((part) => typeof part === 'string');
  return [...decodeURIComponent(texts.join('').replaceAll('/', ''))].length;
}

/** Whether one route is more specific, or as specific with more text or registered earlier (rule R5). */
export function isBetter(one: LeafEntry, other: LeafEntry): boolean {
  const [rank, otherRank] = [one.leaf.rank, other.leaf.rank];
  if (rank !== otherRank) return rank < otherRank;
  const [literals, otherLiterals] = [one.leaf.literals, other.leaf.literals];
  if (literals !== otherLiterals) return literals > otherLiterals;
  return one.order < other.order;
}
