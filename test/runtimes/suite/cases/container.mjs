import { responds, fails, is } from '../check.mjs';

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
  'create() creates a container': ({ AppFactory }) => {
    const services = AppFactory.create().getContainer();
    is(services.has('config'), false);
  },

  'an application without a container reports that': ({ createApp }) =>
    fails(() => createApp().getContainer(), {
      name: 'ContainerNotRegisteredError',
      code: 'FW_CONTAINER_NOT_REGISTERED',
    }),

  'services are created once, by factories, from classes and by aliases': ({ ServiceManager }) => {
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

  'an asynchronous factory is awaited': async ({ ServiceManager }) => {
    const services = new ServiceManager({ factories: { db: () => Promise.resolve('db') } });
    is(await services.get('db'), 'db');
  },

  'a class is created with the services that it injects': ({ ServiceManager }) => {
    const services = new ServiceManager({ invokables: { Clock, Posts } });
    is(services.get('Posts').latest(), 'post of noon');
  },

  'a class is resolved by itself, however it was registered': ({ ServiceManager }) => {
    const services = new ServiceManager();
    services.setFactory(Clock, () => ({ now: () => 'midnight' }));
    is(services.get(Clock).now(), 'midnight');
    is(services.get(Posts).latest(), 'post of midnight');
    is(new ServiceManager({ invokables: { Clock } }).get(Clock).now(), 'noon');
  },

  'a class with a static name is resolved by that name, minified or not': ({ ServiceManager }) => {
    class Mailer {
      static name = 'Mailer';
    }
    const services = new ServiceManager({ factories: { Mailer: () => 'made by the factory' } });
    is(services.get(Mailer), 'made by the factory');
  },

  'inject() passes services to middleware': ({
    AppFactory,
    ServiceManager,
    sendTo,
    inject,
    TextResponse,
  }) => {
    const app = AppFactory.create(new ServiceManager({ invokables: { Clock } }));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get(
      '/now',
      inject(['Clock', Posts], (clock, posts) => () => {
        return new TextResponse(`${clock.now()}, ${posts.latest()}`);
      }),
    );
    return responds(sendTo(app, '/now'), { body: 'noon, post of noon' });
  },

  'a service is resolved as middleware by its name': ({ AppFactory, ServiceManager, sendTo, text }) => {
    const app = AppFactory.create(new ServiceManager({ factories: { Ping: () => text('pong') } }));
    return responds(sendTo(app.pipe('Ping'), '/'), { body: 'pong' });
  },

  'middleware is created asynchronously, once': async ({
    AppFactory,
    ServiceManager,
    sendTo,
    TextResponse,
  }) => {
    let made = 0;
    const Ping = async () => {
      made++;
      return () => new TextResponse(`pong ${made}`);
    };
    const app = AppFactory.create(new ServiceManager({ factories: { Ping } })).pipe('Ping');
    const texts = await Promise.all([1, 2].map(async () => (await sendTo(app, '/')).text()));
    is(texts, ['pong 1', 'pong 1']);
  },

  'a circular dependency is an error that names the chain': ({ ServiceManager }) => {
    const services = new ServiceManager({
      factories: { a: (given) => given.get('b'), b: (given) => given.get('a') },
    });
    return fails(() => services.get('a'), {
      code: 'FW_SERVICE_NOT_CREATED',
      message: /a → b → a/,
    });
  },

  "a service that doesn't exist is an error that names it": ({ ServiceManager }) =>
    fails(() => new ServiceManager({ services: { posts: 1 } }).get('post'), {
      name: 'ServiceNotFoundError',
      code: 'FW_SERVICE_NOT_FOUND',
      message: /"post"/,
    }),

  'the message for developers names the most similar service': ({ ServiceManager }) =>
    fails(() => new ServiceManager({ services: { posts: 1 } }).get('post'), { message: /"posts"/ }),

  'dispose() runs in reverse order of creation': async ({ ServiceManager }) => {
    const ended = [];
    const service = (name) => () => ({ dispose: () => ended.push(name) });
    const services = new ServiceManager({ factories: { one: service('one'), two: service('two') } });
    services.get('one');
    services.get('two');
    await services.dispose();
    is(ended, ['two', 'one']);
  },

  'any object with get and has is a container': ({ AppFactory, sendTo, text }) => {
    const own = new Map([['Ping', text('pong')]]);
    return responds(sendTo(AppFactory.create(own).pipe('Ping'), '/'), { body: 'pong' });
  },
};
