import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ContainerNotRegisteredError,
  DuplicateRouteError,
  InvalidArgumentError,
  TreeRouter,
  Route,
  ServerRequest,
  TextResponse,
  UriGenerationError,
  UrlHelper,
} from '../../../src/index.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { serviceMap } from '../../support/service-map.ts';

function withToken(route: Route): void {
  const [placeholder] = route.pattern.placeholders;
  route.setOptions({ tokens: { [placeholder?.name ?? '']: /\d+/ } });
}

function withName(route: Route): void {
  route.setName('told-apart');
}

inBothVariants((kit) => {
  describe('routes', () => {
    test('every registration returns its route (R1)', () => {
      const app = kit.app();
      const given = [
        app.get('/a', kit.answer('')),
        app.post('/a', kit.answer('')),
        app.put('/a', kit.answer('')),
        app.patch('/a', kit.answer('')),
        app.delete('/a', kit.answer('')),
        app.any('/b', kit.answer('')),
        app.route('/c', kit.answer('')),
        app.route('/d', kit.answer(''), ['get', 'Purge']),
        app.route(new Route('/e', kit.answer(''), ['GET'])),
      ];
      expect(given.every((route) => route instanceof Route)).toBe(true);
      expect(app.routes).toEqual(given);
      expect(given.map(({ path, methods }) => [path, methods?.join()])).toEqual([
        ['/a', 'GET'],
        ['/a', 'POST'],
        ['/a', 'PUT'],
        ['/a', 'PATCH'],
        ['/a', 'DELETE'],
        ['/b', undefined],
        ['/c', undefined],
        ['/d', 'GET,PURGE'],
        ['/e', 'GET'],
      ]);
    });

    test('a name set after the registration applies (R1)', () => {
      const router = new TreeRouter();
      const app = kit.app({ router });
      app.get('/post/{id}', kit.answer('')).setName('post');
      expect(router.generateUri('post', { id: 7 })).toBe('/post/7');
    });

    test('without a name a route is called by its path and its methods (R12)', () => {
      const app = kit.app();
      expect(app.any('/all', kit.answer('')).name).toBe('/all');
      expect(app.route('/t', kit.answer(''), ['get', 'POST']).name).toBe('/t^GET:POST');
      expect(app.get('/t/{id}', kit.answer(''), 'thing').name).toBe('thing');
    });

    test.each<[string, <M>(app: CaseApplication<M>, kit: Kit<M>) => unknown]>([
      ['the same path and method', (app, kit) => app.get('/a', kit.answer(''))],
      ['any method', (app, kit) => app.any('/a', kit.answer(''))],
      ['a list with the method', (app, kit) => app.route('/a', kit.answer(''), ['PUT', 'GET'])],
    ])('a second route with the same path is rejected at registration: %s (R11)', (_what, register) => {
      const app = kit.app();
      app.get('/a', kit.answer(''), 'first');
      expect(() => register(app, kit)).toThrow(DuplicateRouteError);
      expect(() => register(app, kit)).toThrow(/"first" \(GET \/a\)/);
      expect(app.routes).toHaveLength(1);
    });

    test.each<[string, <M>(app: CaseApplication<M>, kit: Kit<M>) => Route, (route: Route) => unknown]>([
      ['another name of the placeholder', (app, kit) => app.get('/a/{slug}', kit.answer('')), withToken],
      ['any method', (app, kit) => app.any('/a/{slug}', kit.answer('')), withToken],
      [
        'a list with the method',
        (app, kit) => app.route('/a/{slug}', kit.answer(''), ['PUT', 'GET']),
        withToken,
      ],
      ['an optional form', (app, kit) => app.get('/a[/{x}]', kit.answer('')), withToken],
      ['the same explicit name', (app, kit) => app.get('/b', kit.answer(''), 'first'), withName],
    ])(
      'a second route with another path is compared when the application is first used: %s (R11)',
      async (_what, register, tellApart) => {
        const log = vi.fn<(error: unknown) => void>();
        const build = () => {
          const app = kit.app({ log });
          app.pipe(kit.answer('answered'));
          app.get('/a/{id}', kit.answer(''), 'first');
          return { app, second: register(app, kit) };
        };
        const { app } = build();
        expect((await app.request('/')).status).toBe(500);
        expect((await app.fetch(new Request('http://localhost/'))).status).toBe(500);
        expect((await app.handle(new ServerRequest('/'))).status).toBe(500);
        expect(log.mock.calls.map(([error]) => error)).toEqual(
          Array(3).fill(expect.any(DuplicateRouteError)),
        );
        expect(String(log.mock.calls[0]?.[0])).toMatch(/"first" \(GET \/a\/\{id\}\)/);
        const told = build();
        tellApart(told.second);
        expect((await told.app.request('/')).status).toBe(200);
        const toldFirst = build();
        tellApart(toldFirst.app.routes[0] as Route);
        expect((await toldFirst.app.request('/')).status).toBe(200);
      },
    );

    test('the order of calls does not change which routes are rejected (R11)', async () => {
      const steps = {
        add: (app: CaseApplication<never>, routes: readonly Route[]) =>
          routes.map((route) => app.route(route)),
        first: (_: object, [one]: readonly Route[]) => one?.setOptions({ tokens: { a: /\d+/ } }),
        second: (_: object, [, other]: readonly Route[]) => other?.setOptions({ tokens: { b: '\\d+' } }),
      };
      const outcome = async (...order: readonly (keyof typeof steps)[]) => {
        const app = kit.app();
        app.pipe(kit.answer(''));
        const routes = [new Route('/{a}', kit.answer('')), new Route('/{b}', kit.answer(''))];
        for (const step of order) steps[step](app, routes);
        return (await app.request('/')).status;
      };
      expect(await outcome('add', 'first')).toBe(200);
      expect(await outcome('first', 'add')).toBe(200);
      expect(await outcome('second', 'add')).toBe(200);
      expect(await outcome('add', 'first', 'second')).toBe(500);
      expect(await outcome('first', 'add', 'second')).toBe(500);
      expect(await outcome('first', 'second', 'add')).toBe(500);
    });

    test('an application with routes that match the same requests does not start (R11)', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      vi.spyOn(process, 'exit').mockImplementation(() => {
        throw new Error('The process ends.');
      });
      onTestFinished(() => void vi.restoreAllMocks());
      const app = kit.routed();
      app.get('/{a}', kit.answer(''));
      app.get('/{b}', kit.answer(''));
      await expect(app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true })).rejects.toThrow(
        /handles the same requests|The process ends/,
      );
    });

    test.each([
      ['the same requests', [{ path: '/{a}' }, { path: '/{b}' }]],
      [
        'a name',
        [
          { path: '/a', name: 'x' },
          { path: '/b', name: 'x' },
        ],
      ],
    ])('an application is not built from a configuration whose routes share %s (R11)', (_what, routes) => {
      const config = { routes: routes.map((route) => ({ ...route, middleware: 'Ping' })) };
      expect(() => kit.createFrom(serviceMap({ config }))).toThrow(DuplicateRouteError);
      const [one, other] = config.routes;
      const options = { tokens: { a: '\\d+' } };
      const told = { routes: [{ ...one, name: 'one', options }, other] };
      expect(kit.createFrom(serviceMap({ config: told })).routes).toHaveLength(2);
    });

    test.each<[string, <M>(app: CaseApplication<M>, kit: Kit<M>) => unknown]>([
      ['another method', (app, kit) => app.post('/a/{id}', kit.answer(''))],
      ['another constraint', (app, kit) => app.get('/a/{id:\\d+}', kit.answer(''))],
      ['HEAD beside GET', (app, kit) => app.route('/a/{id}', kit.answer(''), ['HEAD'])],
      ['OPTIONS beside GET', (app, kit) => app.route('/a/{id}', kit.answer(''), ['OPTIONS'])],
      ['the same path with a trailing slash', (app, kit) => app.get('/a/{id}/', kit.answer(''))],
    ])('a second route is accepted: %s (R11)', (_what, register) => {
      const app = kit.app();
      app.get('/a/{id}', kit.answer(''), 'first');
      register(app, kit);
      expect(app.routes).toHaveLength(2);
    });

    test('a handler creates URIs from the routes of its application (R13)', async () => {
      const router = new TreeRouter();
      const app = kit.routed({ router });
      app.get('/post/{id}[/{page}]', kit.answer(''), 'post').setOptions({ defaults: { page: '1' } });
      app.get(
        '/user/{name}',
        kit.handler((request) => {
          const url = new UrlHelper(router, request);
          return new TextResponse(
            [
              url.generate(),
              url.generate('post', { id: 0, extra: 'ignored' }),
              url.generate('post', { id: 'a/b', page: 2 }, { query: { q: 'ü' }, fragment: 'top' }),
            ].join('\n'),
          );
        }),
        'user',
      );
      expect(await (await app.request('/user/a%20b')).text()).toBe(
        ['/user/a%20b', '/post/0/1', '/post/a%2Fb/2?q=%C3%BC#top'].join('\n'),
      );
    });

    test.each<[string, string, object, RegExp]>([
      ['an unknown name', 'pots', {}, /"pots".*"post"/],
      ['a missing parameter', 'post', {}, /"post".*needs the parameter \{id\}/],
      ['a value that the constraint refuses', 'post', { id: 'x' }, /"post".*\\d\+.*"x"/],
    ])(
      'a URI that cannot be created is an error that names the reason: %s (R13)',
      (_what, name, params, message) => {
        const router = new TreeRouter();
        kit.app({ router }).get('/post/{id:\\d+}', kit.answer(''), 'post');
        expect(() => router.generateUri(name, params)).toThrow(UriGenerationError);
        expect(() => router.generateUri(name, params)).toThrow(message);
      },
    );

    test.each<[string, readonly unknown[], RegExp]>([
      ['a path that is no string', [42, 'Ping'], /path.*string.*42/],
      ['no path', [], /path.*string.*undefined/],
      ['a path without a leading slash', ['ping', 'Ping'], /path.*"ping".*start with "\/"/],
      ['a path that is not closed', ['/post/{id', 'Ping'], /path.*"\/post\/\{id".*not closed/],
      ['a path with a malformed escape', ['/%zz', 'Ping'], /path.*\/%zz/],
      ['a constraint that is no regular expression', ['/{id:(}', 'Ping'], /path.*regular expression/],
      ['a placeholder that occurs twice', ['/{id}/{id}', 'Ping'], /path.*\{id\}.*twice/],
      ['no middleware', ['/ping'], /middleware.*\/ping.*undefined/],
      ['null as middleware', ['/ping', null], /middleware.*\/ping.*null/],
      ['nothing in a list', ['/ping', ['Ping', undefined]], /middleware\[1\] of the route \/ping.*undefined/],
      ['null deep in a list', ['/ping', [['Ping', null]]], /middleware\[0\]\[1\] of the route \/ping.*null/],
      ['methods that are no array', ['/ping', 'Ping', 'GET'], /methods.*\/ping.*array.*"GET"/],
      ['a method that is no token', ['/ping', 'Ping', ['GET', 'P ST']], /methods.*\/ping.*array/],
      ['a method that is no string', ['/ping', 'Ping', [7]], /methods.*\/ping.*array/],
      ['an empty name', ['/ping', 'Ping', ['GET'], ''], /name.*\/ping.*non-empty/],
    ])('a bad argument of route is rejected at registration: %s (R14)', (_what, given, message) => {
      const app = kit.app();
      expect(() => Reflect.apply(app.route, app, given)).toThrow(InvalidArgumentError);
      expect(() => Reflect.apply(app.route, app, given)).toThrow(message);
      expect(app.routes).toEqual([]);
    });

    test.each<[string, readonly unknown[], RegExp]>([
      ['nothing', [], /middleware.*undefined/],
      ['null', [null], /middleware.*null/],
      ['a path alone beside undefined', ['/x', undefined], /middleware.*undefined/],
      ['a prefix that is no string', [7, 'Ping'], /path.*7/],
      ['a prefix with a malformed escape', ['/%zz', 'Ping'], /path.*\/%zz/],
      ['nothing within an array', [['Ping', undefined]], /middleware\[1\] must.*not undefined/],
      [
        'null in an array within an array',
        [['Ping', ['Ping', 'Ping', null]]],
        /middleware\[1\]\[2\].*not null/,
      ],
      ['a hole in an array', ['/x', Object.assign([], { 1: 'Ping' })], /middleware\[0\].*not undefined/],
    ])('a bad argument of pipe is rejected at registration: %s (R14)', (_what, given, message) => {
      const app = kit.app();
      expect(() => Reflect.apply(app.pipe, app, given)).toThrow(InvalidArgumentError);
      expect(() => Reflect.apply(app.pipe, app, given)).toThrow(message);
    });
  });

  test('an application returns its container', () => {
    const container = serviceMap({});
    expect(kit.app({ container }).getContainer()).toBe(container);
  });

  test('an application without a container reports that', () => {
    expect(() => kit.app().getContainer()).toThrow(ContainerNotRegisteredError);
    expect(() => kit.app().getContainer()).toThrow(
      expect.objectContaining({ code: 'FW_CONTAINER_NOT_REGISTERED' }),
    );
  });

  test('routing and dispatch stay where they were piped first (P5)', async () => {
    const app = kit.app();
    app.pipeRoutingMiddleware();
    app.pipe(kit.mark('between'));
    app.pipeDispatchMiddleware();
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.pipe(kit.routing);
    app.pipe(kit.list(kit.dispatch, kit.mark('after')));
    app.get('/{page}', kit.mark('routed'));
    app.pipe(kit.trace());
    expect(await (await app.request('/x')).text()).toBe('between routed after');
  });

  test.each<[string, (constant: unknown) => readonly unknown[]]>([
    ['nothing within an array', (constant) => [[constant, undefined]]],
    ['nothing deep within an array', (constant) => [[[constant], ['Ping', [null]]]]],
    ['a prefix with a malformed escape', (constant) => ['/%zz', constant]],
    [
      'a value that cannot be looked at',
      (constant) => [
        [
          constant,
          {
            get process() {
              throw new Error('a trap');
            },
          },
        ],
      ],
    ],
  ])('routing and dispatch can be attached after an attempt that failed: %s (P5)', async (_what, given) => {
    const app = kit.app();
    for (const constant of [kit.routing, kit.dispatch]) {
      expect(() => Reflect.apply(app.pipe, app, given(constant))).toThrow();
    }
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/x', kit.answer('routed'));
    expect(await (await app.request('/x')).text()).toBe('routed');
  });

  test('middleware and routes registered after the first request apply', async () => {
    const app = kit.routed();
    expect((await app.request('/late')).status).toBe(404);
    app.get('/late', kit.answer('late'));
    expect(await (await app.request('/late')).text()).toBe('late');
    app.pipe(kit.answer('last'));
    expect(await (await app.request('/other')).text()).toBe('last');
  });
});
