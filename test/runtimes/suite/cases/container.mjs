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

  'a class with a name of its own is found under that name, minified or not': ({ ServiceManager }) => {
    class Mailer {
      static name = 'Mailer';
    }
    const services = new ServiceManager({ factories: { Mailer: () => 'made by the factory' } });
    is(services.get(Mailer), 'made by the factory');
  },

  'inject() gives middleware its services': ({
    AppFactory,
    ServiceManager,
    sendTo,
    inject,
    TextResponse,
  }) => {
    const site = AppFactory.create(new ServiceManager({ invokables: { Clock } }));
    site.pipeRoutingMiddleware().pipeDispatchMiddleware();
    site.get(
      '/now',
      inject(['Clock', Posts], (clock, posts) => () => {
        return new TextResponse(`${clock.now()}, ${posts.latest()}`);
      }),
    );
    return answers(sendTo(site, '/now'), { body: 'noon, post of noon' });
  },

  'a service is middleware by its name': ({ AppFactory, ServiceManager, sendTo, text }) => {
    const site = AppFactory.create(new ServiceManager({ factories: { Ping: () => text('pong') } }));
    return answers(sendTo(site.pipe('Ping'), '/'), { body: 'pong' });
  },

  'middleware may be made asynchronously, once': async ({
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
    const site = AppFactory.create(new ServiceManager({ factories: { Ping } })).pipe('Ping');
    const texts = await Promise.all([1, 2].map(async () => (await sendTo(site, '/')).text()));
    is(texts, ['pong 1', 'pong 1']);
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

  'any object with get and has is a container': ({ AppFactory, sendTo, text }) => {
    const own = new Map([['Ping', text('pong')]]);
    return answers(sendTo(AppFactory.create(own).pipe('Ping'), '/'), { body: 'pong' });
  },
};
