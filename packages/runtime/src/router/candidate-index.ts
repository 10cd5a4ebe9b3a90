import { isBetter, Leaf, type LeafEntry, type RouteForm } from './leaf.ts';
import { resultOf, type RouteIndex } from './route-index.ts';
import type { RouteResult } from './route-result.ts';
import { kindOf, PLAIN, REST, type SegmentKind, STATIC } from './segment-kind.ts';
import { formKey } from './segment-key.ts';
import { decodeValue } from './segment-matcher.ts';

/** A segment as a tree of another package sees it: text, any one segment, or all that remain. */
export type ShapePiece = string | typeof ANY | typeof ALL;
export const ANY: unique symbol = Symbol('one segment');
export const ALL: unique symbol = Symbol('the remaining segments');

/** The routes of one shape; those of a path that fits are looked at one by one. */
export type Candidates = readonly Candidate[];

/** A tree of another package, which finds the shapes that a path may have. */
export interface ShapeTree {
  /** Called once for each shape. */
  add(shape: readonly ShapePiece[], candidates: Candidates): void;
  /** Those of every shape that fits the path, and possibly of others. */
  find(path: string): readonly Candidates[];
}

interface Candidate {
  readonly key: string;
  readonly kinds: readonly SegmentKind[];
  readonly leaf: Leaf;
}

/**
 * Routes in a tree of another package. The tree knows shapes only; restrictions, methods and which of several matches is
 * the more specific are judged here, so that the rules are the same for every router.
 */
export class CandidateIndex implements RouteIndex {
  readonly #tree: ShapeTree;
  readonly #byShape = new Map<string, Candidate[]>();

  constructor(tree: ShapeTree) {
    this.#tree = tree;
  }

  add(form: RouteForm): Leaf {
    const kinds = form.segments.map((segment) => kindOf(segment, form.tokens));
    const candidates = this.#candidatesOf(kinds.map(pieceOf));
    const key = formKey(form.segments, form.tokens);
    let candidate = candidates.find((other) => other.key === key);
    if (candidate === undefined) {
      candidate = { key, kinds, leaf: new Leaf(kinds.map(({ rank }) => rank).join(''), form.segments) };
      candidates.push(candidate);
    }
    candidate.leaf.add(form);
    return candidate.leaf;
  }

  find(method: string, path: string, missed: Leaf[]): RouteResult | undefined {
    const segments = path.slice(1).split('/');
    let best: { entry: LeafEntry; values: string[] } | undefined;
    for (const candidates of this.#tree.find(path)) {
      for (const { kinds, leaf } of candidates) {
        const values = valuesOf(kinds, segments);
        if (values === undefined) continue;
        const entry = leaf.find(method);
        if (entry === undefined) missed.push(leaf);
        else if (best === undefined || isBetter(entry, best.entry)) best = { entry, values };
      }
    }
    return best && resultOf(best.entry, best.values);
  }

  #candidatesOf(shape: readonly ShapePiece[]): Candidate[] {
    const key = JSON.stringify(shape.map((piece) => (typeof piece === 'string' ? piece : [piece === ALL])));
    const known = this.#byShape.get(key);
    if (known !== undefined) return known;
    const candidates: Candidate[] = [];
    this.#byShape.set(key, candidates);
    this.#tree.add(shape, candidates);
    return candidates;
  }
}

function pieceOf(kind: SegmentKind): ShapePiece {
  if (kind.rank === STATIC) return kind.text;
  return kind.rank === REST ? ALL : ANY;
}

/** The decoded values of the placeholders; undefined when the path does not match. */
function valuesOf(kinds: readonly SegmentKind[], segments: readonly string[]): string[] | undefined {
  const values: string[] = [];
  for (const [index, kind] of kinds.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (kind.rank === STATIC) {
      if (segment !== kind.text) return undefined;
    } else if (kind.rank === REST) {
      const value = decodeValue(segments.slice(index).join('/'));
      return kind.rest.accepts(value) ? [...values, value] : undefined;
    } else if (segment === '') return undefined;
    else if (kind.rank === PLAIN) values.push(decodeValue(segment));
    else {
      const taken = kind.matcher.match(segment);
      if (taken === undefined) return undefined;
      values.push(...taken);
    }
  }
  return segments.length === kinds.length ? values : undefined;
}
