import type { Leaf } from './leaf.ts';
import type { SegmentMatcher } from './segment-matcher.ts';

/** A restricted placeholder, or one for all that remains, and what follows it. */
export interface Branch {
  readonly matcher: SegmentMatcher;
  readonly node: PathNode;
}

/** The placeholders that may follow, aside from a plain one. */
export interface Branches {
  readonly restricted: Branch[];
  readonly rests: Branch[];
}

/** A place in the paths of all routes. Texts that begin alike share their beginning. */
export class PathNode {
  /** The text that leads here from the node before. */
  text: string;
  leaf: Leaf | undefined;
  /** What follows a plain placeholder. */
  plain: PathNode | undefined;
  branches: Branches | undefined;
  // The text that may follow, of which most nodes have one at most.
  #only: PathNode | undefined;
  // Of several, no two begin alike: the place of each is its first character's, counted from `#first`.
  #children: (PathNode | undefined)[] = NONE;
  #first = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The child whose text stands in `path` at `index`. */
  child(path: string, index: number): PathNode | undefined {
    const child = this.#only ?? this.#childFor(path.charCodeAt(index));
    return child !== undefined && path.startsWith(child.text, index) ? child : undefined;
  }

  #childFor(code: number): PathNode | undefined {
    const at = code - this.#first;
    return at >= 0 && at < this.#children.length ? this.#children[at] : undefined;
  }

  /** The node that a text leads to from here. */
  grow(text: string): PathNode {
    if (text === '') return this;
    const child = this.#only ?? this.#childFor(text.charCodeAt(0));
    const shared = child === undefined ? 0 : sharedLength(child.text, text);
    if (child === undefined || shared === 0) {
      const added = new PathNode(text);
      this.#add(added);
      return added;
    }
    if (shared === child.text.length) return child.grow(text.slice(shared));
    const fork = new PathNode(text.slice(0, shared));
    child.text = child.text.slice(shared);
    fork.#only = child;
    if (this.#only === child) this.#only = fork;
    else this.#put(fork);
    return fork.grow(text.slice(shared));
  }

  #add(child: PathNode): void {
    if (this.#children.length > 0) this.#put(child);
    else if (this.#only === undefined) this.#only = child;
    else {
      this.#first = this.#only.text.charCodeAt(0);
      this.#children = [this.#only];
      this.#only = undefined;
      this.#put(child);
    }
  }

  #put(child: PathNode): void {
    const code = child.text.charCodeAt(0);
    while (code < this.#first) {
      this.#children.unshift(undefined);
      this.#first--;
    }
    while (code >= this.#first + this.#children.length) this.#children.push(undefined);
    this.#children[code - this.#first] = child;
  }
}

const NONE: never[] = [];

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}
