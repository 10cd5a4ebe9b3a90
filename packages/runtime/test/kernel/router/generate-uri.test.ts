import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  TreeRouter,
  Route,
  type RouteOptions,
  ServerRequest,
  UriGenerationError,
  type UriOptions,
} from '../../../src/index.ts';
import { canonicalPath } from '../../../src/kernel/http/canonical-path.ts';

function routerOf(path: string, options: RouteOptions = {}): TreeRouter {
  const router = new TreeRouter();
  router.addRoute(new Route(path, () => {}, undefined, 'r').setOptions(options));
  return router;
}

function messageOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof UriGenerationError && error.code === 'FW_URI_GENERATION') return error.message;
    throw error;
  }
  return undefined;
}

describe('a URI created from a route (R13)', () => {
  test.for<readonly [string, object, string]>([
    ['/', {}, '/'],
    ['/a/b/', {}, '/a/b/'],
    ['/é/%61', {}, '/%C3%A9/a'],
    ['/a:b/*c(d)', {}, '/a:b/*c(d)'],
    ['/{id}', { id: 42 }, '/42'],
    ['/{id}', { id: 0 }, '/0'],
    ['/{id}', { id: false }, '/false'],
    ['/{id}', { id: 10n }, '/10'],
    ['/{id}', { id: 'a b/c?d#e%' }, '/a%20b%2Fc%3Fd%23e%25'],
    ['/{id}', { id: 'é😀' }, '/%C3%A9%F0%9F%98%80'],
    ['/{id}', { id: '...' }, '/...'],
    ['/{id}', { id: 1, extra: 2 }, '/1'],
    ['/{post-id}-{_}', { 'post-id': 1, _: 2 }, '/1-2'],
    ['/@me/a%40b/{id}', { id: 1 }, '/@me/a@b/1'],
    ['/{constructor}', { constructor: 'x' }, '/x'],
    ['/{y:\\d{4}}-{m}.html', { y: 2024, m: '05' }, '/2024-05.html'],
    ['/{name}.{ext}', { name: 'a', ext: 'b' }, '/a.b'],
    ['/p[/{n}[/{l}]]', {}, '/p'],
    ['/p[/{n}[/{l}]]', { n: 0 }, '/p/0'],
    ['/p[/{n}[/{l}]]', { n: 1, l: 'de' }, '/p/1/de'],
    ['/p[/{n}[/{l}]]', { n: 1, l: undefined }, '/p/1'],
    ['/p[/{n}[/{l}]]', { n: null }, '/p'],
    ['/a[.{format}]', { format: 'json' }, '/a.json'],
    ['/f/{rest:.*}', { rest: 'a b/é' }, '/f/a%20b/%C3%A9'],
    ['/f/{rest:.*}', { rest: '' }, '/f/'],
    ['/f/{rest:.*}', {}, '/f/'],
    ['/f/{rest:.*}', { rest: 'a//b/' }, '/f/a//b/'],
    ['/f[/{rest:.*}]', {}, '/f'],
    ['/f[/{rest:.*}]', { rest: 'a/b' }, '/f/a/b'],
    ['/f[/{rest:.*}]', { rest: '' }, '/f/'],
    ['/a[/{b}/{rest:.*}]', { b: 1, rest: '' }, '/a/1/'],
    ['/f/{rest:.+}', { rest: 'a' }, '/f/a'],
  ])('%s with %o is %s', ([path, params, uri]) => {
    expect(routerOf(path).generateUri('r', params)).toBe(uri);
  });

  test('has a query and a fragment appended', () => {
    const router = routerOf('/a');
    const query = { a: 1, b: [1, 'x y'], c: undefined, d: null, e: '', 'f&': 'é' };
    expect(router.generateUri('r', {}, { query })).toBe('/a?a=1&b=1&b=x+y&e=&f%26=%C3%A9');
    expect(router.generateUri('r', {}, { query: {} })).toBe('/a');
    expect(router.generateUri('r', {}, { fragment: 'top' })).toBe('/a#top');
    expect(router.generateUri('r', {}, { fragment: 'é x' })).toBe('/a#%C3%A9%20x');
    expect(router.generateUri('r', {}, { fragment: '' })).toBe('/a');
    expect(router.generateUri('r', {}, { query: { q: 0 }, fragment: 'f' })).toBe('/a?q=0#f');
  });

  test('accepts dates in its query, an object as query, and skips null', () => {
    const router = routerOf('/a');
    const query = new Map<string, unknown>([
      ['at', new Date(0)],
      ['yes', [true, 10n ** 20n]],
    ]);
    expect(router.generateUri('r', {}, { query })).toBe(
      '/a?at=1970-01-01T00%3A00%3A00.000Z&yes=true&yes=100000000000000000000',
    );
    expect(router.generateUri('r', {}, null as never)).toBe('/a');
    expect(router.generateUri('r', {}, { query: null, defaults: null, fragment: null } as never)).toBe('/a');
  });

  test('has optional parts left out whatever every object has by their name', () => {
    expect(routerOf('/a[/{toString}[/{constructor}]]').generateUri('r', {})).toBe('/a');
    expect(routerOf('/a[/{toString}]').generateUri('r', { toString: 'b' })).toBe('/a/b');
  });

  test('has the query of URLSearchParams too', () => {
    expect(routerOf('/a').generateUri('r', {}, { query: new URLSearchParams('b=1&b=2') })).toBe('/a?b=1&b=2');
  });

  test('fills in defaults, those of the call before those of the route, parameters before both', () => {
    const router = routerOf('/p/{a}/{b}/{c}', { defaults: { a: 'route', b: 'route', c: 'route' } });
    expect(router.generateUri('r', { c: 'given' }, { defaults: { b: 'call', c: 'call' } })).toBe(
      '/p/route/call/given',
    );
    expect(router.generateUri('r', { a: undefined, b: null })).toBe('/p/route/route/route');
  });

  test('finds the route by its default name', () => {
    const router = new TreeRouter();
    router.addRoute(new Route('/a/{id}', () => {}, ['GET', 'POST']));
    expect(router.generateUri('/a/{id}^GET:POST', { id: 1 })).toBe('/a/1');
  });

  test('reads no parameters from a prototype', () => {
    expect(messageOf(() => routerOf('/{toString}').generateUri('r', {}))).toContain(
      'needs the parameter {toString}',
    );
    expect(messageOf(() => routerOf('/{constructor}').generateUri('r'))).toContain(
      'needs the parameter {constructor}',
    );
  });
});

describe('a URI that cannot be created names the reason (R13)', () => {
  test('no route has the name', () => {
    expect(messageOf(() => new TreeRouter().generateUri('x'))).toBe('There is no route "x", nor any other.');
    expect(messageOf(() => routerOf('/a').generateUri('toString'))).toBe(
      'There is no route "toString" among 1, nor one with a similar name.',
    );
  });

  test('no route has nearly the name', () => {
    const router = routerOf('/a');
    router.addRoute(new Route('/b', () => {}, ['GET'], 'post-list'));
    expect(messageOf(() => router.generateUri('post-lsit'))).toBe(
      'There is no route "post-lsit" among 2; did you mean "post-list"?',
    );
    expect(messageOf(() => Reflect.apply(router.generateUri, router, [Symbol('r')]))).toBe(
      'There is no route Symbol(r) among 2, nor one with a similar name.',
    );
  });

  test.for([null, 'id=1', 7, () => {}])('the parameters are no object but %s', (params) => {
    const router = routerOf('/{id}');
    expect(messageOf(() => Reflect.apply(router.generateUri, router, ['r', params]))).toMatch(
      /^The route "r" \(\/\{id\}\) expects an object for its parameters, not /,
    );
  });

  test.for<readonly [UriOptions, string]>([
    [{ fragment: '\ud800' }, 'a string without lone surrogates for the fragment, not "\\ud800"'],
    [{ fragment: Symbol('f') as unknown as string }, 'a string for the fragment, not Symbol(f)'],
    [{ query: { q: 'a\udc00' } }, 'a string without lone surrogates for "q" in the query, not "a\\udc00"'],
    [{ query: { q: ['a', Symbol('s')] } }, 'a string for "q" in the query, not Symbol(s)'],
    [{ query: { q: messageOf } }, 'a string for "q" in the query, not function messageOf'],
    [
      { query: { '\ud800': 'a' } },
      'a string without lone surrogates for each name in the query, not "\\ud800"',
    ],
    [{ query: new Map([[Symbol('s'), 1]]) }, 'a string for each name in the query, not Symbol(s)'],
    [
      { query: { q: Object.create(null) } },
      'a string for "q" in the query, not an object with the keys (none)',
    ],
    [
      { query: { q: { toString: () => messageOf(messageOf as never) } } },
      'a string for "q" in the query, not an object with the keys "toString"',
    ],
    [{ query: { q: [[1, 2], [3]] } }, 'a string for "q" in the query, not an array of 2'],
    [{ query: { q: { nested: 1 } } }, 'a string for "q" in the query, not an object with the keys "nested"'],
    [{ query: { q: new Date(Number.NaN) } }, 'a string for "q" in the query, not an instance of Date'],
    [{ query: [['q', 1]] }, 'an object or URLSearchParams for the query, not an array of 1'],
    [{ query: '?q=1' as unknown as object }, 'an object or URLSearchParams for the query, not "?q=1"'],
  ])('%o cannot be appended: %s', ([options, reason]) => {
    expect(messageOf(() => routerOf('/a').generateUri('r', {}, options))).toBe(
      `The route "r" (/a) expects ${reason}.`,
    );
  });

  test('a parameter is missing', () => {
    expect(messageOf(() => routerOf('/a/{x}/{y}[/{z}]').generateUri('r', { x: 1, y: null, extra: 2 }))).toBe(
      'The route "r" (/a/{x}/{y}[/{z}]) needs the parameter {y}, and got only x, extra.',
    );
    expect(messageOf(() => routerOf('/a/{rest:.+}').generateUri('r'))).toBe(
      'The route "r" (/a/{rest:.+}) needs the parameter {rest}, and got none.',
    );
  });

  test('of many parameters, 20 are named', () => {
    const params = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, 1]));
    expect(messageOf(() => routerOf('/{id}').generateUri('r', params))).toMatch(/got only p0, .*, p19\.$/);
  });

  test.for<readonly [string, RouteOptions, object, string]>([
    ['/{id:\\d+}', {}, { id: 'x' }, 'a value that matches \\d+ for {id}, not "x"'],
    ['/{id}', { tokens: { id: 'a|b' } }, { id: 'c' }, 'a value that matches a|b for {id}, not "c"'],
    ['/{id}', { tokens: { id: /^a$/i } }, { id: 5 }, 'a value that matches ^a$ for {id}, not 5'],
    [
      '/{id:\\w+}',
      { tokens: { id: '..' } },
      { id: 'abc' },
      'a value that matches \\w+ and .. for {id}, not "abc"',
    ],
    ['/{id}', {}, { id: '' }, 'a non-empty string, "." or ".." for {id}, not ""'],
    ['/{id}', {}, { id: '.' }, 'a non-empty string, "." or ".." for {id}, not "."'],
    ['/{id}', {}, { id: '..' }, 'a non-empty string, "." or ".." for {id}, not ".."'],
    [
      '/{id}',
      {},
      { id: { a: 1 } },
      'a non-empty string, "." or ".." for {id}, not an object with the keys "a"',
    ],
    ['/{id}', {}, { id: Symbol('s') }, 'a non-empty string, "." or ".." for {id}, not Symbol(s)'],
    ['/{id}', {}, { id: routerOf }, 'a non-empty string, "." or ".." for {id}, not function routerOf'],
    [
      '/{id:.*x}',
      {},
      { id: Object.create(null) },
      'a value that matches .*x for {id}, not an object with the keys (none)',
    ],
    ['/{id}', {}, { id: 'a\ud800' }, 'a string without lone surrogates for {id}, not "a\\ud800"'],
    ['/{id:a.*}', {}, { id: 'a\ud800' }, 'a string without lone surrogates for {id}, not "a\\ud800"'],
    ['/{id}', {}, { id: ['a'] }, 'a non-empty string, "." or ".." for {id}, not an array of 1'],
    ['/a[/{id:\\d+}]', {}, { id: 'x' }, 'a value that matches \\d+ for {id}, not "x"'],
    ['/{y:\\d{4}}-{id:\\d\\d}', {}, { y: 2024, id: 1 }, 'a value that matches \\d\\d for {id}, not 1'],
  ])('%s, %o with %o: %s', ([path, options, params, reason]) => {
    expect(messageOf(() => routerOf(path, options).generateUri('r', params))).toBe(
      `The route "r" (${path}) expects ${reason}.`,
    );
  });

  test.for(['a/../b', '..', './a', '\ud800'])('a rest placeholder rejects %j', (rest) => {
    expect(messageOf(() => routerOf('/f/{rest:.*}').generateUri('r', { rest }))).toMatch(
      /^The route "r" \(\/f\/\{rest:\.\*\}\) expects .* for \{rest\}, not /,
    );
  });
});

const value = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(..."a!$&'()*+,;=:@%/"), minLength: 1, maxLength: 4 }),
  )
  .filter((text) => text.isWellFormed() && text !== '.' && text !== '..');
const restValue = fc
  .array(fc.oneof(value, fc.constant('')), { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join('/'))
  .filter((text) => text.split('/').every((segment) => segment !== '.' && segment !== '..'));

interface Hole {
  readonly path: (name: string) => string;
  readonly value: fc.Arbitrary<string>;
}

const HOLES: readonly Hole[] = [
  { path: (name) => `/{${name}}`, value },
  { path: (name) => `/{${name}:\\d+}`, value: fc.nat().map(String) },
  { path: (name) => `/{${name}:[^a-z]{1,20}}`, value: value.filter((text) => /^[^a-z]{1,20}$/.test(text)) },
  { path: (name) => `/v{${name}}`, value },
  { path: (name) => `/.{${name}}`, value: value.filter((text) => !text.startsWith('.')) },
  { path: (name) => `/{${name}}.html`, value },
  { path: (name) => `/é {${name}}!`, value },
  { path: (name) => `/{${name}:\\d{4}}-x`, value: fc.integer({ min: 1000, max: 9999 }).map(String) },
  { path: (name) => `/static/{${name}}/`, value },
  { path: (name) => `/@a%40:%3A/{${name}}`, value },
  { path: (name) => `/{${name}}%40x`, value },
];

const filled = fc
  .tuple(
    fc.array(
      fc.integer({ min: 0, max: HOLES.length - 1 }).chain((index) => {
        const hole = HOLES[index] as Hole;
        return hole.value.map((text) => ({ hole, text }));
      }),
      { minLength: 1, maxLength: 4 },
    ),
    fc.nat({ max: 4 }),
    fc.option(restValue, { nil: undefined }),
  )
  .map(([holes, required, rest]) => {
    const parts = holes.map(({ hole }, index) => hole.path(`p${index}`));
    const optional = parts.slice(required);
    const tail = rest === undefined ? '' : '/{rest:.*}';
    const path = `${parts.slice(0, required).join('')}${optional.map((part) => `[${part}`).join('')}`;
    const params: Record<string, string> = Object.fromEntries(
      holes.map(({ text }, index) => [`p${index}`, text]),
    );
    if (rest !== undefined) params['rest'] = rest;
    return { path: `${path}${tail}${']'.repeat(optional.length)}`, params };
  })
  .filter(({ path }) => path.startsWith('/'));

test('matching a URI returns the parameters that it was created from', () => {
  fc.assert(
    fc.property(filled, ({ path, params }) => {
      const router = routerOf(path);
      const uri = router.generateUri('r', params);
      const { path: canonical } = new ServerRequest(`http://h${uri}`);
      expect(canonical).toBe(canonicalPath(uri));
      expect({ ...router.match('GET', canonical).params }).toEqual(params);
      expect({ ...router.match('GET', uri).params }).toEqual(params);
    }),
    { numRuns: 800 },
  );
});

test('a URI created from the result of a match leads to the same route and parameters', () => {
  const routes = ['/{a}', '/{a:\\d+}/x', '/{a}-{b}', '/p[/{n}[/{l}]]', '/f/{rest:.*}', '/{a}.{b}/c'];
  const segment = fc.constantFrom('p', 'f', 'x', 'c', '1', 'a-b', 'a.b', '-', '%2F', '%C3%A9', 'a%20b', '');
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      const router = new TreeRouter();
      for (const path of routes) router.addRoute(new Route(path, () => {}));
      const { route, params } = router.match('GET', `/${segments.join('/')}`);
      if (route === undefined) return;
      const again = router.match('GET', router.generateUri(route.name, params));
      expect(again.route).toBe(route);
      expect(again.params).toEqual(params);
    }),
    { numRuns: 500 },
  );
});
