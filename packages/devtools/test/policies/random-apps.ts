import * as fc from 'fast-check';
import type { PolicyConfig } from 'fw-runtime/internal';
import type { Application, Middleware } from 'fw-runtime/b';
import type { Fw } from './checked-app.ts';

/** Part of a pipeline. */
export type Piece =
  | { readonly kind: 'layer'; readonly name: string }
  /** Variant A: continues as if nothing had failed. */
  | { readonly kind: 'rescue' }
  | { readonly kind: 'routing' | 'dispatch' }
  | { readonly kind: 'list'; readonly prefix: string; readonly inner: readonly Piece[] }
  | {
      readonly kind: 'application';
      readonly prefix: string;
      readonly inner: readonly Piece[];
      readonly routes: readonly RoutePiece[];
    };

interface RoutePiece {
  readonly path: string;
  readonly guarded: boolean;
}

const PREFIXES = ['', '/admin', '/ADMIN', '/a', '/admin/users', '/a/b', '/%C3%A4', '/sk', '//'];
const PATHS = [
  '/',
  '/admin',
  '/{x}',
  '/{x}/{y}',
  '/admin/{x}',
  '/ADMIN/{x}',
  '/{r:.*}',
  '/a/{r:.+}',
  '/{l:[a-z]+}',
  '/{o:admin|b}',
  '/{o:a}/{x}',
  '/{x}-{y}',
  '/admin/users[/{x}]',
  '/{n:\\d+}',
  '/a/',
  '/%C3%84',
  '/{u:[A-Z]+}/b',
  '/{x}/users/{r:.*}',
  '/sk/{x}',
  '/users/{x}',
  '/b',
  '/a/b',
  '/{x:.*s.*}/k',
];
const SEGMENTS = [
  'admin',
  'ADMIN',
  'Admin',
  '%61dmin',
  'a',
  'A',
  'b',
  'B',
  'users',
  'Users',
  '',
  '..',
  '.',
  '%C3%A4',
  '%C3%84',
  'sk',
  '%C5%BFk',
  'S%E2%84%AA',
  'x',
  '7',
  'a-b',
  'admin%2Fusers',
  'admin;x',
  'k',
];
const EVERY = [
  '/admin/**',
  '/**',
  '/a/*',
  '/admin',
  '/*/users/**',
  '/%C3%A4/**',
  '/sk/**',
  '/admin/users/**',
  '/',
  '/a/b',
];

const names = fc.constantFrom('Guard', 'Guard', 'Other', 'Third');
const routes = fc.uniqueArray(fc.record({ path: fc.constantFrom(...PATHS), guarded: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ path }) => path,
});

/** Pipelines with at most this depth of nested applications; each pipes its routing and its dispatch. */
function pieces(depth: number, rescues: boolean): fc.Arbitrary<readonly Piece[]> {
  const layer = fc.record({ kind: fc.constant('layer' as const), name: names });
  const single: fc.Arbitrary<Piece>[] = [layer, layer];
  if (rescues) single.push(fc.constant({ kind: 'rescue' as const }));
  const leaves = fc.oneof(...single);
  const prefix = fc.constantFrom(...PREFIXES);
  const list = fc.record({
    kind: fc.constant('list' as const),
    prefix,
    inner: fc.array(layer, { minLength: 1, maxLength: 2 }),
  });
  const within = depth === 0 ? [] : [applications(depth - 1, rescues)];
  const any: fc.Arbitrary<readonly Piece[]> = fc.array(fc.oneof(leaves, list, ...within), { maxLength: 3 });
  return fc
    .tuple(any, any, any, fc.constantFrom('', '', '/admin', '/a'))
    .map(([one, two, three, around]): readonly Piece[] => {
      const own: Piece[] = [
        { kind: 'routing' },
        ...two.filter(({ kind }) => around === '' || kind === 'layer'),
        { kind: 'dispatch' },
      ];
      return around === ''
        ? [...one, ...own, ...three]
        : [...one, { kind: 'list', prefix: around, inner: own }, ...three];
    });
}

function applications(
  depth: number,
  rescues: boolean,
): fc.Arbitrary<Extract<Piece, { kind: 'application' }>> {
  return fc.record({
    kind: fc.constant('application' as const),
    prefix: fc.constantFrom(...PREFIXES),
    inner: pieces(depth, rescues),
    routes,
  });
}

const anyPath = fc
  .array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 4 })
  .map((segments) => `/${segments.join('/')}`);

/** A path that a route in there may match, also without the last slash. */
const likelyPath = fc
  .tuple(fc.constantFrom(...PREFIXES), fc.constantFrom(...PATHS), fc.constantFrom(...SEGMENTS), fc.boolean())
  .map(([prefix, path, segment, isCut]) => {
    const whole = prefix + path.replaceAll(/\[|\]/g, '').replaceAll(/\{[^}]*\}/g, segment);
    return isCut ? whole.replace(/(?<=.)\/$/, '') : whole;
  });

export const randomPath: fc.Arbitrary<string> = fc.oneof(anyPath, likelyPath, likelyPath);

export function randomSite(rescues: boolean): fc.Arbitrary<Extract<Piece, { kind: 'application' }>> {
  // In variant A, an unhandled request runs each application with error middleware twice, and inner ones four times.
  return applications(rescues ? 1 : 2, rescues);
}

export const randomPolicy: fc.Arbitrary<PolicyConfig> = fc.oneof(
  fc.constantFrom(...EVERY).map((every) => ({ every, runs: 'Guard' })),
  fc.constant({ route: '*', runs: 'Guard' }),
);

export interface Recorder {
  ran: string[];
  /** The middleware that fails. */
  failing: ReadonlySet<string>;
  onHandled(route: string): void;
}

/** The application of a random app, whose middleware and handlers record that they run, and continue. */
export function buildRandom(
  fw: Fw,
  piece: Extract<Piece, { kind: 'application' }>,
  recorder: Recorder,
): Application {
  let count = 0;
  const layer = (name: string, run: () => void): Middleware => {
    const pass = (...given: unknown[]): unknown => {
      run();
      const [request, response] = given;
      return (given.at(-1) as (...args: unknown[]) => unknown)(request, response);
    };
    return Object.defineProperty(pass, 'name', { value: name }) as Middleware;
  };
  const running = (name: string): Middleware =>
    layer(name, () => {
      recorder.ran.push(name);
      if (recorder.failing.has(name)) throw new Error(name);
    });
  const toMiddleware = (inner: Piece): unknown => {
    if (inner.kind === 'layer') return running(inner.name);
    if (inner.kind === 'routing') return fw.ROUTING_MIDDLEWARE;
    if (inner.kind === 'dispatch') return fw.DISPATCH_MIDDLEWARE;
    if (inner.kind === 'list') return inner.inner.map(toMiddleware);
    if (inner.kind === 'application') return application(inner);
    return (_error: unknown, request: unknown, response: unknown, next: (...args: unknown[]) => unknown) =>
      next(request, response);
  };
  const application = ({ inner, routes: items }: Extract<Piece, { kind: 'application' }>): Application => {
    const app = new fw.Application({ log: () => {} });
    for (const item of inner) {
      const prefix = 'prefix' in item ? item.prefix : '';
      app.pipe(prefix, toMiddleware(item) as Middleware);
    }
    for (const { path, guarded } of items) {
      const name = `route ${count++}`;
      const handler = layer('handler', () => recorder.onHandled(name));
      app.any(path, guarded ? [running('Guard'), handler] : handler, name);
    }
    app.requestHandler.checkRoutes();
    return app;
  };
  return application(piece);
}
