import { expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import type { ContainerInterface, ServiceId } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { serviceMap } from '../../support/service-map.ts';

inBothVariants((kit) => {
  test('nothing is fetched at registration, and a service once per application (M3)', async () => {
    const asked: string[] = [];
    const services = serviceMap({ Ping: kit.answer('pong') });
    const container: ContainerInterface = {
      has(id) {
        asked.push(`has ${String(id)}`);
        return services.has(id);
      },
      get<T>(id: ServiceId<T>): T {
        asked.push(`get ${String(id)}`);
        return services.get(id);
      },
    };
    const app = kit.app({ container });
    app.pipe('/piped', kit.service('Ping'));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/routed', kit.service('Ping'));
    expect(asked).toEqual([]);
    for (const path of ['/piped', '/piped', '/routed', '/routed']) {
      expect(await (await app.request(path)).text()).toBe('pong');
    }
    expect(asked.filter((call) => call === 'get Ping')).toHaveLength(1);
  });

  test('a class is instantiated when it is first invoked, once for all registrations (M3)', async () => {
    let made = 0;
    const app = kit.routed();
    const Made = kit.middlewareClass('made', () => made++);
    app.get('/', Made);
    app.get('/list', kit.list(Made));
    expect(made).toBe(0);
    for (const path of ['/', '/', '/list']) expect(await (await app.request(path)).text()).toBe('made');
    expect(made).toBe(1);
  });

  test('a class that is registered several times is created once for each application, with services or without (M3)', async () => {
    let made = 0;
    const [Plain, Injected] = [
      kit.middlewareClass('plain', () => made++),
      kit.injectedClass(['later'], () => `made ${++made}`),
    ];
    const app = kit.app({ services: { later: Promise.resolve('later') } });
    app.pipe('/one', Plain);
    app.pipe('/two', kit.list(Plain));
    app.pipe('/three', Injected);
    app.pipe('/four', Injected);
    await app.request('/one');
    await app.request('/two');
    expect(made).toBe(1);
    const [three, four] = await Promise.all([app.request('/three'), app.request('/four')]);
    expect([await three.text(), await four.text()]).toEqual(['made 2', 'made 2']);
  });

  test('concurrent first requests create an asynchronous service once (M3)', async () => {
    const ready = deferred();
    let made = 0;
    const container = new ServiceManager({
      factories: {
        Ping: async () => {
          made++;
          await ready.promise;
          return kit.answer('pong');
        },
      },
    });
    const app = kit.app({ container });
    app.pipe(kit.service('Ping'));
    const answers = Array.from({ length: 20 }, () => app.request('/'));
    ready.resolve();
    const bodies = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(new Set(bodies)).toEqual(new Set(['pong']));
    expect(made).toBe(1);
  });

  test('an asynchronous service that could not be created is created again for the next request (M3)', async () => {
    let made = 0;
    const container = new ServiceManager({
      factories: {
        Ping: async () => {
          made++;
          if (made === 1) throw new Error('the database is not up yet');
          return kit.answer('pong');
        },
      },
    });
    const app = kit.app({ container });
    app.pipe(kit.service('Ping'));
    const first = await Promise.all([app.request('/'), app.request('/')]);
    expect(first.map(({ status }) => status)).toEqual([500, 500]);
    expect(await (await app.request('/')).text()).toBe('pong');
    expect((await app.request('/')).status).toBe(200);
    expect(made).toBe(2);
  });

  test('a service that could not be created synchronously is created again for the next request (M3)', async () => {
    let made = 0;
    const container = new ServiceManager({
      factories: {
        Ping: () => {
          made++;
          if (made === 1) throw new Error('not yet');
          return kit.answer('pong');
        },
      },
    });
    const app = kit.app({ container });
    app.pipe(kit.service('Ping'));
    expect((await app.request('/')).status).toBe(500);
    expect((await app.request('/')).status).toBe(200);
  });
});
