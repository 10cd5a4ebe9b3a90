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
  #codes: number[] | undefined;
  #children: PathNode[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The child whose text stands in `path` at `index`. */
  child(path: string, index: number): PathNode | undefined {
    const codes = this.#codes;
    if (codes === undefined) return undefined;
    const code = path.charCodeAt(index);
    for (let at = 0; at < codes.length; at++) {
      if (codes[at] !== code) continue;
      const child = this.#children?.[at] as PathNode;
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
    const codes = this.#codes;
    const children = this.#children;
    if (codes === undefined || children === undefined) {
      const first = new PathNode(text);
      this.#codes = [text.charCodeAt(0)];
      this.#children = [first];
      return first;
    }
    const at = codes.indexOf(text.charCodeAt(0));
    const child = children[at];
    if (child === undefined) {
      const added = new PathNode(text);
      codes.push(text.charCodeAt(0));
      children.push(added);
      return added;
    }
    const shared = sharedLength(child.text, text);
    if (shared === child.text.length) return child.grow(text.slice(shared));
    const fork = new PathNode(text.slice(0, shared));
    child.text = child.text.slice(shared);
    fork.#codes = [child.text.charCodeAt(0)];
    fork.#children = [child];
    children[at] = fork;
    return fork.grow(text.slice(shared));
  }
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}
