import { DuplicateRouteError, UriGenerationError } from '../errors/coded-errors.ts';
import { describe, whatElse } from '../errors/describe.ts';
import { haveSameMethod, type Route, sameRequests, type Tokens } from './route.ts';
import { buildTree, type PathTree } from './path-tree.ts';
import type { UriOptions } from './router-interface.ts';
import { UriWriter } from './uri-writer.ts';

/** The routes of a router in registration order, and their URIs. */
export class RouteCollection {
  readonly all: Route[] = [];
  /** The constraints of a route that its router heeds, beside those in its path. */
  readonly tokensOf: (route: Route) => Tokens;
  /** The methods that routes list, in the order in which they are first listed. */
  readonly methods: Set<string> = new Set();
  readonly #byPath = new Map<string, Route[]>();
  readonly #writers = new Map<Route, UriWriter>();
  #byName: Map<string, Route> | undefined;

  constructor(honoursTokens = true) {
    this.tokensOf = honoursTokens ? ({ options }) => options.tokens : () => undefined;
  }

  /**
   * Adds a route. Routes that differ in the spelling of their paths are compared when the tree is built.
   *
   * @throws DuplicateRouteError when another route has the same path and one of the methods (rule R11)
   */
  add(route: Route): void {
    const known = this.#byPath.get(route.path);
    const same = known?.find((other) => haveSameMethod(route, other));
    if (same !== undefined) throw new DuplicateRouteError(sameRequests(route, same));
    if (known === undefined) this.#byPath.set(route.path, [route]);
    else known.push(route);
    this.all.push(route);
    for (const method of route.methods ?? []) this.methods.add(method);
    this.#byName = undefined;
  }

  /** @throws DuplicateRouteError that lists all routes for the same requests or of the same name */
  buildTree(): PathTree {
    return buildTree(this.all, this.tokensOf);
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

  /** @throws UriGenerationError when the name is unknown, or a parameter or an option is missing or not accepted (rule R13) */
  generateUri(name: string, params: object = {}, options?: UriOptions | null): string {
    const route = this.named(name);
    if (route !== undefined) return this.#writerOf(route).write(params, options ?? {});
    const names = this.all.map((known) => known.name);
    throw new UriGenerationError(`There is no route ${describe(name)}${whatElse(String(name), names)}`);
  }

  /** Creates the writer again after `setOptions`. */
  #writerOf(route: Route): UriWriter {
    const tokens = this.tokensOf(route);
    const known = this.#writers.get(route);
    if (known !== undefined && known.tokens === tokens) return known;
    const writer = new UriWriter(route, tokens);
    this.#writers.set(route, writer);
    return writer;
  }
}
