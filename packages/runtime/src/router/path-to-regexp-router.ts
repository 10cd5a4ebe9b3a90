import { IndexedRouter } from './indexed-router.ts';
import type { RouteIndex } from './leaf.ts';
import { SegmentTree } from './segment-tree.ts';

/**
 * The default router: a tree of the segments of all paths. It honours the option `tokens`. URIs are made by
 * path-to-regexp.
 */
export class PathToRegexpRouter extends IndexedRouter {
  protected override createIndex(): RouteIndex {
    return new SegmentTree();
  }
}
