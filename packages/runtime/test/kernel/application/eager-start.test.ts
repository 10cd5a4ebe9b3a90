import { expect, onTestFinished, test, vi } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { contract } from '../../../src/features/contract/index.ts';
import {
  type ContainerInterface,
  type ServiceId,
  TextResponse,
  UnresolvedMiddlewareError,
} from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { libraries } from '../../features/contract/libraries.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, serve } from '../../support/serve.ts';

const server = { eager: true } as const;

inBothVariants((kit) => {
  test('an eager start creates the services of routes and pipelines, also within other applications (M3)', async () => {
    const made: string[] = [];
    const container = new ServiceManager({
      factories: Object.fromEntries(
        ['Piped', 'Listed', 'Routed', 'Nested', 'InService'].map((name) => [
          name,
          () => {
            made.push(name);
            return kit.answer(name);
          },
        ]),
      ),
    });
    const blog = kit.routed({ container });
    blog.get('/post', kit.service('Nested'));
    const shop = kit.app({ container });
    shop.pipe(kit.service('InService'));
    container.setService('shop', shop);
    const app = kit.app({ container, server });
    app.pipe('/piped', kit.service('Piped'));
    app.pipe('/list', kit.list(kit.mark('mark'), kit.list(kit.service('Listed'))));
    app.pipe('/blog', kit.child(blog));
    app.pipe('/shop', kit.service('shop'));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/routed', kit.service('Routed'));
    app.get(
      '/class',
      kit.middlewareClass('class', () => made.push('class')),
    );
    app.get(
      '/injected',
      kit.injectedClass(['shop'], () => `${made.push('injected')}`),
    );
    expect(made).toEqual([]);

    const running = await serve(app);

    const all = ['InService', 'Listed', 'Nested', 'Piped', 'Routed', 'class', 'injected'];
    expect(made.toSorted()).toEqual(all);
    expect((await ask(running, { path: '/blog/post' })).body).toBe('Nested');
    expect((await ask(running, { path: '/class' })).body).toBe('class');
    expect(made.toSorted()).toEqual(all);
  });

  test('an eager start lists all services that cannot be created, with their places, and does not listen (M3)', async () => {
    const container = new ServiceManager({
      services: { number: 5 },
      factories: {
        db: () => Promise.reject(new Error('no connection')),
        Broken: () => {
          // oxlint-disable-next-line no-throw-literal
          throw 'just text';
        },
      },
    });
    const blog = kit.routed({ container });
    blog.get('/post/{id}', kit.injectedClass(['db'], String));
    const app = kit.app({ container, server });
    app.pipe(kit.list(kit.service('Brokn'), kit.mark('fine')));
    app.pipe('/blog', kit.child(blog));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/broken', kit.service('Broken'), 'broken');
    app.get('/number', kit.service('number'));

    const started: unknown = await serve(app).catch((error: unknown) => error);

    expect(started).toBeInstanceOf(UnresolvedMiddlewareError);
    expect(started).toMatchObject({
      code: 'FW_UNRESOLVED_MIDDLEWARE',
      message: [
        'The middleware has 4 errors:',
        '- the pipeline, Brokn: The middleware "Brokn" is neither callable, nor a service of the container, nor a class; did you mean "Broken"?',
        '- the route "/post/{id}^GET" (/blog/post/{id}), Injected: The service "Injected" could not be created: The service "db" could not be created: no connection',
        '- the route "broken" (/broken), Broken: The service "Broken" could not be created: just text',
        '- the route "/number^GET" (/number), number: Lazy-loaded middleware "number" is not invokable',
      ].join('\n'),
      faults: [
        { name: 'Brokn', place: 'the pipeline' },
        { name: 'Injected', place: 'the route "/post/{id}^GET" (/blog/post/{id})' },
        { name: 'Broken', place: 'the route "broken" (/broken)', error: { cause: 'just text' } },
        { name: 'number', place: 'the route "/number^GET" (/number)' },
      ],
    });
  });

  test.each(Object.entries(libraries))(
    'an eager start fails if a path lacks the parameters of a contract of %s, in every form of middleware (K1)',
    async (_library, { params }) => {
      const show = contract({ params });
      class Show {
        static readonly contract = show;
        process(): TextResponse {
          return new TextResponse('shown');
        }
      }
      const handler = show.handle(() => new TextResponse('shown')) as never;
      const container = new ServiceManager({
        invokables: { show: handler },
        factories: { Show: async () => new Show() },
      });
      const app = kit.routed({ server, container });
      const add = (path: string, ...list: unknown[]): void => {
        app.get(path as '/', kit.list(...(list as Parameters<typeof kit.list>)));
      };
      add('/class/{idd}', Show);
      add('/handler', handler);
      add('/service/{di}', 'show');
      add('/object', new Show());
      add('/inner/{key}', kit.mark('first'), Show);
      add('/right/{id}', Show, handler, 'show', 'Show', new Show());
      add('/optional[/{id}]', Show);

      const started: unknown = await serve(app).catch((error: unknown) => error);

      expect(started).toBeInstanceOf(UnresolvedMiddlewareError);
      const { faults, message } = started as UnresolvedMiddlewareError;
      expect(faults.map(({ place }) => /\((.*)\)/.exec(place)?.[1])).toEqual([
        '/class/{idd}',
        '/handler',
        '/service/{di}',
        '/object',
        '/inner/{key}',
      ]);
      expect(message).toContain(
        'Show: The contract expects the parameter "id", which the path /class/{idd} doesn\'t have; did you mean "idd"?',
      );
    },
  );

  test('an eager start reports once a service that is used several times and cannot be created (M3)', async () => {
    const app = kit.routed({ server });
    for (const path of ['/one', '/two', '/three']) app.get(path, kit.list(kit.service('Auth'), kit.mark('')));

    const started: unknown = await serve(app).catch((error: unknown) => error);

    expect(started).toMatchObject({
      message: [
        'The middleware has an error:',
        '- the route "/one^GET" (/one) and 2 more, Auth: The middleware "Auth" is neither callable, nor a service of the container, nor a class.',
      ].join('\n'),
      faults: [{ name: 'Auth' }, { name: 'Auth' }, { name: 'Auth' }],
    });
  });

  test('an eager start that takes long warns of the services that it waits for (M3)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [asked, db] = [deferred(), deferred()];
    const warnings: unknown[] = [];
    const logger = { info() {}, error() {}, warn: (message: unknown) => warnings.push(message) };
    const container = new ServiceManager({
      factories: {
        db: () => {
          asked.resolve();
          return db.promise;
        },
      },
    });
    const app = kit.routed({ container, server, logger });
    app.get(
      '/',
      kit.injectedClass(['db'], () => 'late'),
    );

    const running = serve(app);
    await asked.promise;
    vi.advanceTimersByTime(4999);
    expect(warnings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(warnings).toEqual([
      'The server isn\'t listening yet: it is waiting for "Injected", "db" to be created or started.',
    ]);
    vi.useRealTimers();
    db.resolve();

    expect((await ask(await running)).body).toBe('late');
    expect(process.listeners('beforeExit')).toEqual([]);
  });

  test('an eager start creates services concurrently, and listens when they are ready (M3)', async () => {
    const [one, two] = [deferred(), deferred()];
    const container = new ServiceManager({
      factories: {
        One: async () => {
          one.resolve();
          await two.promise;
          return kit.answer('one');
        },
        Two: async () => {
          two.resolve();
          await one.promise;
          return kit.answer('two');
        },
      },
    });
    const app = kit.app({ container, server });
    app.pipe('/one', kit.service('One'));
    app.pipe('/two', kit.service('Two'));

    expect((await ask(await serve(app), { path: '/two' })).body).toBe('two');
  });

  test('a start that is not eager resolves nothing (M3)', async () => {
    const container = counting();
    const app = kit.app({ container });
    app.pipe(kit.service('Unknown'));

    await serve(app);

    expect(container.asked).toBe(0);
  });

  test('an eager start of 500 routes calls the container four times for each, and later requests never call it (M3)', async () => {
    const asked = [];
    for (const count of [50, 500]) {
      const container = counting(() => kit.answer('made'));
      const app = kit.app({ container, server });
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      for (let index = 0; index < count; index++) app.get(`/${index}/{id}`, kit.service(`Handler${index}`));
      const running = await serve(app);
      asked.push(container.asked);
      expect((await ask(running, { path: `/${count - 1}/x` })).body).toBe('made');
      expect(container.asked).toBe(asked.at(-1));
    }
    expect(asked).toEqual([200, 2000]);
  });
});

/** A container that counts its calls. */
function counting(make: () => unknown = () => undefined): ContainerInterface & { asked: number } {
  return {
    asked: 0,
    get<T>(_id: ServiceId<T>): T {
      this.asked++;
      return make() as T;
    },
    has() {
      this.asked++;
      return true;
    },
  };
}
