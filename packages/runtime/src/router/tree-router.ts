import type { Branch, PathNode, RouteEntry } from './path-tree.ts';
import type { Route } from './route.ts';
import { RouteCollection } from './route-collection.ts';
import { allowedMethods, resultOf, RouteResult } from './route-result.ts';
import type { RouterInterface, UriOptions } from './router-interface.ts';
import { decodeValue } from './segment-matcher.ts';

const NOT_FOUND = Object.freeze(RouteResult.fromRouteFailure());

/**
 * The default router. It finds a path in a tree of all paths, and tries the most specific branch first (rule R5). It is the
 * only router that honors the option `tokens`.
 */
export class TreeRouter implements RouterInterface {
  static get name(): string {
    return 'TreeRouter';
  }

  readonly #routes = new RouteCollection();
  // Built at the first match after a change, so that options that are set on a route until then count (rule R1).
  #root: PathNode | undefined;
  // The request that is matched. One set of fields suffices because matching is synchronous.
  #method = '';
  #path = '';
  // Decoded, in the order of the placeholders.
  readonly #values: (string | undefined)[] = [];
  // Whether a route has the path, with or without the method.
  #isPathFound = false;

  addRoute(route: Route): void {
    this.#routes.add(route);
    this.#root = undefined;
  }

  checkRoutes(): void {
    this.#routes.buildTree();
  }

  rebuild(): void {
    this.#root = undefined;
  }

  generateUri(name: string, params?: object, options?: UriOptions): string {
    return this.#routes.generateUri(name, params, options);
  }

  match(method: string, path: string): RouteResult {
    const root = (this.#root ??= this.#routes.buildTree());
    this.#method = method;
    this.#path = path;
    this.#isPathFound = false;
    const entry = this.#find(root, 0, 0);
    if (entry !== undefined) return entry.result ?? resultOf(entry, this.#values);
    return this.#isPathFound ? this.#methodFailure(root) : NOT_FOUND;
  }

  /** Rule R7. */
  #methodFailure(root: PathNode): RouteResult {
    const methods = this.#routes.methods.filter((method) => {
      this.#method = method;
      return this.#find(root, 0, 0) !== undefined;
    });
    return RouteResult.fromRouteFailure(allowedMethods(methods));
  }

  /**
   * The route for what follows in the path.
   *
   * @param at where it follows
   * @param count the number of placeholders before
   */
  #find(from: PathNode, at: number, count: number): RouteEntry | undefined {
    const path = this.#path;
    let node = from;
    let start = at;
    while (start < path.length) {
      const child = node.child(path, start);
      if (node.hasPlaceholder) {
        const found = child && this.#find(child, start + child.text.length, count);
        return found ?? this.#findPlaceholder(node, start, count);
      }
      if (child === undefined) return undefined;
      start += child.text.length;
      node = child;
    }
    if (node.entries !== undefined) {
      this.#isPathFound = true;
      const entry = node.entryFor(this.#method);
      if (entry !== undefined) return entry;
    }
    return node.rests.length === 0 ? undefined : this.#findBranch(node.rests, start, start, count);
  }

  #findPlaceholder(node: PathNode, start: number, count: number): RouteEntry | undefined {
    const path = this.#path;
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    if (end > start) {
      const { constrained, plain } = node;
      const found = constrained.length === 0 ? undefined : this.#findBranch(constrained, start, end, count);
      if (found !== undefined) return found;
      if (plain !== undefined) {
        const value = path.slice(start, end);
        this.#values[count] = value.includes('%') ? decodeValue(value) : value;
        const behind = this.#find(plain, end, count + 1);
        if (behind !== undefined) return behind;
      }
    }
    return node.rests.length === 0 ? undefined : this.#findBranch(node.rests, start, path.length, count);
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
