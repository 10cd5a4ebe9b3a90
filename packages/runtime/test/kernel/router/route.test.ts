import { describe, expect, test } from 'vitest';
import { InvalidArgumentError, Route, type RouteOptions } from '../../../src/index.ts';

const middleware = (): void => {};

describe('the methods of a route (R2)', () => {
  test('are any by default', () => {
    const route = new Route('/a', middleware);
    expect(route.methods).toBeUndefined();
    expect(route.allowsMethod('PURGE')).toBe(true);
  });

  test('are stored upper-case, each once, in the order of the argument', () => {
    const route = new Route('/a', middleware, ['post', 'Get', 'GET', 'x-custom']);
    expect(route.methods).toEqual(['POST', 'GET', 'X-CUSTOM']);
    expect(route.allowsMethod('get')).toBe(true);
    expect(route.allowsMethod('X-CUSTOM')).toBe(true);
    expect(route.allowsMethod('PUT')).toBe(false);
  });

  test('may be none at all', () => {
    const route = new Route('/a', middleware, []);
    expect(route.methods).toEqual([]);
    expect(route.allowsMethod('GET')).toBe(false);
  });

  test('are a copy of the argument', () => {
    const methods = ['GET'];
    const route = new Route('/a', middleware, methods);
    methods.push('POST');
    expect(route.methods).toEqual(['GET']);
  });

  test.for([['GET,POST'], ['GET POST'], [''], ['GE\nT'], [1], [null], ['GET', undefined]])(
    'must be HTTP tokens: %j is rejected',
    (...[methods]) => {
      expect(() => new Route('/a', middleware, methods as unknown as string[])).toThrow(
        `The argument methods of the route /a must be an array of HTTP methods, not an array of ${methods.length}.`,
      );
    },
  );

  test.for([
    ['GET', '"GET"'],
    [null, 'null'],
    [{}, 'an object with the keys (none)'],
    [new Set(['GET']), 'an instance of Set'],
  ] as const)('must be an array: %s is rejected', ([methods, shown]) => {
    expect(() => new Route('/a', middleware, methods as unknown as string[])).toThrow(
      new InvalidArgumentError('methods of the route /a', 'an array of HTTP methods', methods),
    );
    expect(new InvalidArgumentError('m', 'e', methods).message).toContain(shown);
  });
});

describe('the middleware of a route (R14)', () => {
  test.for([undefined, null])('must be given: %s is rejected', (given) => {
    expect(() => new Route('/a', given)).toThrow(
      `The argument middleware of the route /a must be given, not ${given}.`,
    );
  });

  test.for(['service', 0, {}, [], Symbol('s'), Map])('is kept unchanged and checked later: %s', (given) => {
    expect(new Route('/a', given).middleware).toBe(given);
  });
});

describe('the name of a route (R12)', () => {
  test.for([
    [undefined, '/t/{id}'],
    [['GET'], '/t/{id}^GET'],
    [['get', 'post'], '/t/{id}^GET:POST'],
    [[], '/t/{id}^'],
  ] as const)('for the methods %j is %s by default', ([methods, name]) => {
    expect(new Route('/t/{id}', middleware, methods).name).toBe(name);
  });

  test('can be passed, assigned and set', () => {
    const route = new Route('/t', middleware, ['GET'], 'first');
    expect(route.name).toBe('first');
    route.name = 'second';
    expect(route.name).toBe('second');
    expect(route.setName('third')).toBe(route);
    expect(route.name).toBe('third');
  });

  test.for(['', null, 1, {}])('must be a non-empty string: %j is rejected', (name) => {
    const route = new Route('/t', middleware);
    const expected = new InvalidArgumentError('name of the route /t', 'a non-empty string', name);
    expect(() => route.setName(name as string)).toThrow(expected);
    expect(() => new Route('/t', middleware, ['GET'], name as string)).toThrow(expected);
    expect(route.name).toBe('/t');
  });
});

describe('the options of a route (R4)', () => {
  test('are empty at first, replaced as a whole, and kept for the user', () => {
    const route = new Route('/t/{id}', middleware);
    expect(route.options).toEqual({});
    expect(route.setOptions({ tokens: { id: /\d+/ }, defaults: { id: '1' }, mine: 2 })).toBe(route);
    expect(route.options['mine']).toBe(2);
    route.setOptions({ other: true });
    expect(route.options).toEqual({ other: true });
  });

  test.for([null, undefined, 1, 'x', []])('must be an object: %s is rejected', (options) => {
    expect(() => new Route('/t', middleware).setOptions(options as unknown as RouteOptions)).toThrow(
      new InvalidArgumentError('options of the route /t', 'an object', options),
    );
  });

  test.for(['tokens', 'defaults'])('have objects as "%s"', (option) => {
    const route = new Route('/t', middleware);
    expect(() => route.setOptions({ [option]: ['x'] })).toThrow(
      `The argument option "${option}" of the route /t must be an object, not an array of 1.`,
    );
    expect(() => route.setOptions({ [option]: null })).toThrow(InvalidArgumentError);
  });

  test.for(['(', '[', 5, null, {}, ['a']])('have regular expressions as tokens: %j is rejected', (token) => {
    expect(() => new Route('/t/{id}', middleware).setOptions({ tokens: { id: token as string } })).toThrow(
      new InvalidArgumentError(
        'token "id" of the route /t/{id}',
        'a regular expression or its source',
        token,
      ),
    );
  });
});

test.for([
  [undefined, 'any method /t'],
  [['GET', 'POST'], 'GET|POST /t'],
  [[], 'no method /t'],
] as const)('a route with the methods %j is shown as %s', ([methods, text]) => {
  expect(String(new Route('/t', middleware, methods))).toBe(text);
});
