import { DuplicateRouteError, UriGenerationError } from '../errors/coded-errors.ts';
import { describe, whatElse } from '../errors/describe.ts';
import { type Constraints, Duplicates, haveSameMethod, type Route, sameName, sameRequests } from './route.ts';
import { PathNode, type PathTree, signOf, SIGNS } from './path-tree.ts';
import {
  hasWholeSegments,
  isText,
  namesIn,
  type PatternForm,
  type Segment,
  toSegments,
} from './pattern-forms.ts';
import type { UriOptions } from './router-interface.ts';
import { UriWriter } from './uri-writer.ts';

const NONE: readonly never[] = Object.freeze([]);

/** The routes of a router in registration order, and their URIs. */
export class RouteCollection {
  readonly all: Route[] = [];
  /** The constraints of a route that its router applies, beside those in its path. */
  readonly constraintsOf: (route: Route) => Constraints;
  /** The methods that routes list, in the order in which they are first listed. */
  readonly methods: Set<string> = new Set();
  readonly #byPath = new Map<string, Route | Route[]>();
  readonly #writers = new Map<Route, UriWriter>();
  #byName: Map<string, Route> | undefined;
  /** The tree that was built last, with the options and the name of each route at that time. */
  #built: { readonly tree: PathTree; readonly state: readonly unknown[] } | undefined;

  constructor(honoursTokens = true) {
    this.constraintsOf = honoursTokens ? ({ options }) => options.tokens : () => undefined;
  }

  /**
   * Adds a route. Routes that differ in the spelling of their paths are compared when the tree is built.
   *
   * @throws {@link DuplicateRouteError} when another route has the same path and one of the methods (rule R11)
   */
  add(route: Route): void {
    const known = this.#byPath.get(route.path);
    if (known === undefined) this.#byPath.set(route.path, route);
    else {
      const others = [known].flat();
      const same = others.find((other) => haveSameMethod(route, other));
      if (same !== undefined) throw new DuplicateRouteError(sameRequests(route, same));
      this.#byPath.set(route.path, [...others, route]);
    }
    this.all.push(route);
    for (const method of route.methods ?? []) this.methods.add(method);
    this.#byName = undefined;
  }

  /**
   * Builds the tree, unless the routes, their options and their names are those of the tree that was built last.
   *
   * @throws {@link DuplicateRouteError} that lists all routes for the same requests or of the same name
   */
  buildTree(): PathTree {
    const known = this.#built;
    const state: unknown[] = [];
    for (const { options, explicitName } of this.all) state.push(options, explicitName);
    const isCurrent = known?.state.length === state.length;
    if (isCurrent && state.every((value, index) => value === known.state[index])) return known.tree;
    const tree = buildTree(this.all, this.constraintsOf);
    this.#built = { tree, state };
    return tree;
  }

  /** The route with this name. Explicit names take precedence over default names, and earlier routes over later ones. */
  named(name: string): Route | undefined {
    const known = this.#byName?.get(name);
    // `setName` may have changed a name since.
    if (known?.name === name) return known;
    const lastFirst = this.all.toReversed();
    const named = lastFirst.filter(({ explicitName }) => explicitName !== undefined);
    this.#byName = new Map([...lastFirst, ...named].map((route) => [route.name, route]));
    return this.#byName.get(name);
  }

  /**
   * @throws {@link UriGenerationError} when the name is unknown, or a parameter or an option is missing or not accepted
   *   (rule R13)
   */
  generateUri(name: string, params: object = {}, options?: UriOptions | null): string {
    const route = this.named(name);
    if (route !== undefined) return this.#writerOf(route).write(params, options ?? {});
    const names = this.all.map((known) => known.name);
    throw new UriGenerationError(`There is no route ${describe(name)}${whatElse(String(name), names)}`);
  }

  /** Creates the writer again after `setOptions`. */
  #writerOf(route: Route): UriWriter {
    const constraints = this.constraintsOf(route);
    const known = this.#writers.get(route);
    if (known !== undefined && known.constraints === constraints) return known;
    const writer = new UriWriter(route, constraints);
    this.#writers.set(route, writer);
    return writer;
  }
}

/**
 * Builds the tree of all routes. It compares routes in the ways that registration can't (rule R11).
 *
 * @param constraintsOf the constraints of a route beside those in its path
 * @throws {@link DuplicateRouteError} that lists all routes for the same requests or of the same name, one a line
 */
function buildTree(routes: readonly Route[], constraintsOf: (route: Route) => Constraints): PathTree {
  const root = new PathNode('');
  const texts = new Map<string, PathNode>();
  const mayBeText = new Uint8Array(SIGNS);
  const names = new Map<string, Route>();
  const duplicates = new Duplicates();
  for (const route of routes) {
    let same: Route | undefined;
    for (const form of route.pattern.forms) {
      const other = isText(form)
        ? textNode(texts, mayBeText, form.join('')).add(route, NONE)
        : nodeOf(root, form, constraintsOf(route)).add(route, namesIn(form));
      if (other !== route) same ??= other;
    }
    const name = route.explicitName;
    const named = name === undefined ? undefined : names.get(name);
    if (same !== undefined) duplicates.add(sameRequests(route, same));
    else if (named !== undefined) duplicates.add(sameName(route, named));
    else if (name !== undefined) names.set(name, route);
  }
  duplicates.throwIfAny();
  return { root, texts, mayBeText };
}

function textNode(texts: Map<string, PathNode>, mayBeText: Uint8Array, text: string): PathNode {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const node = new PathNode(text);
  texts.set(text, node);
  mayBeText[signOf(text)] = 1;
  return node;
}

/** The node at the end of a path. */
function nodeOf(root: PathNode, form: PatternForm, constraints: Constraints): PathNode {
  if (!hasWholeSegments(form)) return nodeOfSegments(root, toSegments(form), constraints);
  let node = root;
  for (const part of form) {
    if (typeof part === 'string') node = node.grow(part);
    else if (constraints === undefined && part.constraint === undefined) node = node.branchPlain();
    else node = node.branch([part], constraints);
  }
  return node;
}

function nodeOfSegments(root: PathNode, segments: readonly Segment[], constraints: Constraints): PathNode {
  let node = root;
  let text = '';
  for (const segment of segments) {
    text += '/';
    if (isText(segment)) {
      text += segment[0] ?? '';
      continue;
    }
    node = node.grow(text).branch(segment, constraints);
    text = '';
  }
  return node.grow(text);
}
