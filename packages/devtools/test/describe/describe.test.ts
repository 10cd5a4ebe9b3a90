import { describe, expect, test } from 'vitest';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { InvalidArgumentError, type Origin } from 'fw-runtime/b';
import { noteFiles } from '../../../runtime/src/features/config/history.ts';
import { Rou3Router } from '../../../runtime/src/kernel/router/rou3-router.ts';
import { ServiceManager } from '../../../runtime/src/kernel/container/service-manager.ts';
import { describe as describeApp, explain } from '../../src/index.ts';

const ok = () => new b.TextResponse('ok');
const here = expect.stringMatching(/describe\.test\.ts$/);

describe.each([
  // The same calls compile for both.
  ['a', a as unknown as typeof b],
  ['b', b],
] as const)('the description of an application of variant %s', (variant, fw) => {
  test('shows a route of upgrade() as one of GET, whose middleware is a WebSocket (S9)', () => {
    const app = new fw.Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.upgrade('/rooms/{room}', {}, 'room');
    app.group('/api', (group) => group.upgrade('/news', {}), { middleware: 'Auth' });
    expect(describeApp(app).routes).toMatchObject([
      { name: 'room', path: '/rooms/{room}', methods: ['GET'], middleware: 'WebSocket' },
      { name: '/api/news^GET', path: '/api/news', methods: ['GET'], middleware: '[Auth, WebSocket]' },
    ]);
    expect(explain(app, 'GET', '/rooms/1').route?.name).toBe('room');
  });

  test('is plain data: variant, router, pipeline in running order and routes', () => {
    const app = new fw.Application();
    app.pipe('/admin', function guard() {
      return ok();
    });
    app.pipeRoutingMiddleware();
    app.pipe([
      class Timing {
        process = ok;
      },
      'logging',
    ]);
    app.pipeDispatchMiddleware();
    app
      .get('/post/{id:\\d+}[/{slug}]', ok, 'post')
      .setOptions({ tokens: { slug: /[a-z]+/i }, role: 'reader' });
    const described = describeApp(app);

    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    expect(described).toMatchObject({ variant, router: 'TreeRouter' });
    expect(described.pipeline).toEqual([
      { name: 'guard', kind: 'middleware', prefix: '/admin', error: false, children: [] },
      { name: 'routing', kind: 'routing', error: false, children: [] },
      {
        name: '[Timing, logging]',
        kind: 'pipe',
        error: false,
        children: [
          { name: 'Timing', kind: 'middleware', error: false, children: [] },
          { name: 'logging', kind: 'middleware', error: false, children: [] },
        ],
      },
      { name: 'dispatch', kind: 'dispatch', error: false, children: [] },
    ]);
    expect(described.routes).toEqual([
      {
        name: 'post',
        path: '/post/{id:\\d+}[/{slug}]',
        prefix: '',
        methods: ['GET'],
        middleware: 'ok',
        options: { tokens: { slug: '/[a-z]+/i' }, role: 'reader' },
        placeholders: [
          { name: 'id', restrictions: ['\\d+'], optional: false, rest: false },
          { name: 'slug', restrictions: ['[a-z]+'], optional: true, rest: false, flags: 'i' },
        ],
        samples: expect.arrayContaining(['/post/1', '/post/1/a']),
      },
    ]);
  });

  test('contains nested pipes and applications, as values or as services, with the prefixes of their routes', () => {
    const blog = new fw.Application();
    blog.get('/{slug}', ok);
    blog.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const shop = new fw.Application();
    shop.post('/cart', ok);
    const container = new ServiceManager({ services: { Shop: shop } });
    const app = new fw.Application({ container });
    app.pipe('/blog', blog);
    app.pipe(new fw.MiddlewarePipe().pipe('/shop', shop));
    app.pipe('/again', 'Shop');
    app.get('/', ok);
    const { pipeline, routes } = describeApp(app);

    expect(pipeline.map(({ kind, prefix }) => [kind, prefix])).toEqual([
      ['application', '/blog'],
      ['pipe', undefined],
      ['application', '/again'],
    ]);
    expect(pipeline[0]?.children.map(({ kind }) => kind)).toEqual(['routing', 'dispatch']);
    expect(routes.map(({ prefix, path }) => prefix + path)).toEqual([
      '/',
      '/blog/{slug}',
      '/shop/cart',
      '/again/cart',
    ]);
  });

  test('has for each entry and route the call that registered it, with debug only', () => {
    const register = (debug: boolean): readonly (Origin | undefined)[] => {
      const app = new fw.Application({ debug });
      app.pipeRoutingMiddleware();
      app.get('/', ok);
      const { pipeline, routes } = describeApp(app);
      return [pipeline[0]?.origin, routes[0]?.origin];
    };

    expect(register(false)).toEqual([undefined, undefined]);
    const [entry, route] = register(true);
    expect(entry).toEqual({ file: here, line: expect.any(Number) });
    expect(route).toEqual({ file: here, line: (entry?.line ?? 0) + 1 });
  });

  test('has for configured entries the file and the key', () => {
    const first = { debug: true, routes: [{ path: '/one', middleware: ok }] };
    const second = { middleware_pipeline: { timing: { middleware: ok, priority: 7 } } };
    const third = {
      routes: [{ path: '/two', middleware: ok }],
      middleware_pipeline: { timing: { path: '/x' } },
    };
    const files = [first, second, third].map((config, index) => ({ file: `${index}.global.ts`, config }));
    const config = noteFiles(fw.mergeConfig(first, second, third), files);
    const container = new ServiceManager({ services: { config } });
    const { pipeline, routes } = describeApp(new fw.ApplicationFactory().create(container));

    expect(routes.map(({ origin }) => origin)).toEqual([
      { file: '0.global.ts', key: 'routes[0]' },
      { file: '2.global.ts', key: 'routes[0]' },
    ]);
    expect(pipeline[0]).toMatchObject({
      key: 'timing',
      priority: 7,
      prefix: '/x',
      origin: { file: '2.global.ts', key: 'middleware_pipeline.timing' },
    });
  });

  test('has for a route of a group its keys', () => {
    const first = { debug: true, routes: [fw.route('GET', '/one', ok), fw.group('/api', {}, [])] };
    const second = {
      routes: [
        { path: '/two', middleware: ok },
        fw.group('/api', { name: 'api.' }, [
          fw.route('GET', '/', ok),
          fw.group('/v1', {}, [fw.route('GET', '/x', ok, { name: 'x' })]),
        ]),
      ],
    };
    const files = [first, second].map((config, index) => ({ file: `${index}.global.ts`, config }));
    const config = noteFiles(fw.mergeConfig(first, second), files);
    const container = new ServiceManager({ services: { config } });
    const { routes } = describeApp(new fw.ApplicationFactory().create(container));

    expect(routes.map(({ name, origin }) => [name, origin])).toEqual([
      ['/one^GET', { file: '0.global.ts', key: 'routes[0]' }],
      ['/two', { file: '1.global.ts', key: 'routes[0]' }],
      ['/api^GET', { file: '1.global.ts', key: 'routes[1][0]' }],
      ['api.x', { file: '1.global.ts', key: 'routes[1][1]' }],
    ]);
  });

  test('has the prefix of routing that is registered under one', async () => {
    const app = new fw.Application();
    app.get('/user', ok);
    app.pipe('/api', ['FW_ROUTING_MIDDLEWARE', 'FW_DISPATCH_MIDDLEWARE']);
    const [route] = describeApp(app).routes;

    expect(route).toMatchObject({ prefix: '/api', samples: ['/api/user'] });
    expect((await app.request('/api/user')).status).toBe(200);
  });

  test('reflects options that are set later, and resolves no service unnecessarily', async () => {
    const container = new ServiceManager({ factories: { Db: async () => Promise.reject(new Error('no')) } });
    const app = new fw.Application({ container });
    app.pipe('/db', 'Db').pipeRoutingMiddleware().pipeDispatchMiddleware();
    const route = app.get('/{id}', ok);
    describeApp(app);
    explain(app, 'GET', '/a');
    route.setOptions({ tokens: { id: '\\d+' } });

    expect((await app.request('/a')).status).toBe(404);
  });

  test('omits constraints that the router ignores', () => {
    const app = new fw.Application({ router: new Rou3Router() });
    app.get('/{id}', ok).setOptions({ tokens: { id: '\\d+' } });

    expect(describeApp(app).routes[0]?.placeholders).toEqual([
      { name: 'id', restrictions: [], optional: false, rest: false },
    ]);
  });

  test('ends at an application that contains itself', () => {
    const app = new fw.Application();
    app.pipe('/self', app);

    expect(describeApp(app).pipeline).toEqual([
      { name: 'Application', kind: 'application', prefix: '/self', error: false, children: [], routes: 0 },
    ]);
  });

  test('names the route that handles the requests of a hidden route', () => {
    const app = new fw.Application();
    app.get('/{id:\\d+}', ok, 'digits');
    app.get('/{id:[0-9]+}', ok, 'figures');

    expect(describeApp(app).routes.map(({ name, hiddenBy }) => [name, hiddenBy])).toEqual([
      ['digits', undefined],
      ['figures', 'digits'],
    ]);
  });
});

test('the description of variant A marks error middleware', () => {
  const app = new a.Application();
  app.pipeErrorHandler('/api', function problems(error, _request, _response, next) {
    return next(_request, _response, error);
  });

  expect(describeApp(app).pipeline).toMatchObject([{ name: 'problems', error: true, prefix: '/api' }]);
});

test.each([undefined, null, {}, 'app', { variant: 'a', routes: [] }, new b.MiddlewarePipe()])(
  'describe() and explain() reject %j, which is not an application',
  (value) => {
    expect(() => describeApp(value as never)).toThrow(InvalidArgumentError);
    expect(() => explain(value as never, 'GET', '/')).toThrow(InvalidArgumentError);
  },
);
