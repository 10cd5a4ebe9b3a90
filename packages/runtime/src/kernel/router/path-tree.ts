import type { Constraints, Route } from './route.ts';
import { segmentKindOf, REST, type SegmentMatcher } from './segment-matcher.ts';
import type { Segment } from './pattern-forms.ts';
import { type MatchedRoute, resultOf, type RouteResult } from './router-interface.ts';

/** A route at the end of a path, for one of its methods. */
export interface RouteEntry extends MatchedRoute {
  /** Undefined: any method. */
  readonly method: string | undefined;
  /** Shared by all requests if the path has no placeholders; created by the first of them. */
  result: RouteResult | undefined;
  /** The entry of another method or route at the same path. */
  next: RouteEntry | undefined;
}

/** A placeholder with a constraint, or a rest, and the node behind it. */
export interface Branch {
  readonly matcher: SegmentMatcher;
  readonly node: PathNode;
  /** The number of characters of text in the segment. */
  readonly literals: number;
}

const NONE: readonly never[] = Object.freeze([]);
// Never written to, because it has no place.
const NO_CHILDREN: (PathNode | undefined)[] = [];
const ANY: readonly undefined[] = Object.freeze([undefined]);
/** Places of children are added for so many characters, such as all digits, because adding one at a time takes longer. */
const ROW = 16;

/** A position in the paths of all routes. Strings with the same beginning share a node. */
export class PathNode {
  /** The text between this node and the node before. */
  text: string;
  /** Whether a placeholder may follow. */
  hasPlaceholder = false;
  /** The node behind a placeholder without a constraint. */
  plain: PathNode | undefined;
  /** Branches in the order in which a match tries them. */
  constrained: readonly Branch[] = NONE;
  rests: readonly Branch[] = NONE;
  /** The routes whose path ends here, a linked list; undefined when no path does. */
  entries: RouteEntry | undefined;

  // Most nodes have one child, which is found without an array.
  #only: PathNode | undefined;
  // The place of a child is the first character of its text, counted from `#first`. No two children begin alike.
  #children: (PathNode | undefined)[] = NO_CHILDREN;
  #first = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The child whose text is found in `path` at `index`. */
  child(path: string, index: number): PathNode | undefined {
    const only = this.#only;
    if (only !== undefined) return path.startsWith(only.text, index) ? only : undefined;
    const place = path.charCodeAt(index) - this.#first;
    // A read outside of an array is slow.
    const child = place >= 0 && place < this.#children.length ? this.#children[place] : undefined;
    if (child === undefined) return undefined;
    // The first character is known to be the same, and many strings have no other.
    return child.text.length === 1 || path.startsWith(child.text, index) ? child : undefined;
  }

  /** The entry for a method; a GET route handles HEAD unless another route lists HEAD (rule R8). */
  entryFor(method: string): RouteEntry | undefined {
    let other: RouteEntry | undefined;
    for (let entry = this.entries; entry !== undefined; entry = entry.next) {
      if (entry.method === method) return entry;
      if (entry.method === undefined || (method === 'HEAD' && entry.method === 'GET')) other = entry;
    }
    return other;
  }

  /** The node behind a string from `at` on. The node is added if it is missing. */
  grow(text: string, at = 0): PathNode {
    if (at === text.length) return this;
    const child = this.#childAt(text.charCodeAt(at));
    if (child === undefined) return this.#put(new PathNode(text.slice(at)));
    const shared = sharedLength(child.text, text, at);
    const node = shared === child.text.length ? child : this.#fork(child, shared);
    return node.grow(text, at + shared);
  }

  /** Cuts the text of a child in two, and returns the node between. */
  #fork(child: PathNode, length: number): PathNode {
    const fork = this.#put(new PathNode(child.text.slice(0, length)));
    child.text = child.text.slice(length);
    fork.#put(child);
    return fork;
  }

  #put(child: PathNode): PathNode {
    const code = child.text.charCodeAt(0);
    const only = this.#only;
    const isFirst = this.#children.length === 0 && (only === undefined || only.text.charCodeAt(0) === code);
    if (isFirst) return (this.#only = child);
    this.#only = undefined;
    if (only !== undefined) this.#place(only.text.charCodeAt(0), only);
    return this.#place(code, child);
  }

  #childAt(code: number): PathNode | undefined {
    const only = this.#only;
    if (only !== undefined) return only.text.charCodeAt(0) === code ? only : undefined;
    return this.#children[code - this.#first];
  }

  #place(code: number, child: PathNode): PathNode {
    const { length } = this.#children;
    if (length === 0) this.#first = code;
    const first = Math.min(this.#first, code);
    const last = Math.max(this.#first + length - 1, code);
    if (last - first >= length) this.#widen(first - (first % ROW), last - (last % ROW) + ROW);
    this.#children[code - this.#first] = child;
    return child;
  }

  /** Adds places for the characters from `first` to before `end`. */
  #widen(first: number, end: number): void {
    const children: (PathNode | undefined)[] = [];
    for (let code = first; code < end; code++) children.push(this.#children[code - this.#first]);
    this.#children = children;
    this.#first = first;
  }

  /** The node behind a placeholder without a constraint, which is added if it is missing. */
  branchPlain(): PathNode {
    this.hasPlaceholder = true;
    return (this.plain ??= new PathNode(''));
  }

  /** The node behind a segment with a placeholder, which is added if it is missing. */
  branch(segment: Segment, constraints: Constraints): PathNode {
    this.hasPlaceholder = true;
    const kind = segmentKindOf(segment, constraints);
    if (!('matcher' in kind)) return this.branchPlain();
    const { matcher, rank } = kind;
    const branches = rank === REST ? this.rests : this.constrained;
    const known = branches.find((branch) => branch.matcher.key === matcher.key);
    if (known !== undefined) return known.node;
    const added = { matcher, node: new PathNode(''), literals: literalsIn(segment) };
    // Stable, so that among branches with as much text the first that was registered is tried first (rule R5).
    const sorted = [...branches, added].toSorted((one, other) => other.literals - one.literals);
    if (rank === REST) this.rests = sorted;
    else this.constrained = sorted;
    return added.node;
  }

  /** @returns a route that handles one of the methods already; nothing is added then */
  add(route: Route, names: readonly string[]): Route | undefined {
    const methods: readonly (string | undefined)[] = route.methods ?? ANY;
    let last: RouteEntry | undefined;
    for (let entry = this.entries; entry !== undefined; entry = entry.next) {
      const { method } = entry;
      if (methods === ANY || method === undefined || methods.includes(method)) return entry.route;
      last = entry;
    }
    const { defaults } = route.options;
    // A route without methods has an entry that no method matches, because its path exists.
    for (const method of methods.length === 0 ? [''] : methods) {
      const entry = { route, names, defaults, method, result: undefined, next: undefined };
      if (last === undefined) this.entries = entry;
      else last.next = entry;
      last = entry;
    }
    return undefined;
  }
}

/** The result for a path without placeholders. */
export function textResult(entry: RouteEntry): RouteResult {
  const result = resultOf(entry, NONE);
  Object.freeze(result.params);
  return result;
}

function literalsIn(segment: Segment): number {
  const texts = segment.filter((part) => typeof part === 'string');
  return decodeURIComponent(texts.join('')).length;
}

/** How many characters a string has in common with another from `at` on. */
function sharedLength(one: string, other: string, at: number): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(at + length)) length++;
  return length;
}

/** The paths of all routes. */
export interface PathTree {
  readonly root: PathNode;
  /** The most specific paths, without placeholders. They need no search. */
  readonly texts: ReadonlyMap<string, PathNode>;
  /** 1 at the sign of each text. Most other paths have another sign, so they need no look-up. */
  readonly mayBeText: Uint8Array;
}

export const SIGNS = 4096;

/** Computed faster than the hash of a path: from its length and its last character. */
export function signOf(path: string): number {
  return (path.length * 128 + path.charCodeAt(path.length - 1)) % SIGNS;
}
