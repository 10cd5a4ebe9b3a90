import type { Route } from './route.ts';
import { RouteCollection } from './route-collection.ts';
import { allowedMethods, RouteResult } from './route-result.ts';
import type { RouterInterface, UriOptions } from './router-interface.ts';
import { type Leaf, type LeafEntry, SegmentTree } from './segment-tree.ts';

/**
 * The default router. Paths that are all text are found in a map, others in a tree of their segments; both are built
 * at the first match after a change. URIs are made by path-to-regexp.
 */
export class PathToRegexpRouter implements RouterInterface {
  readonly #routes = new RouteCollection();
  #tree: SegmentTree | undefined;
  #statics = new Map<string, Leaf>();
  #staticResults = new Map<LeafEntry, RouteResult>();

  addRoute(route: Route): void {
    this.#routes.add(route);
    this.#tree = undefined;
  }

  match(method: string, path: string): RouteResult {
    const tree = this.#tree ?? this.#build();
    const entry = this.#statics.get(path)?.find(method);
    if (entry !== undefined) return this.#staticResults.get(entry) ?? resultOf(entry, []);
    const missed: Leaf[] = [];
    const match = tree.find(method, path, missed);
    if (match !== undefined) return resultOf(match.entry, match.values);
    return RouteResult.fromRouteFailure(missed.length === 0 ? undefined : allowedMethods(routesOf(missed)));
  }

  generateUri(name: string, params?: object, options?: UriOptions): string {
    return this.#routes.generateUri(name, params, options);
  }

  #build(): SegmentTree {
    const tree = new SegmentTree();
    this.#statics = new Map();
    this.#staticResults = new Map();
    for (const [order, route] of this.#routes.all.entries()) {
      for (const variant of route.pattern.variants) {
        const { leaf, staticPath } = tree.add(route, order, variant);
        if (staticPath !== undefined) this.#statics.set(staticPath, leaf);
      }
    }
    for (const leaf of this.#statics.values()) {
      for (const entry of leaf.entries) {
        const result = resultOf(entry, []);
        // Every request for this path shares it.
        Object.freeze(result.params);
        this.#staticResults.set(entry, result);
      }
    }
    this.#tree = tree;
    return tree;
  }
}

function resultOf({ route, names }: LeafEntry, values: readonly string[]): RouteResult {
  const { defaults } = route.options;
  if (names.length === 0 && defaults === undefined) return RouteResult.fromRoute(route);
  const params: Record<string, string> = {};
  for (let index = 0; index < names.length; index++) {
    params[names[index] as string] = values[index] as string;
  }
  if (defaults !== undefined) {
    for (const { name } of route.pattern.placeholders) {
      if (!Object.hasOwn(params, name) && Object.hasOwn(defaults, name))
        params[name] = String(defaults[name]);
    }
  }
  return RouteResult.fromRoute(route, params);
}

function routesOf(leaves: readonly Leaf[]): Route[] {
  const entries = leaves.flatMap((leaf) => leaf.entries).toSorted((one, other) => one.order - other.order);
  return entries.map((entry) => entry.route);
}
