import { IndexedRouter } from './indexed-router.ts';
import type { RouteIndex } from './route-index.ts';
import { PathTree } from './path-tree.ts';

/** The default router: a tree of all paths. The only one that honours the option `tokens`. */
export class TreeRouter extends IndexedRouter {
  protected override createIndex(): RouteIndex {
    return new PathTree();
  }
}
