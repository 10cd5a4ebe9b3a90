import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DuplicateRouteError, Route } from '../../../src/index.ts';
import { RouteCollection } from '../../../src/kernel/router/route-collection.ts';

const middleware = (): void => {};
type Given = readonly [path: string, methods?: readonly string[] | undefined, name?: string];

/** The routes when the application is first used. */
function collect(...routes: readonly Given[]): RouteCollection {
  const collection = new RouteCollection();
  for (const [path, methods, name] of routes) collection.add(new Route(path, middleware, methods, name));
  collection.buildTree();
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
    [['/a[/b]'], ['/a/b']],
    [['/a[/b]'], ['/a']],
    [
      ['/a[/{x}]', ['GET']],
      ['/a', ['GET']],
    ],
    [['/a[/{x}]'], ['/a/{y}']],
    [['/a[/{x}]'], ['/a[/{x:\\d+}]']],
    [['/a[/{x}[/{y}]]'], ['/a/{n}[.json]']],
    [['/{ id : \\d+ }'], ['/{n:\\d+}']],
    [['/a@b/{x}'], ['/a%40b/{x}']],
    [
      ['/a', ['HEAD']],
      ['/a', ['HEAD']],
    ],
  ];

  test.for(duplicates)('are rejected: %j and %j', ([one, other]) => {
    expect(() => collect(one, other)).toThrow(DuplicateRouteError);
    expect(() => collect(other, one)).toThrow(DuplicateRouteError);
  });

  test('are both named', () => {
    expect(() => collect(['/a/{id}', ['GET', 'POST'], 'first'], ['/a/{slug}', ['post']])).toThrow(
      'The route "/a/{slug}^POST" (POST /a/{slug}) handles the same requests as "first" (GET|POST /a/{id}); ' +
        'remove one of them, or change its methods.',
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
    [
      ['/a[/b]', ['GET']],
      ['/a/b', ['POST']],
    ],
    [
      ['/a[/{x:\\d+}]', ['GET']],
      ['/a/{x}', ['GET']],
    ],
    [['/a/{x:.*}'], ['/a/{x:.+}']],
    [['/a/{x:.*}'], ['/a/{x}']],
    [
      ['/a[/{x:.*}[/b]]', ['GET']],
      ['/a/{x:.*}', ['GET']],
    ],
    [['/a%2Fb'], ['/a/b']],
    [['/{a}-{b}'], ['/{a}_{b}']],
  ];

  test.for(distinct)('are not: %j and %j', ([one, other]) => {
    expect(collect(one, other).all).toHaveLength(2);
    expect(collect(other, one).all).toHaveLength(2);
  });

  test('may differ in their tokens', () => {
    const collection = new RouteCollection();
    const tokens: readonly (string | RegExp | undefined)[] = [
      '\\d+',
      '[a-z]+',
      /[a-z]+/i,
      '/[a-z]+/i',
      undefined,
    ];
    for (const [index, token] of tokens.entries()) {
      const route = new Route(`/a/{p${index}}`, middleware);
      collection.add(token === undefined ? route : route.setOptions({ tokens: { [`p${index}`]: token } }));
    }
    collection.buildTree();
    expect(collection.all).toHaveLength(5);
  });

  test.for<readonly [string, string | RegExp, string, string | RegExp]>([
    ['/a/{id}', '\\d+', '/a/{n}', /\d+/],
    ['/a/{id}', /\d+/, '/a/{n}', /\d+/gy],
    ['/a/{id:\\d+}', '\\d+', '/a/{n:\\d+}', '\\d+'],
    ['/a/{id:\\d+}', '..', '/a/{n:..}', '\\d+'],
    ['/a/{id:.*}', 'a*', '/a/{n:.*}', 'a*'],
  ])('are rejected with the same tokens: %j', ([path, token, other, otherToken]) => {
    const collection = new RouteCollection();
    collection.add(new Route(path, middleware).setOptions({ tokens: { id: token } }));
    collection.add(new Route(other, middleware).setOptions({ tokens: { n: otherToken } }));
    expect(() => collection.buildTree()).toThrow(DuplicateRouteError);
  });

  test('are rejected, whatever their tokens, where tokens are ignored', () => {
    const collection = new RouteCollection(false);
    collection.add(new Route('/a/{id}', middleware).setOptions({ tokens: { id: '\\d+' } }));
    collection.add(new Route('/a/{n}', middleware));
    expect(() => collection.buildTree()).toThrow(DuplicateRouteError);
  });
});

describe('two routes of one name (R11)', () => {
  test('are rejected, and both named', () => {
    expect(() => collect(['/a', ['GET'], 'home'], ['/b', undefined, 'home'])).toThrow(
      'The route "home" (any method /b) has the name of "home" (GET /a); rename one of them.',
    );
  });

  test('are rejected when the name was set after the first was added', () => {
    const first = new Route('/a', middleware);
    const collection = new RouteCollection();
    collection.add(first);
    expect(collection.named('/a')).toBe(first);
    first.setName('home');
    collection.add(new Route('/b', middleware, undefined, 'home'));
    expect(() => collection.buildTree()).toThrow(DuplicateRouteError);
    first.setName('other');
    collection.buildTree();
    expect(collection.named('home')?.path).toBe('/b');
  });

  test('are not, when one of the names is a default', () => {
    const collection = collect(['/a'], ['/b', undefined, '/a']);
    expect(collection.named('/a')?.path).toBe('/b');
  });

  test('may have the names of object members', () => {
    const collection = collect(['/a', undefined, 'constructor'], ['/b', undefined, '__proto__']);
    expect(collection.named('constructor')?.path).toBe('/a');
    expect(collection.named('__proto__')?.path).toBe('/b');
    expect(collection.named('toString')).toBeUndefined();
  });
});

describe('a collection', () => {
  test('keeps the order of registration', () => {
    const collection = collect(['/b'], ['/a'], ['/c', ['GET']]);
    expect(collection.all.map((route) => route.path)).toEqual(['/b', '/a', '/c']);
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

test('adding named routes reads the name of each a few times, however many there are', () => {
  const names = vi.spyOn(Route.prototype, 'explicitName', 'get');
  const defaultNames = vi.spyOn(Route.prototype, 'name', 'get');
  onTestFinished(() => void vi.restoreAllMocks());
  const COUNT = 2000;
  const collection = collect(
    ...Array.from({ length: COUNT }, (_, index): Given => [`/${index}/{id}`, ['GET'], `route-${index}`]),
  );
  expect(collection.named(`route-${COUNT - 1}`)?.path).toBe(`/${COUNT - 1}/{id}`);
  expect(names.mock.calls.length + defaultNames.mock.calls.length).toBeLessThan(10 * COUNT);
});
