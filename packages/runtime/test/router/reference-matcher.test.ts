import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DuplicateRouteError, PathToRegexpRouter, Route, type RouterInterface } from '../../src/index.ts';
import { FindMyWayRouter } from '../../src/router/find-my-way-router.ts';
import { Rou3Router } from '../../src/router/rou3-router.ts';

/** What a route answers in a router; undefined: any method. */
type Answered = (methods: readonly string[] | undefined) => readonly string[] | undefined;
const asListed: Answered = (methods) => methods;
const ROUTERS: readonly [string, new () => RouterInterface, Answered][] = [
  ['PathToRegexpRouter', PathToRegexpRouter, asListed],
  ['Rou3Router', Rou3Router, asListed],
  // R9, R10
  [
    'FindMyWayRouter',
    FindMyWayRouter,
    (methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'TRACE', 'DELETE']) =>
      methods.length === 0 ? ['GET'] : methods,
  ],
];

/** One segment of a generated path: how it is written, how specific it is, and what it takes. */
interface Piece {
  readonly rank: number;
  write(name: string): string;
  /** The values that it takes, undefined when it does not accept the segment. */
  take(segment: string): readonly string[] | undefined;
  readonly holes: number;
}

const text = (value: string): Piece => ({
  rank: 1,
  holes: 0,
  write: () => value,
  take: (segment) => (segment === value ? [] : undefined),
});
const restricted = (source: string, accepts: RegExp): Piece => ({
  rank: 2,
  holes: 1,
  write: (name) => `{${name}:${source}}`,
  take: (segment) => (accepts.test(decodeURIComponent(segment)) ? [decodeURIComponent(segment)] : undefined),
});
const withPrefix = (prefix: string): Piece => ({
  rank: 2,
  holes: 1,
  write: (name) => `${prefix}{${name}}`,
  take: (segment) =>
    segment.startsWith(prefix) && segment.length > prefix.length
      ? [decodeURIComponent(segment.slice(prefix.length))]
      : undefined,
});
const pair: Piece = {
  rank: 2,
  holes: 2,
  write: (name) => `{${name}}-{${name}b}`,
  take(segment) {
    const dash = segment.indexOf('-', 1);
    if (dash === -1 || dash === segment.length - 1) return undefined;
    return [segment.slice(0, dash), segment.slice(dash + 1)].map(decodeURIComponent);
  },
};
const plain: Piece = {
  rank: 3,
  holes: 1,
  write: (name) => `{${name}}`,
  take: (segment) => (segment === '' ? undefined : [decodeURIComponent(segment)]),
};

const PIECES = [
  text('a'),
  text('b'),
  text('a-1'),
  text('*:(b)+'),
  text('%2F%00'),
  text(''),
  restricted('\\d+', /^\d+$/),
  restricted('[a-z]', /^[a-z]$/),
  restricted('\\d{1,2}', /^\d{1,2}$/),
  withPrefix('v'),
  withPrefix('.'),
  pair,
  plain,
];
const SEGMENTS = [
  'a',
  'b',
  'c',
  'a-1',
  '*:(b)+',
  '%2F%00',
  '%00',
  '1',
  '12',
  '123',
  'v',
  'v1',
  '.x',
  '-',
  '1-',
  '1-2-3',
  'x%2Fy',
  '%C3%A9',
  '',
];
const METHODS = [undefined, [], ['GET'], ['POST'], ['GET', 'POST']] as const;

interface Shape {
  readonly required: readonly Piece[];
  readonly optional: readonly Piece[];
  readonly rest: '' | '.*' | '.+';
  readonly methods: readonly string[] | undefined;
}

const shape: fc.Arbitrary<Shape> = fc.record({
  required: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
  optional: fc.array(fc.constantFrom(...PIECES), { maxLength: 2 }),
  rest: fc.constantFrom('', '', '', '.*', '.+'),
  methods: fc.constantFrom(...METHODS),
});
const requestPath = fc
  .array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 5 })
  .map((segments) => `/${segments.join('/')}`);

function writePath({ required, optional, rest }: Shape): string {
  const pieces = [...required, ...optional];
  const written = pieces.map((piece, index) => `/${piece.write(`p${index}`)}`);
  const tail = rest === '' ? '' : `/{rest:${rest}}`;
  const inner = written.slice(required.length).map((part) => `[${part}`);
  const optionalTail = tail !== '' && optional.length > 0 ? `[${tail}` : tail;
  const closing = ']'.repeat(inner.length + (optionalTail.startsWith('[') ? 1 : 0));
  return `${written.slice(0, required.length).join('')}${inner.join('')}${optionalTail}${closing}`;
}

interface Candidate {
  readonly rank: string;
  readonly order: number;
  readonly params: Record<string, string>;
  readonly methods: Shape['methods'];
}

/** Every way in which a route matches: one for each number of optional pieces. */
function candidatesOf(route: Shape, order: number, segments: readonly string[]): Candidate[] {
  const { required, optional, rest, methods } = route;
  const found: Candidate[] = [];
  for (let count = 0; count <= optional.length; count++) {
    const pieces = [...required, ...optional.slice(0, count)];
    const complete = count === optional.length;
    const taken = takeAll(pieces, segments);
    if (taken === undefined) continue;
    const rank = pieces.map((piece) => piece.rank).join('');
    const remaining = segments.slice(pieces.length);
    const restIsRequired = complete && rest !== '' && optional.length === 0;
    if (remaining.length === 0 && !restIsRequired) found.push({ rank, order, params: taken, methods });
    if (!complete || rest === '' || remaining.length === 0) continue;
    const value = decodeURIComponent(remaining.join('/'));
    if (value === '' && rest === '.+') continue;
    found.push({ rank: `${rank}4`, order, params: { ...taken, rest: value }, methods });
  }
  return found;
}

function takeAll(pieces: readonly Piece[], segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, piece] of pieces.entries()) {
    const segment = segments[index];
    const values = segment === undefined ? undefined : piece.take(segment);
    if (values === undefined) return undefined;
    for (const [hole, value] of values.entries()) params[`p${index}${hole === 0 ? '' : 'b'}`] = value;
  }
  return params;
}

/** What SEMANTICS R3–R7 say, by looking at every route. */
function naiveMatch(routes: readonly Shape[], method: string, path: string): object {
  const segments = path.slice(1).split('/');
  const all = routes.flatMap((route, order) => candidatesOf(route, order, segments));
  const [best] = all
    .filter(({ methods }) => methods === undefined || methods.includes(method))
    .toSorted((one, other) =>
      one.rank === other.rank ? one.order - other.order : one.rank < other.rank ? -1 : 1,
    );
  if (best !== undefined) return { order: best.order, params: best.params };
  if (all.length === 0) return { methodFailure: false, allowed: [] };
  const allowed = new Set<string>(all.flatMap(({ methods }) => methods ?? []));
  if (allowed.has('GET')) allowed.add('HEAD');
  return { methodFailure: true, allowed: [...allowed.add('OPTIONS')] };
}

/** The routes that the router takes; it refuses duplicates. */
function register(
  shapes: readonly Shape[],
  Router: new () => RouterInterface,
): {
  router: RouterInterface;
  accepted: Shape[];
  routes: Route[];
} {
  const router = new Router();
  const accepted: Shape[] = [];
  const routes: Route[] = [];
  for (const given of shapes) {
    const route = new Route(writePath(given), () => {}, given.methods);
    try {
      router.addRoute(route);
    } catch (error) {
      if (error instanceof DuplicateRouteError) continue;
      throw error;
    }
    accepted.push(given);
    routes.push(route);
  }
  return { router, accepted, routes };
}

const rankOf = ({ required, optional, rest }: Shape): string =>
  [...required, ...optional].map(({ rank }) => rank).join('') + (rest === '' ? '' : '4');

describe.each(ROUTERS)('%s', (_name, Router, answered) => {
  test('finds what a scan over all routes finds', () => {
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 8 }),
        fc.array(requestPath, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('GET', 'POST', 'PUT', 'PURGE'),
        (shapes, paths, method) => {
          const { router, accepted, routes } = register(shapes, Router);
          const scanned = accepted.map((given) => ({ ...given, methods: answered(given.methods) }));
          for (const path of paths) {
            const { route, params, methodFailure, allowedMethods } = router.match(method, path);
            const actual =
              route === undefined
                ? { methodFailure, allowed: allowedMethods }
                : { order: routes.indexOf(route), params: { ...params } };
            expect(actual, `${method} ${path}`).toEqual(naiveMatch(scanned, method, path));
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  test('lets the order of registration decide between equally specific routes only', () => {
    fc.assert(
      fc.property(fc.uniqueArray(shape, { selector: rankOf, maxLength: 6 }), requestPath, (shapes, path) => {
        const simple = shapes.map((given) => ({ ...given, optional: [], methods: undefined }));
        const unique = [...new Map(simple.map((given) => [rankOf(given), given])).values()];
        const forth = register(unique, Router).router.match('GET', path);
        const back = register(unique.toReversed(), Router).router.match('GET', path);
        expect(back.route?.path).toBe(forth.route?.path);
        expect(back.params).toEqual(forth.params);
      }),
      { numRuns: 300 },
    );
  });
});
