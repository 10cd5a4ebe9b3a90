import { describe, expect, test } from 'vitest';
import {
  TreeRouter,
  Route,
  RouteResult,
  ServerRequest,
  UriGenerationError,
  UrlHelper,
} from '../../../src/index.ts';

const router = new TreeRouter();
router.addRoute(new Route('/{lang}/post/{id}', () => {}, ['GET'], 'post'));
router.addRoute(new Route('/{lang}/about', () => {}, ['GET'], 'about'));

const result = router.match('GET', '/de/post/7');
const request = new ServerRequest('/de/post/7').withAttribute(RouteResult, result);

describe('the helper for URIs', () => {
  test.for([
    ['the request', request],
    ['the result of routing', result],
  ] as const)('starts from %s', ([, current]) => {
    const helper = new UrlHelper(router, current);
    expect(helper.generate()).toBe('/de/post/7');
    expect(helper.generate(undefined, { id: 8 })).toBe('/de/post/8');
    expect(helper.generate('post', { id: 0 })).toBe('/de/post/0');
  });

  test('passes query, fragment and defaults on', () => {
    const helper = new UrlHelper(router, request);
    const options = { query: { page: 2 }, fragment: 'top' };
    expect(helper.generate('post', {}, options)).toBe('/de/post/7?page=2#top');
    expect(helper.generate('about', {}, { defaults: { lang: 'en' } })).toBe('/en/about');
  });

  test('does not lend the parameters of the current route to another', () => {
    expect(() => new UrlHelper(router, request).generate('about')).toThrow(
      'The route "about" (/{lang}/about) needs the parameter {lang}, and got none.',
    );
  });

  test.for([
    ['nothing', undefined],
    ['a request that was not routed', new ServerRequest('/')],
    ['a failed routing', router.match('GET', '/nope')],
  ] as const)('needs a name when it is called with %s', ([, current]) => {
    const helper = new UrlHelper(router, current);
    expect(() => helper.generate()).toThrow(UriGenerationError);
    expect(() => helper.generate()).toThrow('No route has matched, so generate() needs a route name.');
    expect(helper.generate('about', { lang: 'fr' })).toBe('/fr/about');
  });

  test('takes its parameters as an object', () => {
    const nothing = null as unknown as object;
    expect(() => new UrlHelper(router, request).generate('post', nothing)).toThrow(UriGenerationError);
    expect(() => new UrlHelper(router, request).generate('about', nothing)).toThrow(UriGenerationError);
  });

  test('reports an unknown route', () => {
    expect(() => new UrlHelper(router, request).generate('nope')).toThrow(
      'There is no route "nope" among 2, nor one with a similar name.',
    );
  });
});
