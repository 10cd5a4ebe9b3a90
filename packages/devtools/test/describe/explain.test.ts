import { describe, expect, test, vi } from 'vitest';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { ServiceManager } from '../../../runtime/src/kernel/container/service-manager.ts';
import { explain } from '../../src/index.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const ok = () => new b.TextResponse('ok');

describe.each([
  // The same calls compile for both.
  ['a', a as unknown as typeof b],
  ['b', b],
] as const)('the explanation of a request in variant %s', (_variant, fw) => {
  function application() {
    const blog = new fw.Application();
    blog.get('/{slug}', ok, 'blog.post');
    blog.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const app = new fw.Application();
    app.pipe(function log() {
      throw new Error('No middleware is run.');
    });
    app.pipe('/admin', function guard() {
      throw new Error('No middleware is run.');
    });
    app.pipe('/blog', blog);
    app.pipeRoutingMiddleware();
    app.pipeDispatchMiddleware();
    app.pipe(function last() {
      return ok();
    });
    app.get('/post/{id:\\d+}', ok, 'post');
    app.post('/post', ok, 'create');
    return app;
  }

  test('contains each middleware with whether and why it runs, and the route with its parameters', () => {
    const explained = explain(application(), 'get', '/post/%34%32');

    expect(explained).toMatchObject({ method: 'GET', path: '/post/42', params: { id: '42' } });
    expect(explained.route).toMatchObject({ name: 'post', prefix: '' });
    expect(explained.layers.map(({ name, runs, reason }) => [name, runs, reason])).toEqual([
      ['log', true, 'is registered for every path'],
      ['guard', false, 'runs only for paths under /admin'],
      ['Application', false, 'runs only for paths under /blog'],
      ['routing', true, 'matches "post" (GET /post/{id:\\d+})'],
      ['dispatch', true, 'runs "post"'],
      ['last', false, 'is not reached: "post" handles the request'],
    ]);
  });

  test('goes into the applications under a prefix', () => {
    const { route, params, layers } = explain(application(), 'GET', '/blog/hello');

    expect(route).toMatchObject({ name: 'blog.post', prefix: '/blog', path: '/{slug}' });
    expect(params).toEqual({ slug: 'hello' });
    expect(layers.map(({ name, depth, runs }) => [name, depth, runs])).toEqual([
      ['log', 0, true],
      ['guard', 0, false],
      ['Application', 0, true],
      ['routing', 1, true],
      ['dispatch', 1, true],
      ['routing', 0, false],
      ['dispatch', 0, false],
      ['last', 0, false],
    ]);
  });

  test('has the methods of the path if the method is missing', () => {
    const { route, allowedMethods, layers } = explain(application(), 'DELETE', '/post');

    expect(route).toBeUndefined();
    expect(allowedMethods).toEqual(['POST', 'OPTIONS']);
    expect(layers.at(-1)).toMatchObject({ name: 'last', runs: false });
  });

  test("has similar routes and why they don't match", () => {
    const { route, close } = explain(application(), 'GET', '/post/abc');

    expect(route).toBeUndefined();
    expect(close[0]).toMatchObject({ route: { name: 'post' }, reason: expect.stringContaining('\\d+') });
  });

  test('is shown to a developer for a 404, with similar routes', async () => {
    const app = new fw.Application({ debug: true });
    app.get('/post/{id:\\d+}', ok);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const reason = 'needs {id} to match \\d+, not "x"';
    const show = async (accept: string) => (await app.request('/post/x', { headers: { accept } })).text();

    expect(await show('text/plain')).toContain(`\nSimilar routes:\nGET /post/{id:\\d+} ${reason}\n`);
    expect(JSON.parse(await show('application/json'))).toMatchObject({
      close: [{ route: 'GET /post/{id:\\d+}', reason }],
    });
    expect(await show('text/html')).toMatch(/<h2>Similar routes<\/h2>[^]*needs \{id\} to match/);
    const other = await app.request('/elsewhere/at/all', { headers: { accept: 'text/html' } });
    expect(await other.text()).not.toContain('Similar routes');
  });

  test('is about the application that dispatches, even if routes of other applications match too', () => {
    const child = new fw.Application();
    child.get('/xy', ok, 'child');
    child.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const parent = new fw.Application();
    parent.get('/{rest:.*}', ok, 'parent');
    parent.pipeRoutingMiddleware().pipe('/api', child).pipeDispatchMiddleware();

    expect(explain(parent, 'GET', '/api/xy').route?.name).toBe('child');
    expect(explain(parent, 'GET', '/api/other').route?.name).toBe('parent');
  });

  test('reports that an application under a prefix is not reached in another letter case (P2)', () => {
    const child = new fw.Application();
    child.get('/xy', ok, 'child');
    child.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const parent = new fw.Application();
    const guard = fw.defineMiddleware(function guard(request, next) {
      return next(request);
    });
    parent.pipe('/api', [guard, child]);

    const { route, layers } = explain(parent, 'GET', '/API/xy');
    expect(route).toBeUndefined();
    expect(layers.map(({ name, runs }) => [name, runs])).toEqual([
      ['[guard, Application]', true],
      ['guard', true],
      ['Application', false],
    ]);
    expect(explain(parent, 'GET', '/api/xy').route?.name).toBe('child');
  });

  test('lists the most similar routes first, including those of other applications', () => {
    const child = new fw.Application();
    child.get('/posts', ok, 'posts');
    child.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const parent = new fw.Application();
    for (let index = 0; index < 9; index++) parent.get(`/blog/${index}/{id}`, ok);
    parent.pipeRoutingMiddleware().pipe('/blog', child).pipeDispatchMiddleware();
    const { close } = explain(parent, 'GET', '/blog/post');

    expect(close).toHaveLength(5);
    expect(close.map(({ route }) => route.name)).toContain('posts');
  });

  test('ignores a query', () => {
    expect(explain(application(), 'GET', '/post/42?draft=1#top')).toMatchObject({
      path: '/post/42',
      route: { name: 'post' },
    });
  });

  test('creates no service for the page of a developer', async () => {
    const make = vi.fn();
    const container = new ServiceManager({ factories: { Db: make } });
    const app = new fw.Application({ debug: true, container });
    app.pipe('/admin', 'Db').pipeRoutingMiddleware().pipeDispatchMiddleware();

    expect((await app.request('/nope')).status).toBe(404);
    expect(make).not.toHaveBeenCalled();
  });

  test('rejects a malformed path like the server', () => {
    expect(() => explain(application(), 'GET', '/%zz')).toThrow('malformed');
  });

  test.each([
    ['GET', '/post/42'],
    ['GET', '/post/abc'],
    ['HEAD', '/post/42'],
    ['DELETE', '/post'],
    ['GET', '/BLOG/x'],
    ['GET', '/blogs'],
    ['GET', '/nowhere'],
  ])('agrees with the response to %s %s', async (method, path) => {
    const blog = new fw.Application();
    blog.get('/{slug}', ok, 'blog.post');
    blog.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const app = new fw.Application();
    app.pipe('/blog', blog);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/post/{id:\\d+}', ok, 'post');
    app.post('/post', ok, 'create');
    const { status } = await app.request(path, { method });
    const { route, allowedMethods } = explain(app, method, path);

    expect(status).toBe(route !== undefined ? 200 : allowedMethods === undefined ? 404 : 405);
  });
});
