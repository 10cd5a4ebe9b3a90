import { describe, expect, test } from 'vitest';
import { DuplicateRouteError, Route } from '../../src/index.ts';
import { RouteCollection } from '../../src/router/route-collection.ts';

const middleware = (): void => {};
type Given = readonly [path: string, methods?: readonly string[] | undefined, name?: string];

function collect(...routes: readonly Given[]): RouteCollection {
  const collection = new RouteCollection();
  for (const [path, methods, name] of routes) collection.add(new Route(path, middleware, methods, name));
  return collection;
}

describe('two routes for the same requests (R11)', () => {
  const duplicates: readonly [Given, Given][] = [
    [['/a'], ['/a']],
    [['/a', ['GET']], ['/a']],
    [['/a'], ['/a', ['POST']]],
    [
      ['/a', ['GET', 'POST']],
      ['/a', ['PUT', 'post']],
    ],
    [['/%61'], ['/a']],
    [['/a/{id}'], ['/a/{slug}']],
    [['/a/{id:\\d+}'], ['/a/{n:\\d+}']],
    [['/a[/{id}]'], ['/a[/{n}]']],
    [['/a/{rest:.*}'], ['/a/{all:.*}']],
    [['/{a}-{b}'], ['/{c}-{d}']],
    [
      ['/a', ['HEAD']],
      ['/a', ['HEAD']],
    ],
  ];

  test.for(duplicates)('are refused: %j and %j', ([one, other]) => {
    expect(() => collect(one, other)).toThrow(DuplicateRouteError);
    expect(() => collect(other, one)).toThrow(DuplicateRouteError);
  });

  test('are both named', () => {
    expect(() => collect(['/a/{id}', ['GET', 'POST'], 'first'], ['/a/{slug}', ['post']])).toThrow(
      'The route "/a/{slug}^POST" (POST /a/{slug}) answers the same requests as "first" (GET|POST /a/{id}); ' +
        'remove one of them or give it other methods.',
    );
  });

  test('leave the collection as it was', () => {
    const collection = collect(['/a']);
    expect(() => collection.add(new Route('/a', middleware))).toThrow(DuplicateRouteError);
    expect(collection.all).toHaveLength(1);
  });

  const distinct: readonly [Given, Given][] = [
    [
      ['/a', ['GET']],
      ['/a', ['POST']],
    ],
    [
      ['/a', ['GET']],
      ['/a', ['HEAD']],
    ],
    [
      ['/a', ['GET']],
      ['/a', ['OPTIONS']],
    ],
    [
      ['/a', []],
      ['/a', ['GET']],
    ],
    [['/a'], ['/A']],
    [['/a'], ['/a/']],
    [['/a/{id}'], ['/a/{id:\\d+}']],
    [['/a/{id:\\d+}'], ['/a/{id:\\w+}']],
    [['/a/{id}'], ['/b/{id}']],
    [['/a/{id}'], ['/a/id']],
    [['/a[/b]'], ['/a/b']],
    [['/a%2Fb'], ['/a/b']],
    [['/{a}-{b}'], ['/{a}_{b}']],
  ];

  test.for(distinct)('are not: %j and %j', ([one, other]) => {
    expect(collect(one, other).all).toHaveLength(2);
    expect(collect(other, one).all).toHaveLength(2);
  });

  test('may differ in their tokens', () => {
    const collection = new RouteCollection();
    collection.add(new Route('/a/{id}', middleware).setOptions({ tokens: { id: '\\d+' } }));
    collection.add(new Route('/a/{id}', middleware).setOptions({ tokens: { id: '[a-z]+' } }));
    expect(() =>
      collection.add(new Route('/a/{n}', middleware).setOptions({ tokens: { n: '\\d+' } })),
    ).toThrow(DuplicateRouteError);
  });
});

describe('two routes of one name (R11)', () => {
  test('are refused, and both named', () => {
    expect(() => collect(['/a', ['GET'], 'home'], ['/b', undefined, 'home'])).toThrow(
      'The route "home" (any method /b) has the name of "home" (GET /a); give it another name.',
    );
  });

  test('are refused when the name was set after the first was added', () => {
    const first = new Route('/a', middleware);
    const collection = new RouteCollection();
    collection.add(first);
    expect(collection.named('/a')).toBe(first);
    first.setName('home');
    expect(() => collection.add(new Route('/b', middleware, undefined, 'home'))).toThrow(DuplicateRouteError);
  });

  test('are not, when one of the names is a default', () => {
    const collection = collect(['/a'], ['/b', undefined, '/a']);
    expect(collection.named('/a')?.path).toBe('/b');
  });

  test('may be called like what every object has', () => {
    const collection = collect(['/a', undefined, 'constructor'], ['/b', undefined, '__proto__']);
    expect(collection.named('constructor')?.path).toBe('/a');
    expect(collection.named('__proto__')?.path).toBe('/b');
    expect(collection.named('toString')).toBeUndefined();
  });
});

describe('a collection', () => {
  test('keeps the order of registration', () => {
    const collection = collect(['/b'], ['/a'], ['/c', ['GET']]);
    expect([...collection].map((route) => route.path)).toEqual(['/b', '/a', '/c']);
    expect(collection.all.map((route) => route.path)).toEqual(['/b', '/a', '/c']);
  });

  test('finds a route by the name that it has now', () => {
    const route = new Route('/a', middleware);
    const collection = new RouteCollection();
    collection.add(route);
    expect(collection.named('/a')).toBe(route);
    route.setName('home');
    expect(collection.named('home')).toBe(route);
    expect(collection.named('/a')).toBeUndefined();
  });
});
