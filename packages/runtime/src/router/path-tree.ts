import { Duplicates, type Route, sameName, sameRequests, type Tokens } from './route.ts';
import { segmentKindOf, REST, type SegmentMatcher } from './segment-matcher.ts';
import { isText, namesIn, type Segment, toSegments } from './pattern-forms.ts';
import { type MatchedRoute, resultOf, type RouteResult } from './router-interface.ts';

/** A route at the end of a path, for one of its methods. */
export interface RouteEntry extends MatchedRoute {
  /** Undefined: any method. */
  readonly method: string | undefined;
  /** Shared by all requests if the path has no placeholders. */
  readonly result: RouteResult | undefined;
}

/** A placeholder with a constraint, or a rest, and the node behind it. */
export interface Branch {
  readonly matcher: SegmentMatcher;
  readonly node: PathNode;
  /** The number of characters of text in the segment. */
  readonly literals: number;
}

const NONE: readonly never[] = Object.freeze([]);
const ANY: readonly undefined[] = Object.freeze([undefined]);

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
  /** The routes whose path ends here; undefined when no path does. A route without methods has no entry. */
  entries: readonly RouteEntry[] | undefined;

  // The place of a child is the first character of its text, counted from `#first`. No two children begin alike.
  #children: readonly (PathNode | undefined)[] = NONE;
  #first = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The child whose text is found in `path` at `index`. */
  child(path: string, index: number): PathNode | undefined {
    const place = path.charCodeAt(index) - this.#first;
    // A read outside of an array is slow.
    const child = place >= 0 && place < this.#children.length ? this.#children[place] : undefined;
    if (child === undefined) return undefined;
    // The first character is known to be the same, and many strings have no other.
    return child.text.length === 1 || path.startsWith(child.text, index) ? child : undefined;
  }

  /** The entry for a method; a GET route handles HEAD unless another route lists HEAD (rule R8). */
  entryFor(method: string): RouteEntry | undefined {
    const { entries = NONE } = this;
    let other: RouteEntry | undefined;
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index] as RouteEntry;
      if (entry.method === method) return entry;
      if (entry.method === undefined || (method === 'HEAD' && entry.method === 'GET')) other = entry;
    }
    return other;
  }

  /** The node behind a string. The node is added if it is missing. */
  grow(text: string): PathNode {
    if (text === '') return this;
    const child = this.#children[text.charCodeAt(0) - this.#first];
    if (child === undefined) return this.#put(new PathNode(text));
    const shared = sharedLength(child.text, text);
    if (shared === child.text.length) return child.grow(text.slice(shared));
    const fork = this.#put(new PathNode(text.slice(0, shared)));
    child.text = child.text.slice(shared);
    fork.#put(child);
    return fork.grow(text.slice(shared));
  }

  #put(child: PathNode): PathNode {
    const code = child.text.charCodeAt(0);
    const children = [...this.#children];
    if (children.length === 0) this.#first = code;
    for (; code < this.#first; this.#first--) children.unshift(undefined);
    while (code >= this.#first + children.length) children.push(undefined);
    this.#children = children.with(code - this.#first, child);
    return child;
  }

  /** The node behind a segment with a placeholder, which is added if it is missing. */
  branch(segment: Segment, tokens: Tokens): PathNode {
    this.hasPlaceholder = true;
    const kind = segmentKindOf(segment, tokens);
    if (!('matcher' in kind)) return (this.plain ??= new PathNode(''));
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
    const entries = (this.entries ??= NONE);
    const same = entries.find(
      ({ method }) => methods === ANY || method === undefined || methods.includes(method),
    );
    if (same !== undefined) return same.route;
    const matched = { route, names, defaults: route.options.defaults };
    const result = names.length === 0 ? resultOf(matched, NONE) : undefined;
    Object.freeze(result?.params);
    const added = methods.map((method) => ({ ...matched, method, result }));
    this.entries = entries.length === 0 ? added : [...entries, ...added];
    return undefined;
  }
}

function literalsIn(segment: Segment): number {
  const texts = segment.filter((part) => typeof part === 'string');
  return decodeURIComponent(texts.join('')).length;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
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

const SIGNS = 4096;

/** Computed faster than the hash of a path: from its length and its last character. */
export function signOf(path: string): number {
  return (path.length * 128 + path.charCodeAt(path.length - 1)) % SIGNS;
}

/**
 * Builds the tree of all routes. Everything about two routes that registration could not judge is judged here (rule R11).
 *
 * @param tokensOf the constraints of a route beside those in its path
 * @throws DuplicateRouteError that lists all routes for the same requests or of the same name, one a line
 */
export function buildTree(routes: readonly Route[], tokensOf: (route: Route) => Tokens): PathTree {
  const root = new PathNode('');
  const texts = new Map<string, PathNode>();
  const mayBeText = new Uint8Array(SIGNS);
  const names = new Map<string, Route>();
  const duplicates = new Duplicates();
  for (const route of routes) {
    const others = route.pattern.forms.map((form) => {
      if (!isText(form)) return nodeOf(root, toSegments(form), tokensOf(route)).add(route, namesIn(form));
      const text = form.join('');
      const node = texts.get(text) ?? new PathNode(text);
      texts.set(text, node);
      mayBeText[signOf(text)] = 1;
      return node.add(route, NONE);
    });
    const same = others.find((other) => other !== undefined && other !== route);
    const name = route.explicitName;
    const named = name === undefined ? undefined : names.get(name);
    if (same !== undefined) duplicates.add(sameRequests(route, same));
    else if (named !== undefined) duplicates.add(sameName(route, named));
    else if (name !== undefined) names.set(name, route);
  }
  duplicates.tell();
  return { root, texts, mayBeText };
}

function nodeOf(root: PathNode, segments: readonly Segment[], tokens: Tokens): PathNode {
  let node = root;
  let text = '';
  for (const segment of segments) {
    text += '/';
    if (isText(segment)) {
      text += segment[0] ?? '';
      continue;
    }
    node = node.grow(text).branch(segment, tokens);
    text = '';
  }
  return node.grow(text);
}
