import { afterEach, beforeEach, expect, test, vi, describe } from 'vitest';
import { TreeRouter, Route } from '../../../src/index.ts';
import { FindMyWayRouter } from '../../../src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../../../src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../../src/kernel/router/rou3-router.ts';

const warn = vi.spyOn(console, 'warn');
beforeEach(() => {
  warn.mockReset().mockImplementation(() => {});
});
afterEach(() => {
  warn.mockReset();
});

function routeWithTokens(): Route {
  return new Route('/post/{id}/{lang}', () => {}, ['GET'], 'post').setOptions({
    tokens: { id: /\d+/, lang: 'en|de' },
  });
}

describe.each([
  ['FindMyWayRouter', FindMyWayRouter],
  ['Rou3Router', Rou3Router],
  ['PathToRegexpRouter', PathToRegexpRouter],
])('%s (R4)', (name, Router) => {
  test('warns once for each route with tokens, and names the inline form', () => {
    const router = new Router();
    router.addRoute(routeWithTokens());
    router.addRoute(new Route('/', () => {}));
    router.match('GET', '/');
    router.addRoute(new Route('/later', () => {}));
    router.match('GET', '/');
    router.generateUri('post', { id: 'x', lang: 'y' });
    expect(warn.mock.calls).toEqual([
      [
        `${name} ignores the option "tokens" of the route GET /post/{id}/{lang}; ` +
          'write the constraint in the path instead, as {id:…} and {lang:…}, which every router honors.',
      ],
    ]);
  });

  test('ignores tokens for matching, for URIs and for duplicates', () => {
    const router = new Router();
    router.addRoute(routeWithTokens());
    expect(router.match('GET', '/post/x/y').params).toEqual({ id: 'x', lang: 'y' });
    expect(router.generateUri('post', { id: 'x', lang: 'y' })).toBe('/post/x/y');
    router.addRoute(new Route('/post/{a}/{b}', () => {}, ['GET']));
    expect(() => router.checkRoutes()).toThrow('handles the same requests');
  });
});

test('TreeRouter honours tokens and warns of nothing', () => {
  const router = new TreeRouter();
  router.addRoute(routeWithTokens());
  expect(router.match('GET', '/post/x/y').success).toBe(false);
  expect(warn).not.toHaveBeenCalled();
});
