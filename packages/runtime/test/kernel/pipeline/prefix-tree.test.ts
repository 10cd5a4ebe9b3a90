import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TreeRouter } from '../../../src/index.ts';
import { FindMyWayRouter } from '../../../src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../../../src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../../src/kernel/router/rou3-router.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { ask, serve } from '../../support/serve.ts';
import { essentialFirst } from '../../../../../test/support/essential-first.ts';

/** The path that a middleware saw, and the parameters of its route. */
type Sight = readonly [path: string, params: Readonly<Record<string, string>>];

/** Part of a pipeline, and what it does to a request that goes through, in terms of strings only. */
type Piece =
  | { readonly kind: 'look' }
  | { readonly kind: 'change'; readonly path: string }
  | {
      readonly kind: 'array' | 'application' | 'route';
      readonly prefix: string;
      readonly inner: readonly Piece[];
    };

// As it is written, and what it means.
const PREFIXES: Readonly<Record<string, string>> = {
  a: '/a',
  '/a': '/a',
  'a/': '/a',
  '/a/': '/a',
  '/A': '/A',
  '/%61': '/a',
  '/b': '/b',
  '/a/b': '/a/b',
  '/é': '/%C3%A9',
  '/ẞ/a': '/%E1%BA%9E/a',
  '/@': '/@',
  '/%40': '/@',
  '/a/.': '/a',
  '/a//b': '/a//b',
  '': '',
  '/': '',
};

const segment = fc.constantFrom('a', 'a', 'b', 'A', 'ab', 'a.b', '%C3%A9', '%C3%89', '%C3%9F', '@', '');
const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => `/${segments.join('/')}`);
const prefix = fc.oneof(fc.constantFrom(...Object.keys(PREFIXES)), fc.constant('/a'));
const { pieces } = fc.letrec<{ pieces: Piece[]; piece: Piece }>((tie) => ({
  pieces: fc.array(tie('piece'), { minLength: 1, maxLength: 4, depthIdentifier: 'pieces' }),
  piece: fc.oneof(
    { depthIdentifier: 'pieces', maxDepth: 4 },
    { weight: 3, arbitrary: fc.constant<Piece>({ kind: 'look' }) },
    { weight: 1, arbitrary: path.map<Piece>((to) => ({ kind: 'change', path: to })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom('array' as const, 'application' as const, 'route' as const),
          prefix,
          tie('pieces'),
        )
        .map(([kind, at, inner]): Piece => ({ kind, prefix: at, inner })),
    },
  ),
}));

/** A path in another case than the prefix of an application with middleware is a 400. */
class Rejected extends Error {}

/** The expected paths of the middleware, by string reasoning only. */
function predict(given: readonly Piece[], start: Sight, seen: Sight[], isExact = true): Sight {
  return given.reduce<Sight>((sight, piece) => {
    if (piece.kind === 'look') {
      seen.push(sight);
      return sight;
    }
    const [outside, params] = sight;
    // Applications, which all other pieces are, match exactly.
    if (piece.kind !== 'change' && !isExact) throw new Rejected();
    if (piece.kind === 'change') return [piece.path, params];
    const text = PREFIXES[piece.prefix] as string;
    const parts = text.split('/').length;
    const taken = outside.split('/').slice(0, parts).join('/');
    const rest = outside.slice(taken.length);
    if (decodeURIComponent(taken).toLowerCase() !== decodeURIComponent(text).toLowerCase()) return sight;
    const isSame = taken === text || text === '';
    if (piece.kind === 'application' && !isSame) throw new Rejected();
    if (piece.kind === 'route' && !isSame) return sight;
    const inside = text === '' ? outside : rest || '/';
    const routed = piece.kind === 'route' ? { rest: decodeURIComponent(inside.slice(1)) } : params;
    const [left] = predict(piece.inner, [inside, routed], seen, piece.kind !== 'array' || isSame);
    return [left === inside ? outside : (text === '' ? '' : taken) + left, params];
  }, start);
}

function build<M>(kit: Kit<M>, given: readonly Piece[], seen: Sight[]): M[] {
  return given.map((piece) => {
    if (piece.kind === 'look') {
      return kit.pass((request) => {
        seen.push([request.path, { ...request.params }]);
        return request;
      });
    }
    if (piece.kind === 'change') return kit.pass((request) => request.withPath(piece.path));
    const inner = build(kit, piece.inner, seen);
    const wrapper = kit.app();
    wrapper.pipe(
      piece.prefix,
      piece.kind === 'array' ? kit.list(...inner) : kit.child(applicationOf(kit, piece.kind, inner)),
    );
    return kit.child(wrapper);
  });
}

function applicationOf<M>(kit: Kit<M>, kind: 'application' | 'route', inner: M[]): CaseApplication<M> {
  if (kind === 'route') {
    const routed = kit.routed();
    routed.any('/{rest:.*}', kit.list(...inner));
    return routed;
  }
  const application = kit.app();
  for (const middleware of inner) application.pipe(middleware);
  return application;
}

inBothVariants(
  (kit) => {
    test('in any tree of prefixes and applications, each middleware sees what string reasoning predicts (P2, P3, P6)', async () => {
      let prefixed = 0;
      await fc.assert(
        fc.asyncProperty(pieces, path, async (given, start) => {
          const predicted: Sight[] = [];
          const look: Piece = { kind: 'look' };
          let expected = 200;
          try {
            predict([...given, look], [start, {}], predicted);
          } catch (error) {
            if (!(error instanceof Rejected)) throw error;
            expected = 400;
          }
          const seen: Sight[] = [];
          const app = kit.app();
          for (const middleware of build(kit, [...given, look], seen)) app.pipe(middleware);
          app.pipe(kit.answer('through'));
          const { status } = await app.request(`http://localhost${start}`);
          // A path with an empty segment may be a 400 at a prefix that it is below for other readers.
          const isAmbiguous = status === 400 && start.includes('//');
          if (!isAmbiguous) expect(status).toBe(expected);
          expect(seen).toEqual(isAmbiguous ? predicted.slice(0, seen.length) : predicted);
          if (new Set(seen.map(([at]) => at)).size > 1) prefixed++;
        }),
        { numRuns: 500 },
      );
      // The trees are useful: in many of them, paths differ from middleware to middleware.
      expect(prefixed).toBeGreaterThan(50);
    });

    for (const { some, tags } of essentialFirst(
      [
        ['TreeRouter', TreeRouter],
        ['FindMyWayRouter', FindMyWayRouter],
        ['Rou3Router', Rou3Router],
        ['PathToRegexpRouter', PathToRegexpRouter],
      ],
      2,
    )) {
      test.each(some)(
        'no spelling of a path passes a guard on its prefix, with %s (P1, P2)',
        { tags },
        async (_name, Router) => {
          const routed = kit.routed({ router: new Router() });
          routed.any('/[{rest:.*}]', kit.answer('secret'));
          const site = (guarded: boolean) => {
            const app = kit.app({ router: new Router() });
            if (guarded) app.pipe('/admin', kit.answer('guarded'));
            app.pipe('/admin', kit.child(routed));
            app.pipeRoutingMiddleware().pipeDispatchMiddleware();
            app.any('/admin', kit.answer('secret'));
            app.any('/admin/[{rest:.*}]', kit.answer('secret'));
            return app;
          };
          const [guarded, open] = [await serve(site(true)), await serve(site(false))];
          const outcomes = new Map<string, number>();
          await fc.assert(
            fc.asyncProperty(spelling, async (target) => {
              const [withGuard, without] = await Promise.all([
                ask(guarded, { path: target }),
                ask(open, { path: target }),
              ]);
              const outcome = `${without.status === 200 ? without.body : 'none'} ${withGuard.status === 200 ? withGuard.body : 'none'}`;
              outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
              expect(withGuard.body).not.toBe('secret');
              // And whatever is served without the guard is guarded with it.
              if (without.body === 'secret') expect(withGuard.body).toBe('guarded');
            }),
            { numRuns: 120 },
          );
          expect(outcomes.get('secret guarded')).toBeGreaterThan(3);
        },
      );
    }
  },
  ['full'],
);

const ESCAPED = [
  'as it is',
  'as it is',
  'as it is',
  'as it is',
  'upper',
  'lower',
  'capital',
  'twice',
] as const;
const SLASHES = [
  '/',
  '/',
  '/',
  '/',
  '/',
  '//',
  '/./',
  '/x/../',
  '/%2e/',
  '/x/%2E%2e/',
  '%2F',
  '%2f',
  '%5C',
  '\\',
  ';/',
  '/;/',
];

const spelling: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '', 'http://other.example'),
    fc.constantFrom(...SLASHES.filter((slash) => slash.startsWith('/'))),
    fc.array(fc.constantFrom(...ESCAPED), { minLength: 5, maxLength: 5 }),
    fc.option(fc.constantFrom(...SLASHES), { freq: 4 }),
    fc.constantFrom('', '', '', 'users', '..', '.', '%2e%2e', ';x', '.json', '%00', '%20', '?x', '?/admin'),
  )
  .map(([origin, lead, letters, slash, end]) => {
    const word = [...'admin'].map((letter, index) => spell(letter, letters[index] ?? 'as it is')).join('');
    return origin + lead + word + (slash ?? '') + end;
  });

function spell(letter: string, way: (typeof ESCAPED)[number]): string {
  const hex = letter.charCodeAt(0).toString(16);
  if (way === 'capital') return letter.toUpperCase();
  if (way === 'twice') return `%25${hex}`;
  return way === 'as it is' ? letter : `%${way === 'upper' ? hex.toUpperCase() : hex}`;
}
