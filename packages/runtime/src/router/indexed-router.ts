import type { Leaf, LeafEntry, RouteForm, RouteIndex } from './leaf.ts';
import type { Segment } from './path-pattern.ts';
import type { Route, RouteOptions } from './route.ts';
import { RouteCollection } from './route-collection.ts';
import { allowedMethods, RouteResult } from './route-result.ts';
import type { RouterInterface, UriOptions } from './router-interface.ts';

/**
 * What the routers have in common: paths that are all text are found in a map, others in the index of the router. Both
 * are built at the first match after a change, so that options set on a route until then count (SEMANTICS R1).
 */
export abstract class IndexedRouter implements RouterInterface {
  readonly #routes = new RouteCollection((route) => this.tokensOf(route));
  #index: RouteIndex | undefined;
  #statics = new Map<string, Leaf>();
  #staticResults = new Map<LeafEntry, RouteResult>();

  addRoute(route: Route): void {
    this.#routes.add(route);
    this.#index = undefined;
  }

  match(method: string, path: string): RouteResult {
    const index = this.#index ?? this.#build();
    const entry = this.#statics.get(path)?.find(method);
    if (entry !== undefined) return this.#staticResults.get(entry) ?? resultOf(entry, []);
    const missed: Leaf[] = [];
    const match = index.find(method, path, missed);
    if (match !== undefined) return resultOf(match.entry, match.values);
    if (missed.length === 0) return RouteResult.fromRouteFailure();
    return RouteResult.fromRouteFailure(allowedMethods(this.#methodsAt(missed)));
  }

  generateUri(name: string, params?: object, options?: UriOptions): string {
    return this.#routes.generateUri(name, params, options);
  }

  protected abstract createIndex(): RouteIndex;

  /** The restrictions by placeholder that this router honours. */
  protected tokensOf(route: Route): RouteOptions['tokens'] {
    return route.options.tokens;
  }

  /** The methods that a route answers in this router; undefined: any. */
  protected methodsOf(route: Route): readonly string[] | undefined {
    return route.methods;
  }

  #build(): RouteIndex {
    const index = this.createIndex();
    this.#statics = new Map();
    this.#staticResults = new Map();
    for (const [order, route] of this.#routes.all.entries()) {
      const form = { route, order, tokens: this.tokensOf(route), methods: this.methodsOf(route) };
      for (const segments of route.pattern.variants) this.#addForm(index, { ...form, segments });
    }
    this.#index = index;
    return index;
  }

  #addForm(index: RouteIndex, form: RouteForm): void {
    const leaf = index.add(form);
    const path = staticPath(form.segments);
    if (path === undefined) return;
    this.#statics.set(path, leaf);
    const entry = leaf.entries.at(-1) as LeafEntry;
    const result = resultOf(entry, []);
    // Every request for this path shares it.
    Object.freeze(result.params);
    this.#staticResults.set(entry, result);
  }

  #methodsAt(leaves: readonly Leaf[]): string[] {
    const entries = leaves.flatMap((leaf) => leaf.entries).toSorted((one, other) => one.order - other.order);
    return entries.flatMap(({ route }) => this.methodsOf(route) ?? []);
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

function staticPath(segments: readonly Segment[]): string | undefined {
  if (segments.flat().some((part) => typeof part === 'object')) return undefined;
  return `/${segments.map((segment) => segment.join('')).join('/')}`;
}
