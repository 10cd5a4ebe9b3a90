import { addRoute, createRouter, findAllRoutes } from 'rou3';
import type { PathTree } from './path-tree.ts';
import { ALL, ANY, ShapeRouter, type ShapeTree } from './shape-router.ts';

/**
 * Routes in a tree of rou3, an optional package, for sites that use it elsewhere: it is no faster than `TreeRouter`, which
 * matches what it finds once more. It ignores the option `tokens`, with a warning.
 */
export class Rou3Router extends ShapeRouter {
  static override get name(): string {
    return 'Rou3Router';
  }

  protected override createTree(): ShapeTree {
    return new Rou3Tree();
  }
}

class Rou3Tree implements ShapeTree {
  readonly #router = createRouter<PathTree>();

  add(shape: readonly string[], routes: PathTree): void {
    const pattern = shape.map((piece, index) => `/${toPattern(piece, index)}`).join('');
    addRoute(this.#router, '', pattern, routes);
  }

  find(path: string): readonly PathTree[] {
    return findAllRoutes(this.#router, '', fillEmptySegments(path), { params: false }).map(
      ({ data }) => data,
    );
  }
}

function toPattern(piece: string, index: number): string {
  if (piece === ANY) return `:p${index}`;
  if (piece === ALL) return '**';
  return piece === '' ? EMPTY : piece.replace(/[:*?+(){}\\]/g, '\\$&');
}

// rou3 does not tell "/a/" from "/a". A path that has this text itself is matched with too many routes, which does no harm.
const EMPTY = '%00';

function fillEmptySegments(path: string): string {
  return path.endsWith('/') || path.includes('//') ? path.replace(/\/(?=\/|$)/g, `/${EMPTY}`) : path;
}
