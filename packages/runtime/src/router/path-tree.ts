import { isBetter, Leaf, type LeafEntry, resultOf, type RouteForm } from './leaf.ts';
import { type Branch, PathNode } from './path-node.ts';
import {
  hasMixedSegment,
  isText,
  type PatternForm,
  type Placeholder,
  type Segment,
  toSegments,
} from './pattern-forms.ts';
import type { Tokens } from './route.ts';
import type { RouteIndex } from './route-index.ts';
import type { RouteResult } from './route-result.ts';
import { kindOf, REST } from './segment-kind.ts';
import { decodeValue, type SegmentMatcher } from './segment-matcher.ts';

const SLASH = 47;
const PERCENT = 37;

/** Routes in a tree of their paths, which is searched from the most specific on (rule R5). */
export class PathTree implements RouteIndex {
  readonly #root = new PathNode('');
  // What `find` was asked for and has found so far. Matching is synchronous, so that one set of fields suffices.
  #method = '';
  #path = '';
  #missed: Leaf[] = [];
  // The values of the placeholders on the way to the node that is visited. A plain one is kept as where it starts and ends in
  // the path, and decoded when a route has been found.
  readonly #values: (string | undefined)[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #count = 0;
  #hasEscapes = false;
  #entry: LeafEntry | undefined;

  add(form: RouteForm): boolean {
    const steps = stepsOf(form.parts);
    let node = this.#root;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Step;
      node = typeof step === 'string' ? node.grow(step) : nodeBehind(node, step, form.tokens);
    }
    if (node.leaf !== undefined) return node.leaf.add(form);
    node.leaf = new Leaf(form);
    return false;
  }

  /** The route of the last result. */
  get entry(): LeafEntry {
    return this.#entry as LeafEntry;
  }

  find(method: string, path: string, missed: Leaf[]): RouteResult | undefined {
    this.#method = method;
    this.#path = path;
    this.#missed = missed;
    this.#count = 0;
    this.#hasEscapes = false;
    return this.#visit(this.#root, 0);
  }

  // Where it finds nothing, `#count` is left for the caller to set back.
  #visit(from: PathNode, at: number): RouteResult | undefined {
    const path = this.#path;
    let node = from;
    let start = at;
    while (start < path.length) {
      const { plain, branches } = node;
      const child = node.child(path, start);
      if (plain === undefined && branches === undefined) {
        if (child === undefined) return undefined;
        node = child;
        start += child.text.length;
        continue;
      }
      const count = this.#count;
      const found = child && this.#visit(child, start + child.text.length);
      if (found !== undefined) return found;
      this.#count = count;
      const end = this.#segmentEnd(start);
      if (end > start) {
        const result =
          (branches && this.#visitBranches(branches.restricted, start, end)) ??
          (plain && this.#visitPlain(plain, count, start, end));
        if (result !== undefined) return result;
      }
      this.#count = count;
      return branches && this.#visitBranches(branches.rests, start, path.length);
    }
    const result = node.leaf && this.#take(node.leaf);
    return result ?? (node.branches && this.#visitBranches(node.branches.rests, start, start));
  }

  #visitPlain(node: PathNode, index: number, start: number, end: number): RouteResult | undefined {
    this.#values[index] = undefined;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#count = index + 1;
    return this.#visit(node, end);
  }

  #segmentEnd(start: number): number {
    const path = this.#path;
    let end = start;
    for (; end < path.length; end++) {
      const code = path.charCodeAt(end);
      if (code === SLASH) break;
      if (code === PERCENT) this.#hasEscapes = true;
    }
    return end;
  }

  // Branches are equally specific, so that what follows decides between them.
  #visitBranches(branches: readonly Branch[], start: number, end: number): RouteResult | undefined {
    if (branches.length === 0) return undefined;
    const text = this.#path.slice(start, end);
    const count = this.#count;
    let best: RouteResult | undefined;
    let bestEntry: LeafEntry | undefined;
    for (let index = 0; index < branches.length; index++) {
      const { matcher, node } = branches[index] as Branch;
      const taken = matcher.take(text, this.#values, count);
      if (taken === 0) continue;
      this.#count = count + taken;
      const result = this.#visit(node, end);
      if (result !== undefined && (bestEntry === undefined || isBetter(this.entry, bestEntry))) {
        best = result;
        bestEntry = this.#entry;
      }
    }
    this.#entry = bestEntry;
    return best;
  }

  #take(leaf: Leaf): RouteResult | undefined {
    const entry = leaf.find(this.#method);
    if (entry === undefined) {
      this.#missed.push(leaf);
      return undefined;
    }
    this.#entry = entry;
    for (let index = 0; index < this.#count; index++) {
      if (this.#values[index] !== undefined) continue;
      const value = this.#path.slice(this.#starts[index] as number, this.#ends[index] as number);
      this.#values[index] = this.#hasEscapes ? decodeValue(value) : value;
    }
    return resultOf(entry, this.#values as string[]);
  }
}

/** A text, or a segment that is none; a placeholder stands for one that holds nothing else. */
type Step = string | Placeholder | Segment;

function stepsOf(parts: PatternForm): readonly Step[] {
  if (!hasMixedSegment(parts)) return parts;
  const steps: (string | Segment)[] = [];
  let text = '';
  for (const segment of toSegments(parts)) {
    text += '/';
    if (isText(segment)) text += segment[0] ?? '';
    else {
      steps.push(text, segment);
      text = '';
    }
  }
  return [...steps, text];
}

function nodeBehind(node: PathNode, step: Placeholder | Segment, tokens: Tokens): PathNode {
  // Most are, which shows without asking further.
  const isPlain = 'name' in step && step.restriction === undefined && tokens === undefined;
  const kind = isPlain ? undefined : kindOf('name' in step ? [step] : step, tokens);
  if (kind === undefined || !('matcher' in kind)) return (node.plain ??= new PathNode(''));
  const { restricted, rests } = (node.branches ??= { restricted: [], rests: [] });
  return branchOf(kind.rank === REST ? rests : restricted, kind.matcher);
}

function branchOf(branches: Branch[], matcher: SegmentMatcher): PathNode {
  const known = branches.find((branch) => branch.matcher.key === matcher.key);
  if (known !== undefined) return known.node;
  const node = new PathNode('');
  branches.push({ matcher, node });
  return node;
}
