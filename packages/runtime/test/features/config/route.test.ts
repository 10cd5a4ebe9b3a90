import { describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';

const show = (request: b.ServerRequest): b.HttpResponse => new b.JsonResponse(request.params);

describe.each([
  // The same calls compile for both.
  ['a', a as unknown as typeof b],
  ['b', b],
] as const)('route() of variant %s', (_variant, fw) => {
  test('returns the equivalent plain object', () => {
    expect(fw.route('GET', '/{id}', show)).toEqual({
      path: '/{id}',
      middleware: show,
      allowed_methods: ['GET'],
    });
    expect(fw.route(['get', 'PURGE'], '/', ['x', show], { name: 'one' })).toEqual({
      path: '/',
      middleware: ['x', show],
      allowed_methods: ['get', 'PURGE'],
      name: 'one',
    });
    expect(
      fw.route('ANY', '/[{id}]', 'x', { name: 'n', tokens: { id: /x/ }, defaults: { id: 'x' }, own: 1 }),
    ).toEqual({
      path: '/[{id}]',
      middleware: 'x',
      name: 'n',
      options: { tokens: { id: /x/ }, defaults: { id: 'x' }, own: 1 },
    });
  });

  test('can be used beside plain objects, in arrays and in objects that other files change', async () => {
    const config = fw.mergeConfig(
      { routes: { profile: fw.route('GET', '/profiles/{username}', show, { name: 'profile' }) } },
      { routes: { profile: { path: '/people/{username}' }, ping: { path: '/ping', middleware: show } } },
      { routes: { api: fw.group('/api', {}, [fw.route('GET', '/one', show)]) } },
      { routes: { api: fw.group('/api', {}, [fw.route('GET', '/two', show)]) } },
    );
    const app = new fw.ApplicationFactory().create(new ServiceManager({ services: { config } }));

    expect(app.routes.map(({ path, name }) => [path, name])).toEqual([
      ['/people/{username}', 'profile'],
      ['/ping', '/ping'],
      ['/api/one', '/api/one^GET'],
      ['/api/two', '/api/two^GET'],
    ]);
    expect(await (await app.request('/people/ada')).json()).toEqual({ username: 'ada' });
  });

  test.each(['ANY', 'any'])(
    '%s is every method, as for an object without allowed_methods',
    async (method) => {
      const config = { routes: [fw.route(method, '/', show)] };
      const app = new fw.ApplicationFactory().create(new ServiceManager({ services: { config } }));

      expect(app.routes[0]?.methods).toBeUndefined();
      expect((await app.request('/', { method: 'PURGE' })).status).toBe(200);
    },
  );
});
