import { type PatternForm, toSegments } from './pattern-forms.ts';
import type { Route, RouteOptions, Tokens } from './route.ts';
import { RouteResult } from './route-result.ts';
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

/** A route that stands at a leaf for one method. */
export interface LeafEntry extends Pick<RouteForm, 'route' | 'order'> {
  /** Undefined: any that no other route lists. */
  readonly method: string | undefined;
  readonly leaf: Leaf;
  /** Names of the placeholders in this form, in the order of their values. */
  readonly names: readonly string[];
  /** The option of the route. */
  readonly defaults: RouteOptions['defaults'];
  /** The methods of the route, none where it takes any. */
  readonly methods: readonly string[];
  /** Shared by all matches, where there are no placeholders. */
  result: RouteResult | undefined;
  /** The entry before it at the leaf. */
  readonly next: LeafEntry | undefined;
}

/** The routes at the end of one path in the tree. */
export class Leaf {
  // Those of the first route; the others differ in the names of their placeholders only.
  readonly #parts: PatternForm;
  readonly #tokens: Tokens;
  // Asked for where paths compete only, which few do.
  #rank: string | undefined;
  #literals: number | undefined;
  // One for each method, the last first. A path has few, so that a search is faster than a map.
  #last: LeafEntry | undefined;

  constructor(first: RouteForm) {
    this.#parts = first.parts;
    this.#tokens = first.tokens;
    this.add(first);
  }

  /** How specific the path is: one digit per segment, the most specific first. */
  get rank(): string {
    this.#rank ??= toSegments(this.#parts)
      .map((segment) => kindOf(segment, this.#tokens).rank)
      .join('');
    return this.#rank;
  }

  /** How many characters of the path are text, slashes aside. */
  get literals(): number {
    this.#literals ??= literalsIn(this.#parts);
    return this.#literals;
  }

  /** @returns whether a route that stands here may answer the same requests */
  add(form: RouteForm): boolean {
    const methods = form.methods ?? ANY;
    let isContested = methods === ANY || this.#entryFor(undefined) !== undefined;
    for (let index = 0; index < methods.length; index++) {
      const method = methods[index];
      if (this.#entryFor(method) === undefined) this.#last = this.#entryOf(form, method);
      else isContested = true;
    }
    return isContested;
  }

  /** The route for a method; a GET route answers HEAD unless another lists it (rule R8). */
  find(method: string): LeafEntry | undefined {
    return (
      this.#entryFor(method) ??
      this.#entryFor(undefined) ??
      (method === 'HEAD' ? this.#entryFor('GET') : undefined)
    );
  }

  /** What stands here, a route once for each of its methods. */
  get entries(): readonly LeafEntry[] {
    const entries: LeafEntry[] = [];
    for (let entry = this.#last; entry !== undefined; entry = entry.next) entries.push(entry);
    return entries;
  }

  #entryOf({ route, order, parts }: RouteForm, method: string | undefined): LeafEntry {
    const entry: LeafEntry = {
      method,
      route,
      order,
      leaf: this,
      names: namesIn(parts),
      defaults: route.options.defaults,
      methods: route.methods ?? NONE,
      result: undefined,
      next: this.#last,
    };
    if (entry.names.length === 0) {
      entry.result = resultOf(entry, NONE);
      Object.freeze(entry.result.params);
    }
    return entry;
  }

  #entryFor(method: string | undefined): LeafEntry | undefined {
    let entry = this.#last;
    while (entry !== undefined && entry.method !== method) entry = entry.next;
    return entry;
  }
}

const NONE: readonly never[] = Object.freeze([]);
const ANY: readonly undefined[] = Object.freeze([undefined]);

function namesIn(parts: PatternForm): readonly string[] {
  let names: readonly string[] = NONE;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
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
