import type { Leaf } from './leaf.ts';
import type { SegmentMatcher } from './segment-matcher.ts';

/** A restricted placeholder, or one for all that remains, and what follows it. */
export interface Branch {
  readonly matcher: SegmentMatcher;
  readonly node: PathNode;
}

/** A place in the paths of all routes. Texts that begin alike share their beginning. */
export class PathNode {
  /** The text that leads here from the node before. */
  text: string;
  leaf: Leaf | undefined;
  // The placeholders that may follow.
  restricted: Branch[] | undefined;
  plain: PathNode | undefined;
  rests: Branch[] | undefined;
  // The texts that may follow, no two of which begin alike: the place of each is its first character's, counted from `#first`.
  #children: (PathNode | undefined)[] = NONE;
  #first = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The child whose text stands in `path` at `index`. */
  child(path: string, index: number): PathNode | undefined {
    const at = path.charCodeAt(index) - this.#first;
    const child = at >= 0 && at < this.#children.length ? this.#children[at] : undefined;
    if (child === undefined) return undefined;
    return child.text.length === 1 || path.startsWith(child.text, index) ? child : undefined;
  }

  /** The node that a text leads to from here. */
  grow(text: string): PathNode {
    if (text === '') return this;
    const child = this.#children[text.charCodeAt(0) - this.#first];
    if (child === undefined) {
      const added = new PathNode(text);
      this.#put(added);
      return added;
    }
    const shared = sharedLength(child.text, text);
    if (shared === child.text.length) return child.grow(text.slice(shared));
    const fork = new PathNode(text.slice(0, shared));
    child.text = child.text.slice(shared);
    fork.#put(child);
    this.#put(fork);
    return fork.grow(text.slice(shared));
  }

  #put(child: PathNode): void {
    const code = child.text.charCodeAt(0);
    if (this.#children.length === 0) {
      this.#first = code;
      this.#children = [child];
      return;
    }
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
