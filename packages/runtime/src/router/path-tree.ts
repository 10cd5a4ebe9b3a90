import { Duplicates, sameName, sameRequests } from './duplicates.ts';
import { type Segment, toSegments } from './pattern-forms.ts';
import type { Route, Tokens } from './route.ts';
import { type MatchedRoute, resultOf, type RouteResult } from './route-result.ts';
import { kindOf, REST, type SegmentMatcher } from './segment-matcher.ts';

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

/** A position in the paths of all routes. Texts with the same beginning share a node. */
export class PathNode {
  /** The text between this node and the node before. */
  text: string;
  children: readonly PathNode[] = NONE;
  /** Whether a placeholder may follow. */
  hasPlaceholder = false;
  /** The node behind a placeholder without a constraint. */
  plain: PathNode | undefined;
  /** Branches in the order in which a match tries them. */
  constrained: readonly Branch[] = NONE;
  rests: readonly Branch[] = NONE;
  /** The routes whose path ends here; undefined when no path does. A route without methods has no entry. */
  entries: readonly RouteEntry[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The child whose text is found in `path` at `index`. */
  child(path: string, index: number): PathNode | undefined {
    const { children } = this;
    const code = path.charCodeAt(index);
    for (let number = 0; number < children.length; number++) {
      const child = children[number] as PathNode;
      // No two children begin with the same character.
      if (child.text.charCodeAt(0) === code) return path.startsWith(child.text, index) ? child : undefined;
    }
    return undefined;
  }

  /** The entry for a method; a GET route handles HEAD unless another route lists HEAD (rule R8). */
  entryFor(method: string): RouteEntry | undefined {
    const entries = this.entries as readonly RouteEntry[];
    let other: RouteEntry | undefined;
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index] as RouteEntry;
      if (entry.method === method) return entry;
      if (entry.method === undefined || (method === 'HEAD' && entry.method === 'GET')) other = entry;
    }
    return other;
  }

  /** The node behind a text, which is added if it is missing. */
  grow(text: string): PathNode {
    if (text === '') return this;
    const index = this.children.findIndex((child) => child.text[0] === text[0]);
    const child = this.children[index];
    if (child === undefined) {
      const added = new PathNode(text);
      this.children = [...this.children, added];
      return added;
    }
    const shared = sharedLength(child.text, text);
    if (shared === child.text.length) return child.grow(text.slice(shared));
    const fork = new PathNode(text.slice(0, shared));
    child.text = child.text.slice(shared);
    fork.children = [child];
    this.children = this.children.with(index, fork);
    return fork.grow(text.slice(shared));
  }

  /** The node behind a segment with a placeholder, which is added if it is missing. */
  branch(segment: Segment, tokens: Tokens): PathNode {
    this.hasPlaceholder = true;
    const kind = kindOf(segment, tokens);
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
    if (result !== undefined) Object.freeze(result.params);
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

/**
 * Builds the tree of all routes. Everything about two routes that registration could not judge is judged here (rule R11).
 *
 * @param tokensOf the constraints of a route beside those in its path
 * @throws DuplicateRouteError that lists all routes for the same requests or of the same name, one a line
 */
export function buildTree(routes: readonly Route[], tokensOf: (route: Route) => Tokens): PathNode {
  const root = new PathNode('');
  const names = new Map<string, Route>();
  const duplicates = new Duplicates();
  for (const route of routes) {
    const same = addForms(root, route, tokensOf(route));
    const name = route.explicitName;
    const named = name === undefined ? undefined : names.get(name);
    if (same !== undefined) duplicates.add(sameRequests(route, same));
    else if (named !== undefined) duplicates.add(sameName(route, named));
    else if (name !== undefined) names.set(name, route);
  }
  duplicates.tell();
  return root;
}

/** @returns another route with one of the forms of the path and one of the methods */
function addForms(root: PathNode, route: Route, tokens: Tokens): Route | undefined {
  for (const form of route.pattern.forms) {
    const names = form.flatMap((part) => (typeof part === 'string' ? [] : part.name));
    const same = nodeOf(root, toSegments(form), tokens).add(route, names);
    if (same !== undefined && same !== route) return same;
  }
  return undefined;
}

function nodeOf(root: PathNode, segments: readonly Segment[], tokens: Tokens): PathNode {
  let node = root;
  let text = '';
  for (const segment of segments) {
    text += '/';
    if (segment.every((part) => typeof part === 'string')) {
      text += segment[0] ?? '';
      continue;
    }
    node = node.grow(text).branch(segment, tokens);
    text = '';
  }
  return node.grow(text);
}
