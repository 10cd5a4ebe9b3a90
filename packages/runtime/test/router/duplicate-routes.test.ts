import { expect, test } from 'vitest';
import { DuplicateRouteError, TreeRouter, Route, type RouterInterface } from '../../src/index.ts';
import { FindMyWayRouter } from '../../src/router/find-my-way-router.ts';
import { Rou3Router } from '../../src/router/rou3-router.ts';
import { inBothVariants } from '../cases/kit.ts';
import { serviceMap } from '../support/service-map.ts';

inBothVariants((kit) => {
  test('all routes of a configuration that cannot be told apart are told at once (R11, C4)', () => {
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
          ['two" (GET /at/once) answers the same requests as "one" (GET /at/once)'],
          ['four" (GET /a/{y}) answers the same requests as "three" (GET /a/{x})'],
          ['six" (GET /b/{y}) answers the same requests as "five" (GET /b/{x})'],
        ]
          .map((line) => `The route "${line}; remove one of them or give it other methods.`)
          .concat('The route "three" (GET /c) has the name of "three" (GET /a/{x}); give it another name.')
          .join('\n'),
      }),
    );
  });
});

/** Adds two routes of one path to a router. */
function add(Router: new () => RouterInterface, one: string[], other: string[] | undefined): void {
  const router = new Router();
  for (const methods of [one, other]) router.addRoute(new Route('/a', 'Ping', methods));
}

test('a route for no method is the same as one for GET where it answers GET, and only there (R9, R11)', () => {
  expect(() => add(FindMyWayRouter, [], ['GET'])).toThrow(DuplicateRouteError);
  expect(() => add(FindMyWayRouter, ['GET'], [])).toThrow(DuplicateRouteError);
  add(FindMyWayRouter, ['POST'], []);
  for (const Router of [TreeRouter, Rou3Router]) add(Router, [], ['GET']);
});

test('a route for any method is another than one for a method that it does not answer (R10, R11)', () => {
  add(FindMyWayRouter, ['PURGE'], undefined);
  for (const Router of [TreeRouter, Rou3Router]) {
    expect(() => add(Router, ['PURGE'], undefined)).toThrow(DuplicateRouteError);
  }
});
