import type { Placeholder, Segment } from './path-pattern.ts';
import {
  decodeValue,
  mixedMatcher,
  restrictedMatcher,
  valueCheck,
  type SegmentMatcher,
} from './segment-matcher.ts';
import type { Route } from './route.ts';

// How specific a segment is, the most specific first (SEMANTICS R5). A leaf's rank is one digit per segment.
const STATIC = '1';
const RESTRICTED = '2';
const PLAIN = '3';
const REST = '4';

/** A route in one of the forms that its optional parts allow. */
export interface LeafEntry {
  readonly route: Route;
  /** Position of the route in registration order. */
  readonly order: number;
  /** Names of the placeholders in this form, in the order of their values. */
  readonly names: readonly string[];
}

/** The end of one path in the tree, with the routes that stand there. */
export class Leaf {
  readonly entries: LeafEntry[] = [];
  readonly rank: string;
  #any: LeafEntry | undefined;
  readonly #byMethod = new Map<string, LeafEntry>();

  constructor(rank: string) {
    this.rank = rank;
  }

  add(entry: LeafEntry): void {
    this.entries.push(entry);
    const { methods } = entry.route;
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

interface Match {
  readonly leaf: Leaf;
  readonly entry: LeafEntry;
  readonly values: readonly string[];
}

interface Branch {
  readonly matcher: SegmentMatcher;
  readonly node: Node;
}

interface RestLeaf {
  readonly key: string;
  readonly accepts: ((value: string) => boolean) | undefined;
  readonly allowsEmpty: boolean;
  readonly leaf: Leaf;
}

class Node {
  readonly statics = new Map<string, Node>();
  readonly restricted: Branch[] = [];
  plain: Node | undefined;
  readonly rests: RestLeaf[] = [];
  leaf: Leaf | undefined;
}

/** Every route by the segments of its path, so that a match looks at candidates only. */
export class SegmentTree {
  readonly #root = new Node();

  /** @returns the leaf, and the path itself when it is all text */
  add(
    route: Route,
    order: number,
    segments: readonly Segment[],
  ): { leaf: Leaf; staticPath: string | undefined } {
    const names = segments.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
    const { tokens } = route.options;
    let node = this.#root;
    let rank = '';
    for (const segment of segments) {
      const [part] = segment;
      const single = segment.length <= 1;
      if (single && (part === undefined || typeof part === 'string')) {
        rank += STATIC;
        node = childOf(node.statics, part ?? '');
      } else if (single && part !== undefined && typeof part === 'object' && part.rest) {
        const leaf = restLeaf(node, part, route, rank + REST);
        leaf.add({ route, order, names });
        return { leaf, staticPath: undefined };
      } else if (single && part !== undefined && typeof part === 'object' && isPlain(part, tokens)) {
        rank += PLAIN;
        node = node.plain ??= new Node();
      } else {
        rank += RESTRICTED;
        const matcher =
          single && typeof part === 'object'
            ? restrictedMatcher(part, tokens)
            : mixedMatcher(segment, tokens);
        node = branchOf(node.restricted, matcher);
      }
    }
    const leaf = (node.leaf ??= new Leaf(rank));
    leaf.add({ route, order, names });
    return {
      leaf,
      staticPath:
        names.length === 0 ? `/${segments.map((segment) => segment.join('')).join('/')}` : undefined,
    };
  }

  /** The most specific match whose route has the method; every leaf of the path that lacks it goes into `missed`. */
  find(method: string, path: string, missed: Leaf[]): Match | undefined {
    return new Search(method, path, missed).visit(this.#root, 1, []);
  }
}

class Search {
  readonly #method: string;
  readonly #path: string;
  readonly #missed: Leaf[];

  constructor(method: string, path: string, missed: Leaf[]) {
    this.#method = method;
    this.#path = path;
    this.#missed = missed;
  }

  /** @param start where the next segment begins; beyond the path's end when none is left */
  visit(node: Node, start: number, values: readonly string[]): Match | undefined {
    if (start > this.#path.length) return node.leaf && this.#take(node.leaf, values);
    const slash = this.#path.indexOf('/', start);
    const end = slash === -1 ? this.#path.length : slash;
    const segment = this.#path.slice(start, end);
    const child = node.statics.get(segment);
    return (
      (child && this.visit(child, end + 1, values)) ??
      this.#visitRestricted(node.restricted, segment, end + 1, values) ??
      (node.plain && segment !== ''
        ? this.visit(node.plain, end + 1, [...values, decodeValue(segment)])
        : undefined) ??
      this.#takeRest(node.rests, start, values)
    );
  }

  // Siblings are equally specific here, so what follows decides between them.
  #visitRestricted(
    branches: readonly Branch[],
    segment: string,
    start: number,
    values: readonly string[],
  ): Match | undefined {
    let best: Match | undefined;
    for (const { matcher, node } of branches) {
      const taken = segment === '' ? undefined : matcher.match(segment);
      const match = taken && this.visit(node, start, [...values, ...taken]);
      if (match !== undefined && (best === undefined || isBetter(match, best))) best = match;
    }
    return best;
  }

  #takeRest(rests: readonly RestLeaf[], start: number, values: readonly string[]): Match | undefined {
    if (rests.length === 0) return undefined;
    const value = decodeValue(this.#path.slice(start));
    let best: Match | undefined;
    for (const { leaf, accepts, allowsEmpty } of rests) {
      if ((value === '' && !allowsEmpty) || accepts?.(value) === false) continue;
      const match = this.#take(leaf, [...values, value]);
      if (match !== undefined && (best === undefined || isBetter(match, best))) best = match;
    }
    return best;
  }

  #take(leaf: Leaf, values: readonly string[]): Match | undefined {
    const entry = leaf.find(this.#method);
    if (entry !== undefined) return { leaf, entry, values };
    this.#missed.push(leaf);
    return undefined;
  }
}

function isBetter(one: Match, other: Match): boolean {
  if (one.leaf.rank !== other.leaf.rank) return one.leaf.rank < other.leaf.rank;
  return one.entry.order < other.entry.order;
}

function isPlain(placeholder: Placeholder, tokens: Route['options']['tokens']): boolean {
  return valueCheck(placeholder, tokens) === undefined;
}

function childOf(children: Map<string, Node>, segment: string): Node {
  const known = children.get(segment);
  if (known !== undefined) return known;
  const node = new Node();
  children.set(segment, node);
  return node;
}

function branchOf(branches: Branch[], matcher: SegmentMatcher): Node {
  const known = branches.find((branch) => branch.matcher.key === matcher.key);
  if (known !== undefined) return known.node;
  const node = new Node();
  branches.push({ matcher, node });
  return node;
}

function restLeaf(node: Node, placeholder: Placeholder, route: Route, rank: string): Leaf {
  const token = route.options.tokens?.[placeholder.name];
  const key = `${placeholder.restriction} ${token === undefined ? '' : String(token)}`;
  const known = node.rests.find((rest) => rest.key === key);
  if (known !== undefined) return known.leaf;
  const leaf = new Leaf(rank);
  const accepts = valueCheck(placeholder, route.options.tokens);
  node.rests.push({ key, accepts, allowsEmpty: placeholder.restriction === '.*', leaf });
  return leaf;
}
