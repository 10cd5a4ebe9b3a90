import { answers, fails, is } from '../check.mjs';

export const configuration = {
  'mergeConfig recurses into maps, appends lists and obeys markers': ({
    mergeConfig,
    mergeReplace,
    mergeRemove,
  }) => {
    const one = { a: { x: 1, y: 2, list: [1] }, b: [1], c: 1 };
    const two = { a: { y: 3, list: [2] }, b: mergeReplace([2]), c: mergeRemove };
    is(mergeConfig(one, two), { a: { x: 1, y: 3, list: [1, 2] }, b: [2] });
  },

  'mergeConfig refuses a key that would reach a prototype': ({ mergeConfig }) =>
    fails(() => mergeConfig({}, JSON.parse('{"__proto__":{"x":1}}')), {
      name: 'ConfigError',
      code: 'FW_CONFIG',
    }),

  'merged configuration makes an application': async ({ fromConfig, sendTo, params, mark, trace }) => {
    const site = fromConfig(
      { dependencies: { factories: { Params: () => params } } },
      { routes: [{ path: '/post/{id}', middleware: 'Params', allowed_methods: ['GET'], name: 'post' }] },
      { routes: [{ path: '/trace', middleware: [mark('routed'), trace] }] },
    );
    await answers(sendTo(site, '/post/7'), { body: '{"id":"7"}' });
    await answers(sendTo(site, '/post/7', { method: 'PUT' }), { status: 405 });
    await answers(sendTo(site, '/trace'), { body: 'routed' });
    is(
      site.routes.map(({ name }) => name),
      ['post', '/trace'],
    );
  },

  'routes of a group and of route() stand in a configuration': async ({
    fromConfig,
    sendTo,
    defineConfig,
    group,
    params,
    route,
  }) => {
    const site = fromConfig(
      defineConfig({
        routes: [
          group('/api', {}, [route('GET', '/post/{id}', params)]),
          { path: '/any', middleware: params },
        ],
      }),
    );
    await answers(sendTo(site, '/api/post/7'), { body: '{"id":"7"}' });
    await answers(sendTo(site, '/any', { method: 'DELETE' }), { body: '{}' });
  },

  'env() takes defaults, and tells all that is missing': async ({ env }) => {
    is(env({ FW_IS_NOT_SET: 10 }), { FW_IS_NOT_SET: 10 });
    await fails(() => env({ FW_IS_NOT_SET: String, FW_NEITHER: Number }), {
      code: 'FW_CONFIG',
      message: /FW_IS_NOT_SET[^]*FW_NEITHER/,
    });
  },

  'entries of the pipeline run by priority': ({ fromConfig, sendTo, mark, trace }) =>
    answers(
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

  'routing and dispatch stand where the pipeline lists them': (kit) => {
    const { fromConfig, sendTo, mark, trace, ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE } = kit;
    const site = fromConfig({
      routes: [{ path: '/x', middleware: trace }],
      middleware_pipeline: [ROUTING_MIDDLEWARE, { middleware: [mark('between'), DISPATCH_MIDDLEWARE] }],
    });
    return answers(sendTo(site, '/x'), { body: 'between' });
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
    await answers(sendTo(services.get('Application'), '/'), { body: 'home' });
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

  'all faults of a configuration are told at once': ({ fromConfig }) =>
    fails(() => fromConfig({ routes: [{ path: '/x' }, { path: 1, middleware: 'x' }], debug: 'maybe' }), {
      name: 'ConfigError',
      code: 'FW_CONFIG',
      message: /debug[^]*routes\[0\][^]*routes\[1\]/,
    }),
};
