import { Leaf, type RouteForm } from './leaf.ts';
import { isText, type PatternForm } from './pattern-forms.ts';
import type { Route } from './route.ts';
import { RouteCollection } from './route-collection.ts';
import type { RouteIndex } from './route-index.ts';
import { allowedMethods, RouteResult } from './route-result.ts';
import type { RouterInterface, UriOptions } from './router-interface.ts';
import type { Uris } from './uris.ts';

const NOT_FOUND = Object.freeze(RouteResult.fromRouteFailure());

/**
 * What the routers have in common: paths that are all text, the most specific ones, are found in a map, others in the
 * index of the router. Both are built at the first match after a change, so that options set on a route until then count
 * (rule R1).
 */
export abstract class IndexedRouter implements RouterInterface {
  readonly #routes = new RouteCollection(this.honoursTokens, (route) => this.methodsOf(route));
  #index: RouteIndex | undefined;
  #uris: Uris | undefined;
  // Where `find` puts what has the path but not the method. Most matches put nothing, so that one list serves them all.
  #missed: Leaf[] = [];
  #statics = new Map<string, Leaf>();
  // 1 where a path of the map has this sign, so that of most other paths nothing needs to be hashed.
  readonly #mayBeText = new Uint8Array(SIGNS);

  addRoute(route: Route): void {
    this.#routes.add(route);
    this.#index = undefined;
  }

  checkRoutes(): void {
    this.#routes.check();
  }

  match(method: string, path: string): RouteResult {
    const index = this.#index ?? this.#build();
    const text = this.#mayBeText[textSign(path)] === 1 ? this.#statics.get(path) : undefined;
    const shared = text?.find(method)?.result;
    if (shared !== undefined) return shared;
    // The last match put some into it.
    if (this.#missed.length > 0) this.#missed = [];
    const missed = this.#missed;
    if (text !== undefined) missed.push(text);
    const result = index.find(method, path, missed);
    if (missed.length === 0) return result ?? NOT_FOUND;
    return result ?? RouteResult.fromRouteFailure(allowedMethods(this.#methodsAt(missed)));
  }

  rebuild(): void {
    this.#index = undefined;
  }

  generateUri(name: string, params?: object, options?: UriOptions): string {
    this.#uris ??= this.createUris(this.#routes);
    return this.#uris.generate(name, params, options);
  }

  protected abstract createIndex(): RouteIndex;

  protected abstract createUris(routes: RouteCollection): Uris;

  protected get routes(): readonly Route[] {
    return this.#routes.all;
  }

  get honoursTokens(): boolean {
    return true;
  }

  /** The methods that a route answers in this router; undefined: any. */
  protected methodsOf(route: Route): readonly string[] | undefined {
    return route.methods;
  }

  #build(): RouteIndex {
    const index = this.createIndex();
    let isContested = false;
    this.#statics = new Map();
    this.#mayBeText.fill(0);
    const routes = this.#routes.all;
    // By index here and in what it calls: JavaScript has not compiled it yet, and an iterator would make objects.
    for (let order = 0; order < routes.length; order++) {
      const route = routes[order] as Route;
      const { forms } = route.pattern;
      const tokens = this.#routes.tokensOf(route);
      const methods = this.methodsOf(route);
      for (let number = 0; number < forms.length; number++) {
        const parts = forms[number] as PatternForm;
        const form = { route, order, parts, tokens, methods };
        if (isText(parts)) this.#addText(form);
        else if (index.add(form)) isContested = true;
      }
    }
    // Only where two routes share a place, it takes a comparison of all paths to tell which.
    this.#routes.check(isContested);
    this.#index = index;
    return index;
  }

  #addText(form: RouteForm): void {
    const path = form.parts.join('');
    const known = this.#statics.get(path);
    if (known !== undefined) {
      known.add(form);
      return;
    }
    this.#statics.set(path, new Leaf(form));
    this.#mayBeText[textSign(path)] = 1;
  }

  #methodsAt(leaves: readonly Leaf[]): string[] {
    const entries = leaves.flatMap((leaf) => leaf.entries).toSorted((one, other) => one.order - other.order);
    return entries.flatMap(({ route }) => this.methodsOf(route) ?? []);
  }
}

const SIGNS = 4096;

/** What tells most paths apart at no cost: the length and the last character. */
function textSign(path: string): number {
  return (path.length * 128 + path.charCodeAt(path.length - 1)) % SIGNS;
}
