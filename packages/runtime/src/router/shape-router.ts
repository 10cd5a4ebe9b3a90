import { CandidateIndex, type ShapeTree } from './candidate-index.ts';
import { IndexedRouter } from './indexed-router.ts';
import type { Route } from './route.ts';
import type { RouteIndex } from './route-index.ts';

/**
 * What the routers on trees of other packages have in common. They ignore the option `tokens`, and warn of it once for
 * each route (SEMANTICS R4).
 */
export abstract class ShapeRouter extends IndexedRouter {
  readonly #warned = new WeakSet<Route>();

  protected abstract createTree(): ShapeTree;

  protected override createIndex(): RouteIndex {
    return new CandidateIndex(this.createTree());
  }

  protected override get honoursTokens(): boolean {
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
