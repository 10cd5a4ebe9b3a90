import { IndexedRouter } from './indexed-router.ts';
import type { RouteIndex } from './route-index.ts';
import { PathTree } from './path-tree.ts';

/**
 * The default router: a tree of all paths. It honours the option `tokens`. URIs are made by
 * path-to-regexp.
 */
export class PathToRegexpRouter extends IndexedRouter {
  protected override createIndex(): RouteIndex {
    return new PathTree();
  }
}
