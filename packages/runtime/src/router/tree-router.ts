import { MatchingRouter } from './matching-router.ts';
import type { RouteCollection } from './route-collection.ts';
import { Uris } from './uris.ts';

/** The default router: a tree of all paths. The only one that honours the option `tokens`. */
export class TreeRouter extends MatchingRouter {
  static override get name(): string {
    return 'TreeRouter';
  }

  protected override createUris(routes: RouteCollection): Uris {
    return new Uris(routes);
  }
}

// What `#default-router` stands for where the size of the code does not matter.
export { TreeRouter as DefaultRouter };
