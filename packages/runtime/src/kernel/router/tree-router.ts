import {
  type Branch,
  type PathNode,
  type PathTree,
  type RouteEntry,
  signOf,
  textResult,
} from './path-tree.ts';
import type { Route } from './route.ts';
import { RouteCollection } from './route-collection.ts';
import {
  allowedMethods,
  resultOf,
  RouteResult,
  type RouterInterface,
  type UriOptions,
} from './router-interface.ts';
import { decodeValue } from './segment-matcher.ts';

const NOT_FOUND = Object.freeze(RouteResult.fromRouteFailure());

/**
 * The default router. It finds a path in a tree of all paths, and tries the most specific branch first (rule R5). It is the
 * only router that honors the option `tokens`.
 */
export class TreeRouter implements RouterInterface {
  /** @internal */
  static get name(): string {
    return 'TreeRouter';
  }

  readonly #routes = new RouteCollection();
  // Built at the first match after a change, so that options that are set on a route until then count (rule R1).
  #tree: PathTree | undefined;
  // The request that is matched. One set of fields suffices because matching is synchronous.
  #method = '';
  #path = '';
  // Decoded, in the order of the placeholders.
  readonly #values: (string | undefined)[] = [];
  // Whether a route has the path, with or without the method.
  #isPathFound = false;

  addRoute(route: Route): void {
    this.#routes.add(route);
    this.#tree = undefined;
  }

  checkRoutes(): void {
    this.#routes.buildTree();
  }

  rebuild(): void {
    this.#tree = undefined;
  }

  generateUri(name: string, params?: object, options?: UriOptions): string {
    return this.#routes.generateUri(name, params, options);
  }

  match(method: string, path: string): RouteResult {
    const tree = (this.#tree ??= this.#routes.buildTree());
    const text = tree.mayBeText[signOf(path)] === 1 ? tree.texts.get(path) : undefined;
    const own = text?.entryFor(method);
    if (own !== undefined) return (own.result ??= textResult(own));
    this.#method = method;
    this.#path = path;
    this.#isPathFound = text !== undefined;
    const entry = this.#find(tree.root, 0, 0);
    if (entry !== undefined) return resultOf(entry, this.#values);
    return this.#isPathFound ? this.#methodFailure(tree.root, text) : NOT_FOUND;
  }

  /** Rule R7. */
  #methodFailure(root: PathNode, text: PathNode | undefined): RouteResult {
    const methods = [...this.#routes.methods].filter((method) => {
      this.#method = method;
      return (text?.entryFor(method) ?? this.#find(root, 0, 0)) !== undefined;
    });
    return RouteResult.fromRouteFailure(allowedMethods(methods));
  }

  /**
   * The route for the rest of the path.
   *
   * @param at the index of the rest
   * @param count the number of placeholders before
   */
  #find(from: PathNode, at: number, count: number): RouteEntry | undefined {
    const path = this.#path;
    let node = from;
    let start = at;
    while (start < path.length && !node.hasPlaceholder) {
      const child = node.child(path, start);
      if (child === undefined) return undefined;
      start += child.text.length;
      node = child;
    }
    let found: RouteEntry | undefined;
    if (start === path.length) {
      if (node.entries !== undefined) this.#isPathFound = true;
      found = node.entryFor(this.#method);
    } else {
      const child = node.child(path, start);
      if (child !== undefined) found = this.#find(child, start + child.text.length, count);
      const slash = path.indexOf('/', start);
      const end = slash === -1 ? path.length : slash;
      if (end > start) {
        if (node.constrained.length > 0) found ??= this.#findBranch(node.constrained, start, end, count);
        if (found === undefined && node.plain !== undefined) {
          const value = path.slice(start, end);
          this.#values[count] = value.includes('%') ? decodeValue(value) : value;
          found = this.#find(node.plain, end, count + 1);
        }
      }
    }
    if (found !== undefined || node.rests.length === 0) return found;
    return this.#findBranch(node.rests, start, path.length, count);
  }

  #findBranch(
    branches: readonly Branch[],
    start: number,
    end: number,
    count: number,
  ): RouteEntry | undefined {
    const text = this.#path.slice(start, end);
    for (const { matcher, node } of branches) {
      const taken = matcher.take(text, this.#values, count);
      const found = taken === 0 ? undefined : this.#find(node, end, count + taken);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
