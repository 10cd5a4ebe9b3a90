import { addRoute, createRouter, findAllRoutes } from 'rou3';
import { ALL, ANY, type Candidates, type ShapePiece, type ShapeTree } from './candidate-index.ts';
import { ShapeRouter } from './shape-router.ts';

/** Routes in a tree of rou3, an optional package. It ignores the option `tokens`, with a warning. */
export class Rou3Router extends ShapeRouter {
  protected override createTree(): ShapeTree {
    return new Rou3Tree();
  }
}

class Rou3Tree implements ShapeTree {
  readonly #router = createRouter<Candidates>();

  add(shape: readonly ShapePiece[], candidates: Candidates): void {
    const pattern = shape.map((piece, index) => `/${toPattern(piece, index)}`).join('');
    addRoute(this.#router, '', pattern, candidates);
  }

  find(path: string): readonly Candidates[] {
    return findAllRoutes(this.#router, '', fillEmptySegments(path), { params: false }).map(
      ({ data }) => data,
    );
  }
}

function toPattern(piece: ShapePiece, index: number): string {
  if (piece === ANY) return `:p${index}`;
  if (piece === ALL) return '**';
  return piece === '' ? EMPTY : piece.replace(/[:*?+(){}\\]/g, '\\$&');
}

// rou3 does not tell "/a/" from "/a". A path that has this text itself finds too many candidates, which does no harm.
const EMPTY = '%00';

function fillEmptySegments(path: string): string {
  return path.endsWith('/') || path.includes('//') ? path.replace(/\/(?=\/|$)/g, `/${EMPTY}`) : path;
}
