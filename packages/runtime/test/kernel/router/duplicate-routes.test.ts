import { describe, expect, test } from 'vitest';
import { DuplicateRouteError, TreeRouter, Route, type RouterInterface } from '../../../src/index.ts';
import { FindMyWayRouter } from '../../../src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../../../src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../../src/kernel/router/rou3-router.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { serviceMap } from '../../support/service-map.ts';

inBothVariants((kit) => {
  test('all routes of a configuration that match the same requests are reported at once (R11, C4)', () => {
    const route = (path: string, name: string) => ({
      path,
      name,
      middleware: 'Ping',
      allowed_methods: ['GET'],
    });
    const routes = [
      route('/at/once', 'one'),
      route('/at/once', 'two'),
      route('/a/{x}', 'three'),
      route('/a/{y}', 'four'),
      route('/b/{x}', 'five'),
      route('/b/{y}', 'six'),
      route('/c', 'three'),
    ];
    expect(() => kit.createFrom(serviceMap({ config: { routes } }))).toThrow(
      expect.objectContaining({
        code: 'FW_DUPLICATE_ROUTE',
        message: [
          ['two" (GET /at/once) handles the same requests as "one" (GET /at/once)'],
          ['four" (GET /a/{y}) handles the same requests as "three" (GET /a/{x})'],
          ['six" (GET /b/{y}) handles the same requests as "five" (GET /b/{x})'],
        ]
          .map((line) => `The route "${line}; remove one of them, or change its methods.`)
          .concat('The route "three" (GET /c) has the name of "three" (GET /a/{x}); rename one of them.')
          .join('\n'),
      }),
    );
  });
});

describe.each([
  ['TreeRouter', TreeRouter],
  ['FindMyWayRouter', FindMyWayRouter],
  ['Rou3Router', Rou3Router],
  ['PathToRegexpRouter', PathToRegexpRouter],
])('%s (R11)', (_name, Router: new () => RouterInterface) => {
  const add = (router: RouterInterface, path: string, methods?: string[], name?: string): Route => {
    const route = new Route(path, 'Ping', methods, name);
    router.addRoute(route);
    return route;
  };

  test('rejects the same path and method at registration, whatever options may be set later', () => {
    const router = new Router();
    add(router, '/a/{id}', ['GET', 'POST']);
    expect(() => add(router, '/a/{id}', ['POST'])).toThrow(DuplicateRouteError);
    expect(() => add(router, '/a/{id}')).toThrow(DuplicateRouteError);
    add(router, '/a/{id}', ['PUT']);
    add(router, '/a/{id}', []);
    expect(router.match('PUT', '/a/1').success).toBe(true);
  });

  test('rejects every other duplicate when the routes are checked, and at the first match', () => {
    const router = new Router();
    add(router, '/a/{id}', ['GET'], 'one');
    add(router, '/a/{slug}', ['GET'], 'two');
    add(router, '/b', ['GET'], 'one');
    const message =
      'The route "two" (GET /a/{slug}) handles the same requests as "one" (GET /a/{id}); ' +
      'remove one of them, or change its methods.\n' +
      'The route "one" (GET /b) has the name of "one" (GET /a/{id}); rename one of them.';
    expect(() => router.checkRoutes?.()).toThrow(message);
    expect(() => router.match('GET', '/b')).toThrow(message);
  });

  test('names the lines of both registrations if they are known', () => {
    const router = new Router();
    add(router, '/a/{id}').origin = { file: 'src/routes.ts', line: 7 };
    add(router, '/a/{slug}').origin = { file: 'config/routes.ts', key: 'routes[1]' };
    expect(() => router.checkRoutes?.()).toThrow(
      '(any method /a/{slug}) (config/routes.ts, routes[1]) handles the same requests as ' +
        '"/a/{id}" (any method /a/{id}) (src/routes.ts:7)',
    );
  });
});
