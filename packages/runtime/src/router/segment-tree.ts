import { isBetter, Leaf, type Match, type RouteForm, type RouteIndex } from './leaf.ts';
import { kindOf, REST, type RestMatcher, RESTRICTED, STATIC } from './segment-kind.ts';
import { decodeValue, type SegmentMatcher } from './segment-matcher.ts';

interface Branch {
  readonly matcher: SegmentMatcher;
  readonly node: Node;
}

interface RestLeaf {
  readonly rest: RestMatcher;
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
export class SegmentTree implements RouteIndex {
  readonly #root = new Node();

  add(form: RouteForm): Leaf {
    let node = this.#root;
    let rank = '';
    for (const segment of form.segments) {
      const kind = kindOf(segment, form.tokens);
      rank += kind.rank;
      if (kind.rank === REST) return addTo(restLeaf(node, kind.rest, rank), form);
      if (kind.rank === STATIC) node = childOf(node.statics, kind.text);
      else if (kind.rank === RESTRICTED) node = branchOf(node.restricted, kind.matcher);
      else node = node.plain ??= new Node();
    }
    return addTo((node.leaf ??= new Leaf(rank)), form);
  }

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
    for (const { leaf, rest } of rests) {
      const match = rest.accepts(value) ? this.#take(leaf, [...values, value]) : undefined;
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

function addTo(leaf: Leaf, form: RouteForm): Leaf {
  leaf.add(form);
  return leaf;
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

function restLeaf(node: Node, rest: RestMatcher, rank: string): Leaf {
  const known = node.rests.find((other) => other.rest.key === rest.key);
  if (known !== undefined) return known.leaf;
  const leaf = new Leaf(rank);
  node.rests.push({ rest, leaf });
  return leaf;
}
