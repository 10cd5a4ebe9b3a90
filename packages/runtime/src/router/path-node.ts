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
  // The texts that may follow, by their first character, of which no two are the same.
  #codes: readonly number[] = NONE;
  #children: readonly PathNode[] = NONE;

  constructor(text: string) {
    this.text = text;
  }

  /** The child whose text stands in `path` at `index`. */
  child(path: string, index: number): PathNode | undefined {
    const codes = this.#codes;
    const code = path.charCodeAt(index);
    for (let at = 0; at < codes.length; at++) {
      if (codes[at] !== code) continue;
      const child = this.#children[at] as PathNode;
      const { text } = child;
      for (let offset = 1; offset < text.length; offset++) {
        if (text.charCodeAt(offset) !== path.charCodeAt(index + offset)) return undefined;
      }
      return child;
    }
    return undefined;
  }

  /** The node that a text leads to from here. */
  grow(text: string): PathNode {
    if (text === '') return this;
    const at = this.#codes.indexOf(text.charCodeAt(0));
    const child = this.#children[at];
    if (child === undefined) {
      const added = new PathNode(text);
      this.#codes = this.#codes.concat(text.charCodeAt(0));
      this.#children = this.#children.concat(added);
      return added;
    }
    const shared = sharedLength(child.text, text);
    if (shared === child.text.length) return child.grow(text.slice(shared));
    const fork = new PathNode(text.slice(0, shared));
    child.text = child.text.slice(shared);
    fork.#codes = [child.text.charCodeAt(0)];
    fork.#children = [child];
    this.#children = this.#children.with(at, fork);
    return fork.grow(text.slice(shared));
  }
}

const NONE: readonly never[] = [];

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}
