import { isBetter, Leaf, type LeafEntry, type RouteForm } from './leaf.ts';
import { type Branch, PathNode, type RestLeaf } from './path-node.ts';
import { resultOf, type RouteIndex } from './route-index.ts';
import type { RouteResult } from './route-result.ts';
import { kindOf, PLAIN, REST, type RestMatcher, STATIC } from './segment-kind.ts';
import { decodeValue, type SegmentMatcher } from './segment-matcher.ts';

const SLASH = 47;

/** Every route by its path, so that a match looks at candidates only, the most specific first (SEMANTICS R5). */
export class PathTree implements RouteIndex {
  readonly #root = new PathNode('');
  // Of the match that runs; no match is interrupted by another.
  #method = '';
  #path = '';
  #missed: Leaf[] = [];
  // The values on the way to the node that is visited: decoded, or as bounds in the path until they are asked for.
  readonly #values: (string | undefined)[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #count = 0;
  // The route of the last result.
  #entry!: LeafEntry;

  add(form: RouteForm): Leaf {
    let node = this.#root;
    let rank = '';
    let text = '';
    for (const segment of form.segments) {
      const kind = kindOf(segment, form.tokens);
      rank += kind.rank;
      text += '/';
      if (kind.rank === STATIC) {
        text += kind.text;
        continue;
      }
      node = node.grow(text);
      text = '';
      if (kind.rank === REST) return addTo(restLeaf((node.rests ??= []), kind.rest, rank, form), form);
      if (kind.rank === PLAIN) node = node.plain ??= new PathNode('');
      else node = branchOf((node.restricted ??= []), kind.matcher);
    }
    node = node.grow(text);
    return addTo((node.leaf ??= new Leaf(rank, form.segments)), form);
  }

  find(method: string, path: string, missed: Leaf[]): RouteResult | undefined {
    this.#method = method;
    this.#path = path;
    this.#missed = missed;
    this.#count = 0;
    return this.#visit(this.#root, 0);
  }

  #visit(node: PathNode, start: number): RouteResult | undefined {
    const path = this.#path;
    if (start === path.length) {
      const result = node.leaf && this.#take(node.leaf);
      return result ?? (node.rests && this.#takeRest(node.rests, start));
    }
    const child = node.child(path, start);
    if (child !== undefined) {
      const result = this.#visit(child, start + child.text.length);
      if (result !== undefined) return result;
    }
    if (node.plain !== undefined || node.restricted !== undefined) {
      const result = this.#visitSegment(node, start);
      if (result !== undefined) return result;
    }
    return node.rests && this.#takeRest(node.rests, start);
  }

  #visitSegment({ restricted, plain }: PathNode, start: number): RouteResult | undefined {
    const path = this.#path;
    let end = start;
    while (end < path.length && path.charCodeAt(end) !== SLASH) end++;
    if (end === start) return undefined;
    if (restricted !== undefined) {
      const result = this.#visitRestricted(restricted, start, end);
      if (result !== undefined) return result;
    }
    if (plain === undefined) return undefined;
    const index = this.#count++;
    this.#values[index] = undefined;
    this.#starts[index] = start;
    this.#ends[index] = end;
    const result = this.#visit(plain, end);
    this.#count = index;
    return result;
  }

  // Siblings are equally specific here, so what follows decides between them.
  #visitRestricted(branches: readonly Branch[], start: number, end: number): RouteResult | undefined {
    const segment = this.#path.slice(start, end);
    const count = this.#count;
    let best: RouteResult | undefined;
    let bestEntry: LeafEntry | undefined;
    for (const { matcher, node } of branches) {
      const taken = matcher.match(segment);
      if (taken === undefined) continue;
      for (const value of taken) this.#values[this.#count++] = value;
      const result = this.#visit(node, end);
      if (result !== undefined && (bestEntry === undefined || isBetter(this.#entry, bestEntry))) {
        best = result;
        bestEntry = this.#entry;
      }
      this.#count = count;
    }
    if (bestEntry !== undefined) this.#entry = bestEntry;
    return best;
  }

  #takeRest(rests: readonly RestLeaf[], start: number): RouteResult | undefined {
    const value = decodeValue(this.#path.slice(start));
    let best: RouteResult | undefined;
    let bestEntry: LeafEntry | undefined;
    for (const { leaf, rest } of rests) {
      if (!rest.accepts(value)) continue;
      this.#values[this.#count++] = value;
      const result = this.#take(leaf);
      if (result !== undefined && (bestEntry === undefined || isBetter(this.#entry, bestEntry))) {
        best = result;
        bestEntry = this.#entry;
      }
      this.#count--;
    }
    if (bestEntry !== undefined) this.#entry = bestEntry;
    return best;
  }

  #take(leaf: Leaf): RouteResult | undefined {
    const entry = leaf.find(this.#method);
    if (entry === undefined) {
      this.#missed.push(leaf);
      return undefined;
    }
    for (let index = 0; index < this.#count; index++) {
      this.#values[index] ??= decodeValue(
        this.#path.slice(this.#starts[index] as number, this.#ends[index] as number),
      );
    }
    this.#entry = entry;
    return resultOf(entry, this.#values as string[]);
  }
}

function addTo(leaf: Leaf, form: RouteForm): Leaf {
  leaf.add(form);
  return leaf;
}

function branchOf(branches: Branch[], matcher: SegmentMatcher): PathNode {
  const known = branches.find((branch) => branch.matcher.key === matcher.key);
  if (known !== undefined) return known.node;
  const node = new PathNode('');
  branches.push({ matcher, node });
  return node;
}

function restLeaf(rests: RestLeaf[], rest: RestMatcher, rank: string, { segments }: RouteForm): Leaf {
  const known = rests.find((other) => other.rest.key === rest.key);
  if (known !== undefined) return known.leaf;
  const leaf = new Leaf(rank, segments);
  rests.push({ rest, leaf });
  return leaf;
}
