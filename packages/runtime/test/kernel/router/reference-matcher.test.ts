import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DuplicateRouteError, TreeRouter, Route, type RouterInterface } from '../../../src/index.ts';
import { FindMyWayRouter } from '../../../src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../../../src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../../src/kernel/router/rou3-router.ts';
import { essentialFirst } from '../../../../../test/support/essential-first.ts';

const ROUTERS: readonly [string, new () => RouterInterface][] = [
  ['TreeRouter', TreeRouter],
  ['Rou3Router', Rou3Router],
  ['PathToRegexpRouter', PathToRegexpRouter],
  ['FindMyWayRouter', FindMyWayRouter],
];

/** One segment of a generated path: how it is written, how specific it is, and what it takes. */
interface Piece {
  readonly rank: number;
  /** How many characters of text it has. */
  readonly literals: number;
  write(name: string): string;
  /** The values that it takes, undefined when it does not accept the segment. */
  take(segment: string): readonly string[] | undefined;
}

const text = (value: string, written = value): Piece => ({
  rank: 1,
  literals: decodeURIComponent(value).length,
  write: () => written,
  take: (segment) => (segment === value ? [] : undefined),
});
const restricted = (source: string, accepts: RegExp): Piece => ({
  rank: 2,
  literals: 0,
  write: (name) => `{${name}-0:${source}}`,
  take: (segment) => (accepts.test(decodeURIComponent(segment)) ? [decodeURIComponent(segment)] : undefined),
});
const plain: Piece = {
  rank: 3,
  literals: 0,
  write: (name) => `{${name}-0}`,
  take: (segment) => (segment === '' ? undefined : [decodeURIComponent(segment)]),
};
/** Text, and a placeholder for every expression. */
const mixed = (...parts: readonly (string | RegExp)[]): Piece => ({
  rank: 2,
  literals: decodeURIComponent(parts.filter((part) => typeof part === 'string').join('')).length,
  write(name) {
    let hole = 0;
    const written = parts.map((part) => {
      if (typeof part === 'string') return part;
      return `{ ${name}-${hole++}${part === ANYTHING ? '' : ` : ${part.source} `}}`;
    });
    return written.join('');
  },
  take: (segment) => takeMixed(parts, charactersOf(segment)),
});

/** Characters that are escaped unchanged. */
function charactersOf(segment: string): string[] {
  return segment.match(/%[C-F].(?:%[89AB].)+|%..|[^%]/g) ?? [];
}

function takeMixed(
  [part, ...parts]: readonly (string | RegExp)[],
  characters: readonly string[],
): string[] | undefined {
  if (part === undefined) return characters.length === 0 ? [] : undefined;
  if (typeof part === 'string') {
    const { length } = charactersOf(part);
    return characters.slice(0, length).join('') === part
      ? takeMixed(parts, characters.slice(length))
      : undefined;
  }
  for (let length = 1; length <= characters.length; length++) {
    const value = decodeURIComponent(characters.slice(0, length).join(''));
    const rest = new RegExp(`^(?:${part.source})$`).test(value) && takeMixed(parts, characters.slice(length));
    if (rest) return [value, ...rest];
  }
  return undefined;
}

const ANYTHING = /[^]*/;
const PIECES = [
  text('a'),
  text('b'),
  text('a-1'),
  text('*:(b)+'),
  text('%2F%00'),
  text('@=', '%40%3d'),
  text(''),
  restricted('\\d+', /^\d+$/),
  restricted('[a-z]', /^[a-z]$/),
  restricted('\\d{1,2}', /^\d{1,2}$/),
  mixed('v', ANYTHING),
  mixed('.', ANYTHING),
  mixed(ANYTHING, '-', ANYTHING),
  mixed(ANYTHING, '-', /\d+/),
  mixed(ANYTHING, '-1'),
  mixed(/.|..../, '-', ANYTHING, '-', /\d/),
  mixed(ANYTHING, '@', ANYTHING),
  mixed(ANYTHING, '%C3%A9', ANYTHING),
  mixed('%C3%A9', ANYTHING),
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
  'a-1-1',
  'abcd-1-1',
  '@=',
  'x@y@',
  '%C3%A9%C3%A9%20',
  'a%C3%A9b',
  'x%2Fy',
  '%C3%A9',
  '',
];
const METHODS = [undefined, [], ['GET'], ['POST'], ['GET', 'POST'], ['HEAD'], ['OPTIONS', 'HEAD']] as const;

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
  /** The path in the form that matched. */
  readonly form: string;
  /** For each segment its rank, its text and the first form with the same beginning; smaller numbers win (rule R5). */
  readonly specificity: readonly number[];
  readonly order: number;
  readonly params: Record<string, string>;
  readonly methods: Shape['methods'];
}

interface Form {
  readonly pieces: readonly Piece[];
  readonly rest: Shape['rest'];
}

/** One for each number of optional pieces, and one with the rest. */
function formsOf({ required, optional, rest }: Shape): Form[] {
  const forms: Form[] = [];
  for (let count = 0; count <= optional.length; count++) {
    forms.push({ pieces: [...required, ...optional.slice(0, count)], rest: '' });
  }
  if (rest === '') return forms;
  // The rest is optional together with the text before it.
  return [...(optional.length === 0 ? [] : forms), { pieces: [...required, ...optional], rest }];
}

/** Without the names of placeholders. */
function writeForm({ pieces, rest }: Form): string {
  return JSON.stringify([...pieces.map((piece) => piece.write('')), rest]);
}

function areDuplicates(one: Shape, other: Shape): boolean {
  const forms = new Set(formsOf(one).map(writeForm));
  const { methods } = one;
  const { methods: others } = other;
  return (
    (methods === undefined || others === undefined || methods.some((item) => others.includes(item))) &&
    formsOf(other).some((form) => forms.has(writeForm(form)))
  );
}

/** The segments of a form up to one, without the names of placeholders. */
function beginningOf({ pieces, rest }: Form, length: number): string {
  const written = pieces.slice(0, length).map((piece) => piece.write(''));
  return JSON.stringify(length > pieces.length ? [...written, `rest${rest}`] : written);
}

function specificityOf(form: Form, all: readonly Form[]): readonly number[] {
  const { pieces, rest } = form;
  const segments = [...pieces, ...(rest === '' ? [] : [{ rank: 4, literals: 0 }])];
  return segments.flatMap(({ rank, literals }, index) => {
    const beginning = beginningOf(form, index + 1);
    return [rank, -literals, all.findIndex((other) => beginningOf(other, index + 1) === beginning)];
  });
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((number, at) => number !== other[at]);
  return index === -1 ? 0 : (one[index] as number) - (other[index] ?? 0);
}

/** Every way in which a route matches. */
function candidatesOf(
  route: Shape,
  order: number,
  segments: readonly string[],
  all: readonly Form[],
): Candidate[] {
  return formsOf(route).flatMap((form) => {
    const { pieces, rest } = form;
    const params = takeAll(pieces, segments);
    const remaining = segments.slice(pieces.length);
    if (params === undefined || remaining.length > 0 !== (rest !== '')) return [];
    const value = decodeURIComponent(remaining.join('/'));
    if (rest === '.+' && value === '') return [];
    return {
      form: writeForm(form),
      specificity: specificityOf(form, all),
      order,
      params: rest === '' ? params : { ...params, rest: value },
      methods: route.methods,
    };
  });
}

function takeAll(pieces: readonly Piece[], segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, piece] of pieces.entries()) {
    const segment = segments[index];
    const values = segment === undefined ? undefined : piece.take(segment);
    if (values === undefined) return undefined;
    for (const [hole, value] of values.entries()) params[`p${index}-${hole}`] = value;
  }
  return params;
}

/** The rules R3–R8, by looking at every route. */
function naiveMatch(routes: readonly Shape[], method: string, path: string): object {
  const segments = path.slice(1).split('/');
  const forms = routes.flatMap(formsOf);
  const all = routes.flatMap((route, order) => candidatesOf(route, order, segments, forms));
  const listing = all.filter(({ methods }) => methods === undefined || methods.includes(method));
  // GET routes have HEAD too, but for those beside which another lists it on the same path.
  const having = all.filter(
    ({ methods, form }) =>
      method === 'HEAD' && methods?.includes('GET') && listing.every((other) => other.form !== form),
  );
  const [best] = [...listing, ...having].toSorted((one, other) =>
    compare(one.specificity, other.specificity),
  );
  if (best !== undefined) return { order: best.order, params: best.params };
  if (all.length === 0) return { methodFailure: false, allowed: [] };
  const known = new Set(routes.flatMap(({ methods }) => methods ?? []));
  const handles = (item: string): boolean =>
    all.some(({ methods }) => methods?.includes(item) || (item === 'HEAD' && methods?.includes('GET')));
  const allowed = new Set([...known].filter(handles));
  if (allowed.has('GET')) allowed.add('HEAD');
  return { methodFailure: true, allowed: [...allowed.add('OPTIONS')] };
}

/** The shapes that are no duplicate of an earlier one. */
function withoutDuplicates(shapes: readonly Shape[]): Shape[] {
  const kept: Shape[] = [];
  for (const given of shapes) {
    if (!kept.some((earlier) => areDuplicates(earlier, given))) kept.push(given);
  }
  return kept;
}

function register(
  shapes: readonly Shape[],
  Router: new () => RouterInterface,
): { router: RouterInterface; routes: Route[] } {
  const router = new Router();
  const routes = shapes.map((given) => new Route(writePath(given), () => {}, given.methods));
  for (const route of routes) router.addRoute(route);
  return { router, routes };
}

function scan(Router: new () => RouterInterface, check: (checked: Checked) => void): void {
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 1, maxLength: 8 }),
      fc.array(requestPath, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('GET', 'POST', 'PUT', 'PURGE', 'HEAD', 'OPTIONS'),
      (given, paths, method) => {
        const shapes = withoutDuplicates(given);
        const { router, routes } = register(shapes, Router);
        for (const path of paths) {
          const { route, params, methodFailure, allowedMethods } = router.match(method, path);
          const actual =
            route === undefined
              ? { methodFailure, allowed: allowedMethods }
              : { order: routes.indexOf(route), params: { ...params } };
          check({ actual, shapes, method, path });
        }
      },
    ),
    { numRuns: 600 },
  );
}

interface Checked {
  readonly actual: object;
  readonly shapes: readonly Shape[];
  readonly method: string;
  readonly path: string;
}

test('TreeRouter finds the same route as a scan over all routes', () => {
  scan(TreeRouter, ({ actual, shapes, method, path }) => {
    expect(actual, `${method} ${path}`).toEqual(naiveMatch(shapes, method, path));
  });
});

for (const { some, tags } of essentialFirst([
  ['Rou3Router', Rou3Router],
  ['PathToRegexpRouter', PathToRegexpRouter],
  ['FindMyWayRouter', FindMyWayRouter],
])) {
  test.each(some)(
    '%s finds only routes that a scan over all routes finds, with the same parameters',
    { tags },
    (name, Router) => {
      scan(Router, ({ actual, shapes, method, path }) => {
        const best = naiveMatch(shapes, method, path);
        if (name !== 'FindMyWayRouter') expect('order' in actual, `${method} ${path}`).toBe('order' in best);
        if (!('order' in actual)) return;
        const segments = path.slice(1).split('/');
        const matching = shapes.flatMap((route, order) => candidatesOf(route, order, segments, []));
        const found = matching
          .filter(({ order }) => order === actual.order)
          .map(({ params }) => ({ params }));
        expect(found, `${method} ${path}`).toContainEqual({ params: (actual as { params?: object }).params });
      });
    },
  );
}

for (const { some, tags } of essentialFirst(ROUTERS, 2))
  describe.each(some)('%s', { tags }, (_name, Router) => {
    test('rejects two routes where a comparison of all their forms finds one that both have (R11)', () => {
      const piece = fc.constantFrom(text('a'), restricted('\\d+', /^\d+$/), mixed('v', ANYTHING), plain);
      const few = fc.record({
        required: fc.array(piece, { minLength: 1, maxLength: 1 }),
        optional: fc.array(piece, { maxLength: 2 }),
        rest: fc.constantFrom('' as const, '' as const, '.*' as const),
        methods: fc.constantFrom(undefined, ['GET'], ['POST', 'HEAD']),
      });
      let refused = 0;
      fc.assert(
        fc.property(few, few, (one, other) => {
          const isRefused = areDuplicates(one, other);
          if (isRefused) refused++;
          const registering = expect(() => register([one, other], Router).router.match('GET', '/'));
          if (isRefused) registering.toThrow(DuplicateRouteError);
          else registering.not.toThrow();
        }),
        { numRuns: 1000 },
      );
      expect(refused).toBeGreaterThan(50);
    });
  });

test('TreeRouter lets the order of registration decide between equally specific segments only', () => {
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 6 }), requestPath, (shapes, path) => {
      const simple = shapes.map((given) => ({ ...given, optional: [], methods: undefined }));
      const distinct = simple.filter((one, index) =>
        simple.slice(0, index).every((other) => isDistinct(one, other)),
      );
      const forth = register(distinct, TreeRouter).router.match('GET', path);
      const back = register(distinct.toReversed(), TreeRouter).router.match('GET', path);
      expect(back.route?.path).toBe(forth.route?.path);
      expect(back.params).toEqual(forth.params);
    }),
    { numRuns: 300 },
  );
});

/** Whether no two segments at the same place are equally specific and different, and the paths are not the same. */
function isDistinct(one: Shape, other: Shape): boolean {
  const [segments, others] = [one, other].map(({ required, rest }) =>
    [...required, { rank: 4, literals: 0, write: () => rest }].map((piece) => ({
      specificity: `${piece.rank} ${piece.literals}`,
      written: piece.write(''),
    })),
  ) as [{ specificity: string; written: string }[], { specificity: string; written: string }[]];
  const areEqual = (index: number): boolean => segments[index]?.written === others[index]?.written;
  const places = segments.map((_, index) => index);
  return (
    places.every((index) => areEqual(index) || segments[index]?.specificity !== others[index]?.specificity) &&
    !(segments.length === others.length && places.every(areEqual))
  );
}
