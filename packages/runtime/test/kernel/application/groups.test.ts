import { describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { describe as describeApp } from '../../../../devtools/src/index.ts';
import { errorOf } from '../../support/error-of.ts';

// The same calls compile for both.
const asB = a as unknown as typeof b;

/** The variants, each with middleware that adds a mark to `X-Marks` on the way out, so that the innermost comes first. */
const variants = [
  [
    'a',
    asB,
    (name: string) =>
      (async (request: a.ServerRequest, response: a.HttpResponse, next: a.Next) =>
        (await next(request, response)).withAddedHeader('X-Marks', name)) as unknown as b.Middleware,
  ],
  [
    'b',
    b,
    (name: string) =>
      (async (request, delegate) =>
        (await delegate(request)).withAddedHeader('X-Marks', name)) as b.Middleware,
  ],
] as const;

const paramsOf: b.Middleware = ({ params }) => new b.JsonResponse(params);
const ok = (): b.TextResponse => new b.TextResponse('ok');

function routed(fw: typeof b, options: b.ApplicationOptions = {}): b.Application {
  return new fw.Application(options).pipeRoutingMiddleware().pipeDispatchMiddleware();
}

/** An application with these routes, built from configuration. */
function configured(fw: typeof b, routes: unknown, services: object = {}): b.Application {
  const config = { routes };
  return new fw.ApplicationFactory().create(new ServiceManager({ services: { config, ...services } }));
}

const shown = (app: b.Application): unknown[] =>
  app.routes.map(({ path, methods, name, options }) => ({ path, methods, name, options }));

describe.each(variants)('a group of variant %s', (_variant, fw, mark) => {
  test('is the same by call and by configuration: routes with joined path, name and middleware', () => {
    const byCall = routed(fw).group(
      '/api',
      (api) => {
        api.get('/', ok, 'home');
        api.post('/posts', ok, 'posts').setOptions({ role: 'author' });
        api.group('/users/', (users) => users.any('/{id}', ok), { name: 'users.', middleware: ['Users'] });
      },
      { middleware: 'Auth', name: 'api.' },
    );
    const byConfiguration = configured(fw, [
      fw.group('/api', { middleware: 'Auth', name: 'api.' }, [
        fw.route('GET', '/', ok, { name: 'home' }),
        fw.route('POST', '/posts', ok, { name: 'posts', role: 'author' }),
        fw.group('/users/', { name: 'users.', middleware: ['Users'] }, [fw.route('ANY', '/{id}', ok)]),
      ]),
    ]);

    expect(shown(byCall)).toEqual([
      { path: '/api', methods: ['GET'], name: 'api.home', options: {} },
      { path: '/api/posts', methods: ['POST'], name: 'api.posts', options: { role: 'author' } },
      { path: '/api/users/{id}', methods: undefined, name: '/api/users/{id}', options: {} },
    ]);
    expect(shown(byConfiguration)).toEqual(shown(byCall));
    expect(describeApp(byConfiguration).routes).toEqual(describeApp(byCall).routes);
    expect(describeApp(byCall).routes.map(({ middleware }) => middleware)).toEqual([
      '[Auth, ok]',
      '[Auth, ok]',
      '[Auth, Users, ok]',
    ]);
  });

  test('runs the shared middleware before the own of each route, that of the outer group first', async () => {
    const services = { Auth: mark('auth') };
    const own = [mark('own'), ok];
    const byCall = routed(fw, { container: new ServiceManager({ services }) });
    byCall.group(
      '/api',
      (api) => {
        api.group('/v1', (v1) => v1.get('/posts', own), { middleware: mark('v1') });
        api.get('/ping', ok);
      },
      { middleware: [mark('cors'), 'Auth'] },
    );
    const byConfiguration = configured(
      fw,
      fw.group('/api', { middleware: [mark('cors'), 'Auth'] }, [
        fw.group('/v1', { middleware: mark('v1') }, [fw.route('GET', '/posts', own)]),
        { path: '/ping', middleware: ok, allowed_methods: ['GET'] },
      ]),
      services,
    );
    for (const app of [byCall, byConfiguration]) {
      const posts = await app.request('/api/v1/posts');
      expect([posts.status, posts.headers.get('x-marks')]).toEqual([200, 'own, v1, auth, cors']);
      expect((await app.request('/api/ping')).headers.get('x-marks')).toBe('auth, cors');
      expect((await app.request('/api')).status).toBe(404);
      expect((await app.request('/api/ping', { method: 'PUT' })).headers.get('allow')).toBe(
        'GET, HEAD, OPTIONS',
      );
    }
  });

  test('ignores other paths: none of its middleware runs for a path below its prefix without a route', async () => {
    const app = routed(fw).group('/api', (api) => api.get('/x', ok), { middleware: mark('shared') });
    app.get('/api/outside', ok);

    expect((await app.request('/api/outside')).headers.get('x-marks')).toBeNull();
    expect((await app.request('/api/nothing')).headers.get('x-marks')).toBeNull();
    expect((await app.request('/api/x')).headers.get('x-marks')).toBe('shared');
  });

  test('may have placeholders in its prefix', async () => {
    const byCall = routed(fw).group('/{tenant}', (tenant) => {
      tenant.group('/users', (users) => users.get('[/{id:\\d+}]', paramsOf));
    });
    const byConfiguration = configured(fw, {
      tenants: fw.group('/{tenant}', {}, [
        fw.group('/users', {}, [fw.route('GET', '[/{id:\\d+}]', paramsOf)]),
      ]),
    });
    for (const app of [byCall, byConfiguration]) {
      expect(await (await app.request('/acme/users/7')).json()).toEqual({ tenant: 'acme', id: '7' });
      expect(await (await app.request('/acme/users')).json()).toEqual({ tenant: 'acme' });
    }
  });

  test.each([
    ['/api', '/', '/api'],
    ['/api/', '/', '/api'],
    ['/api/', '/posts', '/api/posts'],
    ['/api', '/posts/', '/api/posts/'],
    ['/', '/', '/'],
    ['', '/', '/'],
    ['/', '/posts', '/posts'],
    ['', '/posts', '/posts'],
    ['/archive', '[/{year}]', '/archive[/{year}]'],
  ])('joins %j and %j to %j', (prefix, path, joined) => {
    const app = routed(fw).group(prefix, (group) => group.get(path, ok));

    expect(app.routes.map((route) => route.path)).toEqual([joined]);
    expect(fw.group(prefix, {}, [fw.route('GET', path, ok)])).toMatchObject([{ path: joined }]);
  });

  test('is resolved once for all its routes, so that a counter counts their requests together', async () => {
    let made = 0;
    class Counted {
      constructor() {
        made++;
      }
      process = mark('counted');
    }
    const app = routed(fw).group('/api', (api) => void [api.get('/x', ok), api.get('/y', ok)], {
      middleware: Counted,
    });
    expect(made).toBe(0);
    for (const path of ['/api/x', '/api/y', '/api/x']) {
      expect((await app.request(path)).headers.get('x-marks')).toBe('counted');
    }
    expect(made).toBe(1);
  });

  test('returns the route, whose name and options can be set before the first match', async () => {
    const app = routed(fw);
    app.group(
      '/api',
      (api) =>
        void api
          .get('/{id}', ok)
          .setName('one')
          .setOptions({ tokens: { id: /\d+/ } }),
      {
        name: 'api.',
      },
    );

    expect(app.routes[0]?.name).toBe('one');
    expect((await app.request('/api/x')).status).toBe(404);
    expect((await app.request('/api/1')).status).toBe(200);
  });

  test('reports with debug the line that registered each of its routes', () => {
    const app = routed(fw, { debug: true });
    app.group('/api', (api) => {
      api.get('/one', ok);
      api.get('/two', ok);
    });
    const [one, two] = describeApp(app).routes.map(({ origin }) => origin);

    expect(one?.file).toMatch(/groups\.test\.ts$/);
    expect(two).toEqual({ file: one?.file, line: (one?.line ?? 0) + 1 });
  });
});

describe.each(variants)('errors in a group of variant %s', (_variant, fw) => {
  const none = (): void => {};

  test.each<readonly [string, (app: b.Application) => unknown, string]>([
    [
      'a prefix that is no string',
      (app) => app.group(5 as unknown as string, none),
      'The argument prefix of a group must be a string such as "/api", not 5.',
    ],
    [
      'no callback',
      (app) => app.group('/api', undefined as unknown as () => void),
      'The argument register of the group /api must be a function, not undefined.',
    ],
    [
      'an unknown option',
      (app) => app.group('/api', none, { middlewares: [] } as object),
      'The argument options of the group /api must be an object with the keys middleware and name, not an object with the keys ' +
        '"middlewares". Instead of "middlewares", did you mean "middleware"?',
    ],
    [
      'options that are no map',
      (app) => app.group('/api', none, 'api.' as unknown as object),
      'The argument options of the group /api must be a map, not "api.".',
    ],
    [
      'a name that is no text',
      (app) => app.group('/api', none, { name: 1 } as object),
      'The argument name of the group /api must be a string such as "api.", not 1.',
    ],
    [
      'middleware that is undefined, as an import in a circle is',
      (app) => app.group('/api', (api) => api.get('/x', ok), { middleware: undefined } as object),
      'The argument middleware[0] of the route /api/x must be given, not undefined.',
    ],
    [
      'a route without middleware',
      (app) =>
        app.group('/api', (api) => api.get('/x', undefined as unknown as string), { middleware: 'Auth' }),
      'The argument middleware of the route /api/x must be given, not undefined.',
    ],
    [
      'a path without a slash',
      (app) => app.group('/api', (api) => api.get('posts', ok)),
      'The argument path must be a path such as "/post/{id:\\d+}[/{lang}]", not "posts". In it, it must start with "/".',
    ],
    [
      'a Route, whose path is whole',
      (app) => app.group('/api', (api) => api.route(new b.Route('/x', ok) as unknown as string, ok)),
      'The argument path must be a string such as "/post/{id}" in a group, not an instance of Route.',
    ],
  ])('%s is reported at once', (_name, register, message) => {
    expect(errorOf(() => register(new fw.Application()))).toMatchObject({
      code: 'FW_INVALID_ARGUMENT',
      message,
    });
  });

  test('a value that is no array of routes is reported at once', () => {
    expect(errorOf(() => fw.group('/api', {}, undefined as unknown as []))).toMatchObject({
      message: 'The argument routes of the group /api must be an array, not undefined.',
    });
  });

  test('two routes for the same requests are rejected, whatever their groups', () => {
    const app = new fw.Application().group('/api', (api) => api.get('/x', ok));
    expect(errorOf(() => app.get('/api/x', ok))).toMatchObject({ code: 'FW_DUPLICATE_ROUTE' });
  });
});
