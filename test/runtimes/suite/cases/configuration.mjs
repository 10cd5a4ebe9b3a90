import { responds, fails, is } from '../check.mjs';

export const configuration = {
  'mergeConfig merges objects, appends arrays and applies markers': ({
    mergeConfig,
    mergeReplace,
    mergeRemove,
  }) => {
    const one = { a: { x: 1, y: 2, list: [1] }, b: [1], c: 1 };
    const two = { a: { y: 3, list: [2] }, b: mergeReplace([2]), c: mergeRemove };
    is(mergeConfig(one, two), { a: { x: 1, y: 3, list: [1, 2] }, b: [2] });
  },

  'mergeConfig rejects keys that would change a prototype': ({ mergeConfig }) =>
    fails(() => mergeConfig({}, JSON.parse('{"__proto__":{"x":1}}')), {
      name: 'ConfigError',
      code: 'FW_CONFIG',
    }),

  'merged configuration creates an application': async ({ fromConfig, sendTo, params, mark, trace }) => {
    const app = fromConfig(
      { dependencies: { factories: { Params: () => params } } },
      { routes: [{ path: '/post/{id}', middleware: 'Params', allowed_methods: ['GET'], name: 'post' }] },
      { routes: [{ path: '/trace', middleware: [mark('routed'), trace] }] },
    );
    await responds(sendTo(app, '/post/7'), { body: '{"id":"7"}' });
    await responds(sendTo(app, '/post/7', { method: 'PUT' }), { status: 405 });
    await responds(sendTo(app, '/trace'), { body: 'routed' });
    is(
      app.routes.map(({ name }) => name),
      ['post', '/trace'],
    );
  },

  'routes of a group and of route() are registered by configuration': async ({
    fromConfig,
    sendTo,
    defineConfig,
    group,
    params,
    route,
  }) => {
    const app = fromConfig(
      defineConfig({
        routes: [
          group('/api', {}, [route('GET', '/post/{id}', params)]),
          { path: '/any', middleware: params },
        ],
      }),
    );
    await responds(sendTo(app, '/api/post/7'), { body: '{"id":"7"}' });
    await responds(sendTo(app, '/any', { method: 'DELETE' }), { body: '{}' });
  },

  'env() applies defaults and reports all missing variables': async ({ env }) => {
    is(env({ FW_IS_NOT_SET: 10 }), { FW_IS_NOT_SET: 10 });
    await fails(() => env({ FW_IS_NOT_SET: String, FW_NEITHER: Number }), {
      code: 'FW_CONFIG',
      message: /FW_IS_NOT_SET[^]*FW_NEITHER/,
    });
  },

  'entries of the pipeline run by priority': ({ fromConfig, sendTo, mark, trace }) =>
    responds(
      sendTo(
        fromConfig({
          middleware_pipeline: {
            last: { middleware: trace, priority: -10 },
            one: { middleware: mark('one') },
            early: { middleware: mark('early'), priority: 10 },
            other: { middleware: mark('other'), path: '/other' },
          },
        }),
        '/',
      ),
      { body: 'early one' },
    ),

  'routing and dispatch run where they are piped': (kit) => {
    const { fromConfig, sendTo, mark, trace, ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE } = kit;
    const app = fromConfig({
      routes: [{ path: '/x', middleware: trace }],
      middleware_pipeline: [ROUTING_MIDDLEWARE, { middleware: [mark('between'), DISPATCH_MIDDLEWARE] }],
    });
    return responds(sendTo(app, '/x'), { body: 'between' });
  },

  'ApplicationFactory is a factory of the container': async ({
    ServiceManager,
    ApplicationFactory,
    Application,
    sendTo,
    text,
  }) => {
    const services = new ServiceManager({
      services: { config: { routes: [{ path: '/', middleware: text('home') }] } },
      factories: { Application: ApplicationFactory },
    });
    await responds(sendTo(services.get('Application'), '/'), { body: 'home' });
    is(services.get(Application) === services.get('Application'), true);
  },

  'the router of the container is used, by its name and by its id': ({
    ServiceManager,
    AppFactory,
    TreeRouter,
    RouterInterface,
    text,
  }) => {
    const router = new TreeRouter();
    const services = new ServiceManager({ services: { RouterInterface: router } });
    AppFactory.create(services).get('/ping', text('pong'), 'ping');
    is(services.get(RouterInterface).generateUri('ping'), '/ping');
  },

  'all configuration errors are reported together': ({ fromConfig }) =>
    fails(() => fromConfig({ routes: [{ path: '/x' }, { path: 1, middleware: 'x' }], debug: 'maybe' }), {
      name: 'ConfigError',
      code: 'FW_CONFIG',
      message: /debug[^]*routes\[0\][^]*routes\[1\]/,
    }),
};
