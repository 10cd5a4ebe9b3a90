import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Application, ApplicationOptions } from 'fw-runtime/b';
import type { PolicyConfig } from 'fw-runtime/internal';
import { FindMyWayRouter } from '../../../runtime/src/kernel/router/find-my-way-router.ts';
import { policyViolations } from '../../src/policies/policy-violations.ts';
import { PathToRegexpRouter } from '../../../runtime/src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../../runtime/src/kernel/router/rou3-router.ts';
import { ServiceManager } from '../../../runtime/src/kernel/container/service-manager.ts';
import { answering, type Fw, passing, variants } from './checked-app.ts';

const ADMIN: PolicyConfig = { every: '/admin/**', runs: 'Auth' };
const auth = passing('Auth');

const messages = async (app: Application, ...policies: PolicyConfig[]): Promise<string[]> =>
  (await policyViolations(app, policies)).map(({ message }) => message);

const routes = async (app: Application, ...policies: PolicyConfig[]): Promise<unknown[]> =>
  (await policyViolations(app, policies)).map(({ route }) => route);

function routed(fw: Fw, options: ApplicationOptions = {}): Application {
  return new fw.Application(options).pipeRoutingMiddleware().pipeDispatchMiddleware();
}

describe.each(variants)('a policy of an application of variant %s', (_variant, fw) => {
  test('that is violated reports the route, a request that reaches it, the middleware and a solution (C9)', async () => {
    const app = new fw.Application();
    app.pipe('/admn', auth).pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.post('/admin/users/{id:\\d+}', answering, 'user');

    expect(await policyViolations(app, [ADMIN])).toEqual([
      {
        policy: '/admin/** runs Auth',
        route: 'user',
        method: 'POST',
        path: '/admin/users/1',
        proven: true,
        layer: 'Auth',
        message:
          'The policy "/admin/** runs Auth" is violated: POST /admin/users/1 reaches the route "user" without running Auth first, ' +
          'because "Auth" runs only for paths under /admn, not for /admin/users/{id}. Give "Auth" the path "/admin".',
        fix: { kind: 'path', entry: 'Auth', path: '/admin' },
      },
    ]);
  });

  test('is solved in the array or the group of a route if a pipe would lock out other routes, such as a login', async () => {
    const app = routed(fw);
    app.get('/login', answering, 'login');
    app.get('/posts/new', [auth, answering], 'post.new');
    app.get('/posts/{id}/edit', answering, 'post.edit');
    const advised = async (policy: PolicyConfig) =>
      (await policyViolations(app, [policy])).map(({ message, fix }) => [message.split('. ').at(-1), fix]);
    const inList = [
      'Put Auth in front of the handler of the route "post.edit", as in [Auth, …], or register the route in a group that has Auth.',
      { kind: 'route', entry: 'Auth', ahead: 'post.edit' },
    ];

    expect(await advised({ route: ['post.new', 'post.edit'], runs: 'Auth' })).toEqual([inList]);
    expect(await advised({ route: '*', except: ['login'], runs: 'Auth' })).toEqual([inList]);
    expect(await advised({ every: '/posts/**', except: ['/posts/new'], runs: 'Auth' })).toEqual([inList]);
    expect(await advised({ every: '/*/*/edit', runs: 'Auth' })).toEqual([inList]);
    expect(await advised({ every: '/posts/**', runs: 'Auth' })).toEqual([
      [
        "Call pipe('/posts', Auth) before pipeDispatchMiddleware().",
        expect.objectContaining({ kind: 'add' }),
      ],
    ]);
  });

  test('is read from the configuration in the container, and checked with it (C4)', async () => {
    const config = { policies: { admin: ADMIN }, routes: [{ path: '/admin', middleware: answering }] };
    const create = (given: object): Application =>
      new fw.ApplicationFactory().create(new ServiceManager({ services: { config: given } }));

    expect(await policyViolations(create(config))).toMatchObject([{ route: '/admin', path: '/admin' }]);
    expect(() =>
      create({
        policies: [
          { every: 'admin', runs: '' },
          { runs: 'Auth', befor: 'x' },
          { ...ADMIN, route: '*' },
        ],
      }),
    ).toThrow(
      /policies\[0\]\.every: .*"\/admin\/\*\*".*policies\[0\]\.runs: .*policies\[1\]\.befor: .*"before".*policies\[1\]: .*neither.*policies\[2\]: .*either/s,
    );
  });

  test('that matches nothing is reported, with a similar name', async () => {
    const app = routed(fw).pipe(auth);
    app.get('/healthz', answering, 'healthz');

    expect(await messages(app, { every: '/amdin/**', runs: 'Auth' })).toEqual([
      expect.stringContaining('no request that it applies to reaches a route'),
    ]);
    expect(await messages(app, { route: 'helthz', runs: 'Auth' })).toEqual([
      expect.stringMatching(/no route is named "helthz"; did you mean "healthz"\?$/),
    ]);
    expect(await messages(app, { route: '*', except: ['/healtz', 'healthz'], runs: 'Auth' })).toEqual([
      expect.stringContaining('the exception "/healtz" matches no route'),
    ]);
    expect(await messages(app, { route: '*', except: ['/**'], runs: 'Auth' })).toEqual([
      expect.stringContaining('no request that it applies to reaches a route'),
    ]);
    expect(await messages(app, { ...ADMIN, runs: 'auht' })).not.toEqual([]);
  });

  test('excludes a route by its name or a pattern of its whole path', async () => {
    const app = routed(fw);
    app.get('/hooks/{name}', answering, 'hook');
    app.get('/{page}', answering, 'page');
    const all = { route: '*', runs: 'Auth' };

    expect(await routes(app, all)).toEqual(['hook', 'page']);
    expect(await routes(app, { ...all, except: ['hook'] })).toEqual(['page']);
    expect(await routes(app, { ...all, except: ['/hooks/*'] })).toEqual(['page']);
    expect(await routes(app, { ...all, except: ['/hooks/**'] })).toEqual(['page']);
    expect(await routes(app, { ...all, except: ['/*', 'hook'] })).toEqual([undefined]);
    expect(await routes(app, { ...all, except: ['/HOOKS/*'] })).toEqual([undefined, 'hook', 'page']);
  });

  test('applies to a path in every letter case that reaches a route, and to no other route', async () => {
    const app = routed(fw);
    app.get('/admin', answering, 'static');
    app.get('/{page}', answering, 'page');
    app.get('/{page:[a-z]+}/x', answering, 'lower');
    app.get('/administration', answering, 'other');
    app.get('/{year:\\d+}/y', answering, 'year');

    expect(await policyViolations(app, [ADMIN])).toMatchObject([
      { route: 'static', path: '/admin' },
      // The static route handles "/admin" itself.
      { route: 'page', path: '/ADMIN' },
      { route: 'lower', path: '/admin/x' },
    ]);
  });

  test('omits requests that other routes handle, if that is decidable', async () => {
    const app = routed(fw);
    app.get('/7', [auth, answering], 'static');
    app.get('/{page}', answering, 'page');
    app.get('/7/{x}', [auth, answering], 'below');
    app.post('/7/{y}', answering, 'post');

    expect(await routes(app, { every: '/7', runs: 'Auth' })).toEqual([]);
    expect(await routes(app, { every: '/7/*', runs: 'Auth' })).toEqual(['post']);
  });

  test('is satisfied by the array of a route and by a group, unless it requires a position before the dispatch', async () => {
    const app = routed(fw);
    app.group('/admin', (admin) => admin.get('/a', answering, 'a'), { middleware: auth });
    app.get('/admin/b', [auth, answering], 'b');
    app.get('/admin/c', [[auth, passing('Log')], [answering]], 'c');
    app.get('/admin/d', [new fw.MiddlewarePipe().pipe(auth).pipe(answering)], 'd');

    expect(await routes(app, ADMIN)).toEqual([]);
    expect(await routes(app, { ...ADMIN, before: 'dispatch' })).toEqual(['a', 'b', 'c', 'd']);
    expect(await routes(app, { ...ADMIN, before: 'Log' })).toEqual([]);
  });

  test('requires a middleware that must run before another wherever the other one runs', async () => {
    const app = new fw.Application().pipe('/admin', passing('Upload'));
    app.pipe(auth).pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/admin/a', answering, 'a');
    app.get('/b', answering, 'b');

    expect(await routes(app, { route: '*', runs: 'Auth' })).toEqual([]);
    expect(await routes(app, { route: '*', runs: 'Auth', before: 'Upload' })).toEqual(['a']);
    expect(await messages(app, { route: '*', runs: 'Auth', before: 'Uploads' })).toEqual([
      expect.stringContaining('no middleware is named "Uploads"; did you mean "Upload"?'),
    ]);
  });

  test('follows applications inside others, also the same one in two places', async () => {
    const shop = routed(fw);
    shop.get('/', answering, 'shop');
    const app = new fw.Application().pipe('/admin', auth).pipe('/admin/shop', shop).pipe('/Shop', shop);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/', answering, 'home');

    expect(await policyViolations(app, [ADMIN])).toEqual([]);
    expect(await policyViolations(app, [{ every: '/shop/**', runs: 'Auth' }])).toMatchObject([
      { route: 'shop', path: '/Shop' },
    ]);
    expect(await policyViolations(app, [{ route: 'shop', runs: 'Auth' }])).toHaveLength(1);
  });

  test('follows an application that is in a route, and one that contains itself', async () => {
    const inner = routed(fw);
    inner.get('/admin/{x}', answering, 'inner');
    const app = new fw.Application().pipe('/admin/in', auth);
    app.pipe(app).pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.any('/admin/in{rest}', inner, 'outer');
    app.any('/admin/{id:\\d+}', inner, 'numbers');

    expect(await policyViolations(app, [ADMIN])).toMatchObject([
      { route: 'outer', path: '/admin/in1' },
      { route: 'numbers', path: '/admin/1' },
      { route: 'inner', path: '/admin/in1' },
      { route: 'inner', path: '/admin/1' },
    ]);
  });

  test('resolves services that are pipelines, also asynchronous ones, and names of the container', async () => {
    const guards = new fw.MiddlewarePipe().pipe('/admin', auth);
    const container = new ServiceManager({
      factories: { Guards: async () => guards, Broken: () => Promise.reject(new Error('no')) },
      services: { Gate: auth },
      aliases: { Keeper: 'Gate' },
    });
    const app = new fw.Application({ container }).pipe('Guards').pipe('Broken');
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/admin', answering, 'admin');

    for (const runs of ['Auth', 'Gate', 'Keeper', 'Guards'])
      expect(await routes(app, { ...ADMIN, runs })).toEqual([]);
    expect(await routes(app, { ...ADMIN, runs: 'Other' })).toEqual(['admin']);
  });

  test('applies to the routes of WebSockets, and not to responses of routing itself', async () => {
    const app = routed(fw).pipe(passing('Late'));
    app.upgrade('/admin/live', {}, 'live');
    app.route('/admin/nothing', answering, [], 'nothing');

    expect(await routes(app, ADMIN)).toEqual(['live']);
  });

  test.each([FindMyWayRouter, Rou3Router, PathToRegexpRouter])(
    'is proven with %o as with the default router',
    async (Router) => {
      const app = new fw.Application({ router: new Router() }).pipe('/Admin/x', auth);
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/admin/{id:\\d+}', answering, 'number');
      app.get('/{section}/x[/{tab}]', answering, 'section');

      expect(await routes(app, ADMIN)).toEqual(['number']);
      expect(await routes(app, { every: '/{x}/**', runs: 'Auth' })).toHaveLength(1);
    },
  );

  test('is violated by files below it, which are sent before any middleware', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fw-public-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'Admin', '.hidden'), { recursive: true });
    const files = ['style.css', 'Admin/logo.png', 'Admin/report 1.pdf', 'Admin/.hidden/x', 'Admin/index.ts'];
    for (const file of files) await writeFile(join(folder, file), '');
    const app = new fw.Application({ server: { document_root: folder } }).pipe(auth);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/admin', answering, 'admin');

    expect(await policyViolations(app, [ADMIN])).toMatchObject([
      {
        path: '/Admin/logo.png',
        message: expect.stringContaining('/Admin/logo.png and 1 more are files in'),
      },
    ]);
    expect(await routes(app, { ...ADMIN, except: ['/Admin/logo.png', '/Admin/report%201.pdf'] })).toEqual([]);
    expect(await routes(app, { every: '/**', runs: 'Auth' })).toEqual([]);
  });

  test('is checked if hundreds of prefixes may contain the path of a route', async () => {
    const app = new fw.Application();
    for (let number = 0; number < 501; number++) app.pipe(`/${number}`, passing('Log'));
    app.pipe('/admin', auth).pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/{section}/x', answering, 'open');
    app.get('/admin/x', answering, 'admin');

    expect(await policyViolations(app, [{ route: '*', runs: 'Auth' }])).toMatchObject([
      { route: 'open', proven: true },
    ]);
    expect(await messages(app, { route: '*', runs: 'Auth', except: ['open'] })).toEqual([]);
    expect(await messages(app, ADMIN)).toEqual([]);
  });
});
