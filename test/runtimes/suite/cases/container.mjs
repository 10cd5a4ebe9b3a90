import { answers, fails, is } from '../check.mjs';

class Clock {
  now() {
    return 'noon';
  }
}

class Posts {
  static inject = [Clock];

  constructor(clock) {
    this.clock = clock;
  }

  latest() {
    return `post of ${this.clock.now()}`;
  }
}

export const container = {
  'create() makes a container of its own': ({ AppFactory }) => {
    const services = AppFactory.create().getContainer();
    is(services.has('config'), false);
  },

  'an application without a container says so': ({ app }) =>
    fails(() => app().getContainer(), {
      name: 'ContainerNotRegisteredError',
      code: 'FW_CONTAINER_NOT_REGISTERED',
    }),

  'services are made once, by factories, of classes, under other names': ({ ServiceManager }) => {
    const services = new ServiceManager({
      services: { answer: 42 },
      factories: { list: (given) => [given.get('answer')] },
      invokables: { clock: Clock },
      aliases: { also: 'list' },
      delegators: { clock: [(_given, _name, make) => Object.assign(make(), { zone: 'UTC' })] },
    });
    is(services.get('list'), [42]);
    is(services.get('list') === services.get('also'), true);
    is([services.get('clock').now(), services.get('clock').zone], ['noon', 'UTC']);
  },

  'an asynchronous factory may be waited for': async ({ ServiceManager }) => {
    const services = new ServiceManager({ factories: { db: () => Promise.resolve('db') } });
    is(await services.get('db'), 'db');
  },

  'a class is made with the services that it injects': ({ ServiceManager }) => {
    const services = new ServiceManager({ invokables: { Clock, Posts } });
    is(services.get('Posts').latest(), 'post of noon');
  },

  'a class is found by itself, however it was registered': ({ ServiceManager }) => {
    const services = new ServiceManager();
    services.setFactory(Clock, () => ({ now: () => 'midnight' }));
    is(services.get(Clock).now(), 'midnight');
    is(services.get(Posts).latest(), 'post of midnight');
    is(new ServiceManager({ invokables: { Clock } }).get(Clock).now(), 'noon');
  },

  'inject() gives middleware its services': ({ AppFactory, ServiceManager, ask, inject, TextResponse }) => {
    const site = AppFactory.create(new ServiceManager({ invokables: { Clock } }));
    site.pipeRoutingMiddleware().pipeDispatchMiddleware();
    site.get(
      '/now',
      inject(['Clock', Posts], (clock, posts) => () => {
        return new TextResponse(`${clock.now()}, ${posts.latest()}`);
      }),
    );
    return answers(ask(site, '/now'), { body: 'noon, post of noon' });
  },

  'a service is middleware by its name': ({ AppFactory, ServiceManager, ask, text }) => {
    const site = AppFactory.create(new ServiceManager({ factories: { Ping: () => text('pong') } }));
    return answers(ask(site.pipe('Ping'), '/'), { body: 'pong' });
  },

  'services that need each other are an error that names the chain': ({ ServiceManager }) => {
    const services = new ServiceManager({
      factories: { a: (given) => given.get('b'), b: (given) => given.get('a') },
    });
    return fails(() => services.get('a'), {
      code: 'FW_SERVICE_NOT_CREATED',
      message: /a → b → a/,
    });
  },

  'a service that does not exist is an error that names it': ({ ServiceManager }) =>
    fails(() => new ServiceManager({ services: { posts: 1 } }).get('post'), {
      name: 'ServiceNotFoundError',
      code: 'FW_SERVICE_NOT_FOUND',
      message: /"post"/,
    }),

  'for developers the nearest service is named': ({ ServiceManager }) =>
    fails(() => new ServiceManager({ services: { posts: 1 } }).get('post'), { message: /"posts"/ }),

  'dispose() goes in the reverse order of making': async ({ ServiceManager }) => {
    const ended = [];
    const service = (name) => () => ({ dispose: () => ended.push(name) });
    const services = new ServiceManager({ factories: { one: service('one'), two: service('two') } });
    services.get('one');
    services.get('two');
    await services.dispose();
    is(ended, ['two', 'one']);
  },

  'any object with get and has is a container': ({ AppFactory, ask, text }) => {
    const own = new Map([['Ping', text('pong')]]);
    return answers(ask(AppFactory.create(own).pipe('Ping'), '/'), { body: 'pong' });
  },
};

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

  'merged configuration makes an application': async ({ fromConfig, ask, params, mark, trace }) => {
    const site = fromConfig(
      { dependencies: { factories: { Params: () => params } } },
      { routes: [{ path: '/post/{id}', middleware: 'Params', allowed_methods: ['GET'], name: 'post' }] },
      { routes: [{ path: '/trace', middleware: [mark('routed'), trace] }] },
    );
    await answers(ask(site, '/post/7'), { body: '{"id":"7"}' });
    await answers(ask(site, '/post/7', { method: 'PUT' }), { status: 405 });
    await answers(ask(site, '/trace'), { body: 'routed' });
    is(
      site.routes.map(({ name }) => name),
      ['post', '/trace'],
    );
  },

  'entries of the pipeline run by priority': ({ fromConfig, ask, mark, trace }) =>
    answers(
      ask(
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
    const { fromConfig, ask, mark, trace, ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE } = kit;
    const site = fromConfig({
      routes: [{ path: '/x', middleware: trace }],
      middleware_pipeline: [ROUTING_MIDDLEWARE, { middleware: [mark('between'), DISPATCH_MIDDLEWARE] }],
    });
    return answers(ask(site, '/x'), { body: 'between' });
  },

  'ApplicationFactory is a factory of the container': async ({
    ServiceManager,
    ApplicationFactory,
    Application,
    ask,
    text,
  }) => {
    const services = new ServiceManager({
      services: { config: { routes: [{ path: '/', middleware: text('home') }] } },
      factories: { Application: ApplicationFactory },
    });
    await answers(ask(services.get('Application'), '/'), { body: 'home' });
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
