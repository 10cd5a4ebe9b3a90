import { UnsupportedRuntimeError } from '../errors/coded-errors.ts';
import { IndexedRouter } from './indexed-router.ts';
import { PathTree } from './path-tree.ts';
import type { RouteCollection } from './route-collection.ts';
import type { RouteIndex } from './route-index.ts';
import type { Uris } from './uris.ts';

/** A `TreeRouter` that writes no URIs: what an application takes in a bundle when it is given no router. */
export class MatchingRouter extends IndexedRouter {
  // What stands in its place where the size of the code does not matter.
  static override get name(): string {
    return 'TreeRouter';
  }

  protected override createIndex(): RouteIndex {
    return new PathTree();
  }

  protected override createUris(_routes: RouteCollection): Uris {
    throw new UnsupportedRuntimeError(
      'generateUri() in a bundle',
      'a router that was given',
      'pass a new TreeRouter() to the application',
    );
  }
}

export { MatchingRouter as DefaultRouter };
