import { IndexedRouter } from './indexed-router.ts';
import { isBetter, type Leaf, type LeafEntry, type RouteForm } from './leaf.ts';
import { PathTree } from './path-tree.ts';
import { toSegments } from './pattern-forms.ts';
import type { Route } from './route.ts';
import type { RouteCollection } from './route-collection.ts';
import type { RouteIndex } from './route-index.ts';
import type { RouteResult } from './route-result.ts';
import { kindOf, REST, STATIC } from './segment-kind.ts';
import { Uris } from './uris.ts';

// What stands in a shape for any one segment, and for all that remain. No text has braces.
export const ANY = '{}';
export const ALL = '{*}';

/** A tree of another package. It knows the shapes of paths only: the text of each segment, `ANY` or, at the end, `ALL`. */
export interface ShapeTree {
  /** Called once for each shape. */
  add(shape: readonly string[], routes: PathTree): void;
  /** Those of every shape that fits the path, and possibly of others. */
  find(path: string): readonly PathTree[];
}

/**
 * A router on a tree of another package, which finds the shapes that fit a path. The routes of a shape are matched by our
 * own tree, since none of these packages falls back to a less specific route as rules R5 and R7 ask. So it gains no
 * speed over `TreeRouter`. It ignores the option `tokens`, and warns of it once for each route (rule R4).
 */
export abstract class ShapeRouter extends IndexedRouter {
  readonly #warned = new WeakSet<Route>();

  protected abstract createTree(): ShapeTree;

  protected override createIndex(): RouteIndex {
    for (const route of this.routes) this.#warnOfTokens(route);
    return new ShapeIndex(this.createTree());
  }

  protected override createUris(routes: RouteCollection): Uris {
    return new Uris(routes);
  }

  override get honoursTokens(): boolean {
    return false;
  }

  override checkRoutes(): void {
    super.checkRoutes();
    for (const route of this.routes) this.#warnOfTokens(route);
  }

  #warnOfTokens(route: Route): void {
    const names = Object.keys(route.options.tokens ?? {});
    if (names.length === 0 || this.#warned.has(route)) return;
    this.#warned.add(route);
    const inline = names.map((name) => `{${name}:…}`).join(' and ');
    console.warn(
      `${this.constructor.name} ignores the option "tokens" of the route ${route}; ` +
        `write the restriction in the path instead, as ${inline}, which every router honours.`,
    );
  }
}

class ShapeIndex implements RouteIndex {
  readonly #tree: ShapeTree;
  readonly #byShape = new Map<string, PathTree>();

  constructor(tree: ShapeTree) {
    this.#tree = tree;
  }

  add(form: RouteForm): boolean {
    const shape = toSegments(form.parts).map((segment) => {
      const kind = kindOf(segment, form.tokens);
      if (kind.rank === STATIC) return kind.text;
      return kind.rank === REST ? ALL : ANY;
    });
    const key = shape.join('/');
    let routes = this.#byShape.get(key);
    if (routes === undefined) {
      routes = new PathTree();
      this.#byShape.set(key, routes);
      this.#tree.add(shape, routes);
    }
    return routes.add(form);
  }

  find(method: string, path: string, missed: Leaf[]): RouteResult | undefined {
    let best: RouteResult | undefined;
    let bestEntry: LeafEntry | undefined;
    for (const routes of this.#tree.find(path)) {
      const result = routes.find(method, path, missed);
      if (result === undefined || (bestEntry !== undefined && !isBetter(routes.entry, bestEntry))) continue;
      best = result;
      bestEntry = routes.entry;
    }
    return best;
  }
}
