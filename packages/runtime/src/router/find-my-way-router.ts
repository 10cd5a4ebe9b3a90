import findMyWay from 'find-my-way';
import type { PathTree } from './path-tree.ts';
import type { Route } from './route.ts';
import { ALL, ANY, ShapeRouter, type ShapeTree } from './shape-router.ts';

// In the order in which `Allow` lists them (rule R10).
const ANY_METHOD = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'TRACE', 'DELETE'];
const NO_METHOD = ['GET'];

/**
 * Routes in a tree of find-my-way, an optional package, for sites that move from Fastify and rely on its methods: a route
 * for any method answers the eight methods of HTTP, and one for none still answers GET (rules R9, R10). It is no faster
 * than `TreeRouter`, which matches what it finds once more, and ignores the option `tokens`, with a warning. The package
 * makes code of text, so it is not for platforms that forbid that, such as Workers.
 */
export class FindMyWayRouter extends ShapeRouter {
  static override get name(): string {
    return 'FindMyWayRouter';
  }

  protected override createTree(): ShapeTree {
    return new FindMyWayTree();
  }

  protected override methodsOf({ methods }: Route): readonly string[] {
    if (methods === undefined) return ANY_METHOD;
    return methods.length === 0 ? NO_METHOD : methods;
  }
}

// find-my-way gives the first route that fits. A constraint that notes each and lets none pass makes it find all.
class FindMyWayTree implements ShapeTree {
  readonly #shapes: PathTree[] = [];
  #found: PathTree[] = [];
  readonly #router = findMyWay({
    maxParamLength: Number.MAX_SAFE_INTEGER,
    constraints: {
      shape: {
        name: 'shape',
        mustMatchWhenDerived: true,
        storage: () => this.#noteShapes(),
        deriveConstraint: () => '',
      },
    },
  });

  add(shape: readonly string[], routes: PathTree): void {
    const pattern = shape.map((piece, index) => `/${toPattern(piece, index)}`).join('');
    const number = this.#shapes.push(routes) - 1;
    this.#router.on('GET', pattern, { constraints: { shape: String(number) } }, () => {});
  }

  find(path: string): readonly PathTree[] {
    this.#found = [];
    this.#router.find('GET', plainText(path), ANY_SHAPE);
    return this.#found;
  }

  /** Made for each node of find-my-way's tree. */
  #noteShapes(): { get(): null; set(number: string): void } {
    const here: PathTree[] = [];
    return {
      get: () => {
        this.#found.push(...here);
        return null;
      },
      set: (number) => {
        here.push(this.#shapes[Number(number)] as PathTree);
      },
    };
  }
}

const ANY_SHAPE = { shape: '' };

function toPattern(piece: string, index: number): string {
  if (piece === ANY) return `:p${index}`;
  return piece === ALL ? '*' : plainText(piece);
}

// Characters that find-my-way would decode or take for placeholders, replaced by some that no path has.
const PLAIN: Readonly<Record<string, string>> = { '%': '\u0001', '*': '\u0002', ':': '\u0003' };

function plainText(path: string): string {
  return /[%*:]/.test(path) ? path.replace(/[%*:]/g, (character) => PLAIN[character] as string) : path;
}
