import { describe, expect, test } from 'vitest';
import {
  DuplicateRouteError,
  HttpError,
  TreeRouter,
  Route,
  type RouteOptions,
  type RouteResult,
} from '../../../src/index.ts';
import { processorTime } from '../../support/processor-time.ts';

const middleware = (): void => {};
type Given =
  | string
  | readonly [path: string, methods?: readonly string[] | undefined, options?: RouteOptions];

function routerOf(...routes: readonly Given[]): TreeRouter {
  const router = new TreeRouter();
  for (const given of routes) {
    const [path, methods, options] = typeof given === 'string' ? [given] : given;
    router.addRoute(new Route(path, middleware, methods).setOptions(options ?? {}));
  }
  return router;
}

function nameOf(given: Given | undefined): string | undefined {
  if (given === undefined || typeof given === 'string') return given;
  return new Route(given[0], middleware, given[1]).name;
}

/** The name of the matched route and its parameters; undefined when none matches. */
function found(result: RouteResult): readonly [string, object] | undefined {
  return result.route && [result.route.name, { ...result.params }];
}

describe('a path matches (R3, R5, R6)', () => {
  test.for<readonly [Given, string, object | undefined]>([
    ['/', '/', {}],
    ['/', '//', undefined],
    ['/a', '/a', {}],
    ['/a', '/a/', undefined],
    ['/a', '/A', undefined],
    ['/a', '//a', undefined],
    ['/a', '/a/b', undefined],
    ['/a/', '/a/', {}],
    ['/a/', '/a', undefined],
    ['//a', '//a', {}],
    ['//a', '/a', undefined],
    ['/a//b', '/a//b', {}],
    ['/a//b', '/a/b', undefined],
    ['/é', '/%C3%A9', {}],
    ['/a%2fb', '/a%2Fb', {}],
    ['/a%2fb', '/a/b', undefined],
    ['/{id}', '/1', { id: '1' }],
    ['/{id}', '/', undefined],
    ['/{id}', '/1/', undefined],
    ['/{id}', '/1/2', undefined],
    ['/{id}', '/a%2Fb', { id: 'a/b' }],
    ['/{id}', '/%C3%A9%20', { id: 'é ' }],
    ['/{id}', '/%2525', { id: '%25' }],
    ['/a/{id}', '/a/', undefined],
    ['/a/{id}', '/a', undefined],
    ['/{a}/{b}', '/1/2', { a: '1', b: '2' }],
    ['/{a}/{b}', '//2', undefined],
    ['/{constructor}/{toString}', '/1/2', { constructor: '1', toString: '2' }],
    ['/{id:\\d+}', '/42', { id: '42' }],
    ['/{id:\\d+}', '/42x', undefined],
    ['/{id:\\d+}', '/x42', undefined],
    ['/{id:a|b}', '/a', { id: 'a' }],
    ['/{id:a|b}', '/ab', undefined],
    ['/{id:[a-zé]+}', '/%C3%A9', { id: 'é' }],
    ['/{id:.+}/x', '/a%2Fb/x', { id: 'a/b' }],
    ['/{id:.+}/x', '/a/b/x', undefined],
    ['/{id:(\\w)\\1}', '/aa', { id: 'aa' }],
    ['/{id:(\\w)\\1}', '/ab', undefined],
    ['/{y:\\d{4}}-{m}.html', '/2024-05.html', { y: '2024', m: '05' }],
    ['/{y:\\d{4}}-{m}.html', '/24-05.html', undefined],
    ['/{y:\\d{4}}-{m}.html', '/2024-.html', undefined],
    ['/{y:\\d{4}}-{m}.html', '/2024-05xhtml', undefined],
    ['/{name}.{ext}', '/a.b', { name: 'a', ext: 'b' }],
    ['/{name}.{ext}', '/a.b.c', { name: 'a', ext: 'b.c' }],
    ['/{name}.{ext}', '/ab', undefined],
    ['/{name}.{ext}', '/.b', undefined],
    ['/.{name}', '/.a', { name: 'a' }],
    ['/.{name}', '/a', undefined],
    ['/v{n:\\d*}', '/v', undefined],
    ['/v{n:\\d*}', '/v1', { n: '1' }],
    ['/{a}-{b}', '/a%2Fb-c%2Fd', { a: 'a/b', b: 'c/d' }],
    ['/{x:[a-zé]+}.html', '/%C3%A9.html', { x: 'é' }],
    ['/{x:(\\w)\\1}-{y}', '/aa-b', { x: 'aa', y: 'b' }],
    ['/{x:(?<n>a)}-{y:(?<n>b)}', '/a-b', { x: 'a', y: 'b' }],
    ['/{x:(a|b)(c)?}-{y}', '/a-d', { x: 'a', y: 'd' }],
    ['/a+b{x}', '/a+b1', { x: '1' }],
    ['/a+b{x}', '/aab1', undefined],
    ['/a[/b]', '/a', {}],
    ['/a[/b]', '/a/b', {}],
    ['/p[/{n}[/{l}]]', '/p', {}],
    ['/p[/{n}[/{l}]]', '/p/1', { n: '1' }],
    ['/p[/{n}[/{l}]]', '/p/1/de', { n: '1', l: 'de' }],
    ['/p[/{n}[/{l}]]', '/p/', undefined],
    ['/p[/{n}[/{l}]]', '/p/1/', undefined],
    ['/p[/{n}[/{l}]]', '/p/1/de/x', undefined],
    ['/a[.{format}]', '/a', {}],
    ['/a[.{format}]', '/a.json', { format: 'json' }],
    ['/a[.{format}]', '/axjson', undefined],
    ['/a[b]', '/a', {}],
    ['/a[b]', '/ab', {}],
    ['/{a}-x[y]', '/1-x', { a: '1' }],
    ['/{a}-x[y]', '/1-xy', { a: '1' }],
    ['/{a}20', '/x%20', undefined],
    ['/{a}20', '/x20', { a: 'x' }],
    ['/{a}20{b}', '/x%20y', undefined],
    ['/{a}20{b}', '/x%20y20z', { a: 'x y', b: 'z' }],
    ['/{a}9-{b}', '/%C3%A9-b', undefined],
    ['/f/{rest:.*}', '/f/', { rest: '' }],
    ['/f/{rest:.*}', '/f', undefined],
    ['/f/{rest:.*}', '/f/a', { rest: 'a' }],
    ['/f/{rest:.*}', '/f/a/b/', { rest: 'a/b/' }],
    ['/f/{rest:.*}', '/f//a', { rest: '/a' }],
    ['/f/{rest:.*}', '/f/a%2Fb/%C3%A9', { rest: 'a/b/é' }],
    ['/f/{rest:.+}', '/f/', undefined],
    ['/f/{rest:.+}', '/f/a/b', { rest: 'a/b' }],
    ['/f[/{rest:.*}]', '/f', {}],
    ['/f[/{rest:.*}]', '/f/', { rest: '' }],
    ['/{rest:.*}', '/', { rest: '' }],
    ['/{rest:.*}', '/a/b', { rest: 'a/b' }],
  ])('%j on %s: %j', ([route, path, params]) => {
    const result = routerOf(route).match('GET', path);
    expect(result.success).toBe(params !== undefined);
    expect(found(result)?.[1]).toEqual(params);
    expect(result.methodFailure).toBe(false);
  });

  test('and a rest placeholder beside text in its segment creates URIs that match', () => {
    const router = routerOf('/f/x{rest:.*}');
    const uri = router.generateUri('/f/x{rest:.*}', { rest: 'a/b' });
    expect(router.match('GET', uri).params).toEqual({ rest: 'a/b' });
  });

  test('unless it is malformed: 400', () => {
    expect(() => routerOf('/{id}').match('GET', '/%zz')).toThrow(HttpError);
  });
});

describe('tokens (R4)', () => {
  test.for<readonly [string | RegExp, string, boolean]>([
    ['\\d+', '/1', true],
    ['\\d+', '/1a', false],
    ['a|b', '/ab', false],
    [/\d/, '/12', false],
    [/[a-z]+/i, '/ABC', true],
    [/[a-z]+/g, '/abc', true],
    [/^[a-z]+$/m, '/abc%0Adef', false],
    [/./u, '/%F0%9F%98%80', true],
    ['é', '/%C3%A9', true],
    ['a/b', '/a%2Fb', true],
  ])('%s on %s: %s', ([token, path, matches]) => {
    const router = routerOf(['/{id}', undefined, { tokens: { id: token } }]);
    expect(router.match('GET', path).success).toBe(matches);
    expect(router.match('GET', path).success).toBe(matches);
  });

  test('add to the inline constraint, in every kind of segment', () => {
    const router = routerOf(
      ['/{id:\\d+}', undefined, { tokens: { id: '..' } }],
      ['/v{n}/{m}', undefined, { tokens: { n: '\\d', m: 'a|b' } }],
      ['/f/{rest:.+}', undefined, { tokens: { rest: '[a-z/]+' } }],
    );
    expect(found(router.match('GET', '/12'))).toEqual(['/{id:\\d+}', { id: '12' }]);
    expect(router.match('GET', '/123').success).toBe(false);
    expect(router.match('GET', '/ab').success).toBe(false);
    expect(router.match('GET', '/v1/a').success).toBe(true);
    expect(router.match('GET', '/v12/a').success).toBe(false);
    expect(router.match('GET', '/v1/c').success).toBe(false);
    expect(router.match('GET', '/f/a/b').success).toBe(true);
    expect(router.match('GET', '/f/a/1').success).toBe(false);
  });

  test('for placeholders with the names of object members are not found if there are none', () => {
    expect(
      routerOf(['/{constructor}/{toString}', undefined, { tokens: {} }]).match('GET', '/1/2').success,
    ).toBe(true);
  });

  test('and options that are set before the first match apply (R1)', () => {
    const router = new TreeRouter();
    const route = new Route('/{id}', middleware);
    router.addRoute(route);
    route.setOptions({ tokens: { id: '\\d+' } });
    expect(router.match('GET', '/x').success).toBe(false);
  });

  test('and so do options that are set after the routes were checked, before the first match (R1)', () => {
    const router = new TreeRouter();
    const route = new Route('/{id}', middleware);
    router.addRoute(route);
    router.checkRoutes();
    route.setOptions({ tokens: { id: '\\d+' } });
    expect(router.match('GET', '/x').success).toBe(false);
  });

  test('and a name that is set after the routes were checked is checked again (R12)', () => {
    const router = routerOf('/one', '/two');
    const [one, two] = [new Route('/three', middleware), new Route('/four', middleware)];
    router.addRoute(one);
    router.addRoute(two);
    router.checkRoutes();
    one.setName('same');
    two.setName('same');
    expect(() => router.checkRoutes()).toThrow(DuplicateRouteError);
  });

  test('and a path whose routes have no method exists, for 405 (R7)', () => {
    const router = routerOf(['/none', []], ['/none/{id}', []]);
    expect(router.match('GET', '/none').methodFailure).toBe(true);
    expect(router.match('GET', '/none/1').methodFailure).toBe(true);
  });
});

describe('defaults (R4)', () => {
  const router = routerOf(['/p[/{n}[/{l}]]', undefined, { defaults: { n: '1', l: 'en', other: 'x' } }]);

  test.for([
    ['/p', { n: '1', l: 'en' }],
    ['/p/2', { n: '2', l: 'en' }],
    ['/p/2/de', { n: '2', l: 'de' }],
  ] as const)('supply the values that %s leaves out: %j', ([path, params]) => {
    expect(found(router.match('GET', path))?.[1]).toEqual(params);
  });

  test('cannot be changed by one request for the next (P7)', () => {
    const { params } = router.match('GET', '/p');
    try {
      (params as Record<string, string>)['n'] = 'changed';
    } catch {
      // Frozen is as good as a copy.
    }
    expect(router.match('GET', '/p').params).toMatchObject({ n: '1' });
  });
});

describe('the more specific path wins, whatever the order (R5)', () => {
  test.for<readonly [readonly Given[], string, string]>([
    [['/{a}', '/b'], '/b', '/b'],
    [['/{a}', '/{a:\\d+}'], '/1', '/{a:\\d+}'],
    [['/{a:.*}', '/{a}'], '/1', '/{a}'],
    [['/{a}', '/{a}-{b}'], '/1-2', '/{a}-{b}'],
    [['/{a}/b', '/a/{b}'], '/a/b', '/a/{b}'],
    [['/{a}/b', '/{a:\\w+}/{b}'], '/a/b', '/{a:\\w+}/{b}'],
    [['/a/{rest:.*}', '/{x}/b'], '/a/b', '/a/{rest:.*}'],
    [['/{rest:.*}', '/a[/{x}]'], '/a', '/a[/{x}]'],
    [['/a/{b:\\d+}/{rest:.*}', '/a/{b}/c'], '/a/1/c', '/a/{b:\\d+}/{rest:.*}'],
    [['/a/{b}', '/a/{rest:.+}'], '/a/1', '/a/{b}'],
    [['/a/{b}', '/a/{rest:.+}'], '/a/1/2', '/a/{rest:.+}'],
  ])('%j on %s: %s', ([routes, path, name]) => {
    expect(routerOf(...routes).match('GET', path).route?.name).toBe(name);
    expect(routerOf(...routes.toReversed()).match('GET', path).route?.name).toBe(name);
  });

  test.for<readonly [readonly Given[], string, string]>([
    [['/{a}-x', '/{a:[^/]+}'], '/1-x', '/{a}-x'],
    [['/{a}-{b}', '/{a}-x'], '/1-x', '/{a}-x'],
    [['/{a}.{ext}', '/{a}.tar.{ext}'], '/b.tar.gz', '/{a}.tar.{ext}'],
    [['/v{n}', '/{n:v\\d}'], '/v1', '/v{n}'],
    [['/é{x}', '/{x}ab'], '/%C3%A9-ab', '/{x}ab'],
    [['/{a}b/{c}', '/{a:.+}/{c}'], '/ab/c', '/{a}b/{c}'],
    [['/{a}b/c', '/{a:.+}/c'], '/ab/c', '/{a}b/c'],
    [['/{a}x/{b}yyy', '/{a}xx/{b}y'], '/1xx/2yyy', '/{a}xx/{b}y'],
    [['/{a}x/{r:.*}', '/{a}xx/{r:.+}'], '/1xx/2', '/{a}xx/{r:.+}'],
  ])(
    'of the equally specific segments in %j the one with more text handles %s: %s',
    ([routes, path, name]) => {
      expect(routerOf(...routes).match('GET', path).route?.name).toBe(name);
      expect(routerOf(...routes.toReversed()).match('GET', path).route?.name).toBe(name);
    },
  );

  test.for<readonly [readonly Given[], string]>([
    [['/{a:\\d+}', '/{a:\\w+}'], '/1'],
    [['/{a}-x', '/1-{a}'], '/1-x'],
    [['/x/{a:.*}', '/x/{a:.+}'], '/x/1'],
    [['/{a:\\d+}[/{b}]', ['/{c:\\w+}', ['GET']]], '/1'],
    [['/{a:\\w+}/{b}', '/{a:[a-z]+}/b'], '/a/b'],
  ])('of the equally specific %j the first registered handles %s', ([routes, path]) => {
    expect(routerOf(...routes).match('GET', path).route?.name).toBe(nameOf(routes[0]));
    expect(routerOf(...routes.toReversed()).match('GET', path).route?.name).toBe(nameOf(routes.at(-1)));
  });

  test('but does not hide a less specific one that has the method', () => {
    const router = routerOf(
      ['/a/b', ['GET']],
      ['/a/{x:\\w+}', ['POST']],
      ['/a/{x}', ['PUT']],
      ['/{r:.*}', ['DELETE']],
    );
    for (const [method, name] of [
      ['GET', '/a/b^GET'],
      ['POST', '/a/{x:\\w+}^POST'],
      ['PUT', '/a/{x}^PUT'],
      ['DELETE', '/{r:.*}^DELETE'],
    ] as const) {
      expect(router.match(method, '/a/b').route?.name).toBe(name);
    }
  });

  test('and a branch that leads nowhere is left again', () => {
    const router = routerOf('/a/b/c', '/a/{x:\\w+}/d', '/{y}/b/e', '/{r:.*}');
    expect(found(router.match('GET', '/a/b/c'))).toEqual(['/a/b/c', {}]);
    expect(found(router.match('GET', '/a/b/d'))).toEqual(['/a/{x:\\w+}/d', { x: 'b' }]);
    expect(found(router.match('GET', '/a/b/e'))).toEqual(['/{y}/b/e', { y: 'a' }]);
    expect(found(router.match('GET', '/a/b/f'))).toEqual(['/{r:.*}', { r: 'a/b/f' }]);
  });
});

describe('methods (R2, R7, R8, R9, R10)', () => {
  test('any method means any token', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PURGE', 'X-1']) {
      expect(routerOf('/a').match(method, '/a').success).toBe(true);
    }
  });

  test('a failure on no path is no method failure', () => {
    expect(routerOf(['/a', ['GET']]).match('GET', '/b')).toMatchObject({
      success: false,
      methodFailure: false,
      allowedMethods: [],
      params: {},
    });
    expect(routerOf().match('GET', '/')).toMatchObject({ success: false, methodFailure: false });
  });

  test.for<readonly [readonly Given[], readonly string[]]>([
    [[['/a', ['GET']]], ['GET', 'HEAD', 'OPTIONS']],
    [[['/a', ['POST']]], ['POST', 'OPTIONS']],
    [
      [
        ['/a', ['POST']],
        ['/a', ['GET']],
      ],
      ['POST', 'GET', 'HEAD', 'OPTIONS'],
    ],
    [[['/a', ['HEAD', 'GET']]], ['HEAD', 'GET', 'OPTIONS']],
    [[['/a', ['OPTIONS', 'POST']]], ['OPTIONS', 'POST']],
    [
      [
        ['/{x}', ['PUT']],
        ['/a', ['POST']],
        ['/{r:.*}', ['DELETE']],
      ],
      ['PUT', 'POST', 'DELETE', 'OPTIONS'],
    ],
    [[['/a', []]], ['OPTIONS']],
    [
      [
        ['/{x:\\d+}', ['PUT']],
        ['/a', ['POST']],
      ],
      ['POST', 'OPTIONS'],
    ],
    [
      [
        ['/a[/{x}]', ['POST']],
        ['/a', ['GET', 'PUT']],
      ],
      ['POST', 'GET', 'PUT', 'HEAD', 'OPTIONS'],
    ],
  ])('a failure on the path lists the methods of every route on it: %j', ([routes, allowed]) => {
    const result = routerOf(...routes).match('PURGE', '/a');
    expect(result).toMatchObject({ success: false, methodFailure: true, route: undefined });
    expect(result.allowedMethods).toEqual(allowed);
  });

  test('HEAD finds the GET route, or the one that lists it', () => {
    const router = routerOf(['/a', ['GET']], ['/b', ['GET']], ['/b', ['HEAD']], ['/c', ['POST']]);
    expect(router.match('HEAD', '/a').route?.name).toBe('/a^GET');
    expect(router.match('HEAD', '/b').route?.name).toBe('/b^HEAD');
    expect(router.match('HEAD', '/c')).toMatchObject({ success: false, methodFailure: true });
  });

  test.for<readonly [readonly Given[], string]>([
    [[['/{a:\\d+}', ['GET']], '/{b:[0-9]+}'], '/{a:\\d+}^GET'],
    [['/{b:[0-9]+}', ['/{a:\\d+}', ['GET']]], '/{b:[0-9]+}'],
    [
      [
        ['/{a:\\d+}', ['GET']],
        ['/{b:[0-9]+}', ['GET', 'HEAD']],
      ],
      '/{a:\\d+}^GET',
    ],
    [
      [
        ['/{a}', ['HEAD']],
        ['/{b:\\d+}', ['GET']],
      ],
      '/{b:\\d+}^GET',
    ],
    [
      [
        ['/{a}', ['GET']],
        ['/{b:\\d+}', ['HEAD', 'POST']],
      ],
      '/{b:\\d+}^HEAD:POST',
    ],
  ])(
    'HEAD treats a GET route as one that has it, among more specific and equal ones: %j',
    ([routes, name]) => {
      expect(routerOf(...routes).match('HEAD', '/1').route?.name).toBe(name);
    },
  );

  test.for(['constructor', '__proto__', 'TOSTRING'])('%s is a method like any other', (method) => {
    expect(routerOf(['/a', ['GET']]).match(method, '/a').methodFailure).toBe(true);
    expect(routerOf(['/a', [method]]).match(method.toUpperCase(), '/a').success).toBe(true);
  });
});

describe('registering', () => {
  test('a route added after a match applies to the next match', () => {
    const router = routerOf('/{x}');
    expect(router.match('GET', '/a').route?.name).toBe('/{x}');
    router.addRoute(new Route('/a', middleware));
    expect(router.match('GET', '/a').route?.name).toBe('/a');
  });

  test('a duplicate is rejected and changes nothing', () => {
    const router = routerOf('/a');
    expect(() => router.addRoute(new Route('/a', middleware))).toThrow(DuplicateRouteError);
    expect(router.match('GET', '/a').success).toBe(true);
  });
});

test('a hostile path takes no exponential time', () => {
  const router = routerOf('/{a}-{b}-{c}-{d}.html', '/{a:[a-z]+}/{b:[a-z]+}/{c:[a-z]+}/x', '/{a}/{b}/{c}/y');
  const time = processorTime(() => {
    expect(router.match('GET', `/${'-'.repeat(200)}`).success).toBe(false);
    expect(router.match('GET', '/a'.repeat(500)).success).toBe(false);
  });
  expect(time).toBeLessThan(2000);
});
