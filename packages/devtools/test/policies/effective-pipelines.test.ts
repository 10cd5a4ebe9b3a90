import { describe, expect, test } from 'vitest';
import { effectivePipelines, pipelineSnapshot } from '../../src/policies/effective-pipelines.ts';
import { answering, passing, variants } from './checked-app.ts';

describe.each(variants)('the effective pipelines of an application of variant %s', (variant, fw) => {
  const build = (): InstanceType<typeof fw.Application> => {
    const blog = new fw.Application().pipe(passing('Cache')).pipeRoutingMiddleware().pipeDispatchMiddleware();
    blog.get('/{slug}', function Post() {
      return answering();
    });
    const app = new fw.Application().pipe(passing('Log')).pipe('/admin', [passing('Auth'), passing('Audit')]);
    app.pipe('/blog', blog).pipeRoutingMiddleware().pipe(passing('Csrf')).pipeDispatchMiddleware();
    app.pipe(passing('Late'));
    app.post('/login', [passing('Limit'), 'Login'], 'login');
    app.any('/{page}', 'Page', 'page');
    app.get('/admin/stats', 'Stats', 'stats');
    return app;
  };

  test('contain the middleware before each handler, for each part of its paths (C9)', async () => {
    expect(pipelineSnapshot(await effectivePipelines(build())))
      .toBe(`# What runs for each route, in running order; the last is its handler.
# Written by "fw pipeline --snapshot", compared by "fw check --snapshot".

/admin/stats  GET  "stats"
  Log
  Auth  (under /admin)
  Audit  (under /admin)
  routing
  Csrf
  dispatch
  Stats

/blog/{slug}  GET  "/{slug}^GET"
  Log
  Application  (under /blog)
  Cache  (under /blog)
  routing  (under /blog)
  dispatch  (under /blog)
  Post

/login  POST  "login"
  Log
  routing
  Csrf
  dispatch
  Limit
  Login

/{page}  any method  "page"
  as /{page}
    Log
    routing
    Csrf
    dispatch
    Page
  as /admin
    Log
    Auth  (under /admin)
    Audit  (under /admin)
    routing
    Csrf
    dispatch
    Page
  as /blog
    Log
    Application  (under /blog)
    Cache  (under /blog)
    routing  (under /blog)
    dispatch  (under /blog)
    routing
    Csrf
    dispatch
    Page
`);
  });

  test('are the same text for any order of the routes, and a different text when middleware moves', async () => {
    const one = new fw.Application().pipe(passing('Log')).pipeRoutingMiddleware().pipeDispatchMiddleware();
    const other = new fw.Application().pipeRoutingMiddleware().pipe(passing('Log')).pipeDispatchMiddleware();
    const turned = new fw.Application().pipe(passing('Log')).pipeRoutingMiddleware().pipeDispatchMiddleware();
    for (const path of ['/a', '/b']) for (const app of [one, other]) app.get(path, answering);
    for (const path of ['/b', '/a']) turned.get(path, answering);
    const text = async (app: typeof one): Promise<string> => pipelineSnapshot(await effectivePipelines(app));

    expect(await text(turned)).toBe(await text(one));
    expect(await text(other)).not.toBe(await text(one));
  });

  test('mark an unreachable route, and in variant A middleware that may be skipped', async () => {
    const app = new fw.Application().pipe(passing('Log')).pipe(passing('Auth'));
    if (variant === 'a')
      app.pipe(((_error: unknown, _request: unknown, _response: unknown, _next: unknown) =>
        answering()) as never);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/', 'Home', 'home');
    const [home] = await effectivePipelines(app);

    expect(home?.ways[0]?.layers.slice(0, 2)).toEqual([
      { name: 'Log', kind: 'middleware' },
      { name: 'Auth', kind: 'middleware', ...(variant === 'a' && { unsure: true }) },
    ]);
    const closed = new fw.Application();
    closed.get('/', 'Home', 'home');
    expect(pipelineSnapshot(await effectivePipelines(closed))).toMatch(
      /"home"\n {2}no request comes to it\n$/,
    );
  });
});
