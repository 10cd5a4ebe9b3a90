import { describe, expect, test, vi } from 'vitest';
import { ServiceManager } from '../../src/kernel/container/service-manager.ts';
import { inBothVariants } from '../cases/kit.ts';
import { serve } from '../support/serve.ts';

inBothVariants((kit) => {
  describe('A child application, a mounted handler or a second server in the process that changes how the first answers, logs or ends', () => {
    test('a child that shows the inside leaves its parent reticent, and neither logs for the other (E5)', async () => {
      const [childLog, parentLog] = [vi.fn(), vi.fn()];
      const child = kit.app({ debug: true, log: childLog });
      child.pipe(kit.throws(new Error('of the child')));
      const parent = kit.app({ log: parentLog });
      parent.pipe(
        kit.handler(async (request) => {
          await child.handle(request);
          throw new Error('of the parent');
        }),
      );
      expect(await (await parent.request('/')).text()).toBe('500 Internal Server Error\n');
      expect([childLog, parentLog].map(({ mock }) => mock.calls.map(([error]) => error.message))).toEqual([
        ['of the child'],
        ['of the parent'],
      ]);
    });

    test('a server that closes does not affect the other (S1)', async () => {
      const [first, second] = await Promise.all(
        ['first', 'second'].map((name) => {
          const app = kit.app();
          app.pipe(kit.answer(name));
          return serve(app);
        }),
      );
      await first?.close();
      expect(await (await fetch(`${second?.url}`)).text()).toBe('second');
    });
  });

  describe('Errors and refusals before the pipeline (413, malformed path) that no CORS, access log or request id ever sees', () => {
    test.each([
      ['/%zz', {}, 400],
      ['/', { method: 'POST', body: 'more than ten bytes', headers: { 'content-length': '19' } }, 413],
    ] as const)('%s %j gets a %i, which the outermost middleware sees (E6)', async (path, init, status) => {
      const seen: number[] = [];
      const app = kit.app({ server: { body_limit: 10 } });
      app.pipe(
        kit.around((response) => {
          seen.push(response.status);
          return response.withHeader('Access-Control-Allow-Origin', '*');
        }),
      );
      app.pipe(kit.routing);
      app.pipe(kit.dispatch);
      app.any('/', kit.answer('home'));
      const response = await app.request(path, init);
      expect([response.status, response.headers.get('access-control-allow-origin'), seen]).toEqual([
        status,
        '*',
        [status],
      ]);
    });
  });

  describe('A minifier that renames classes which are service ids', () => {
    test('two classes that are called the same are two services, each found by itself (M2)', async () => {
      const [One, Other] = ['one', 'other'].map((text) => kit.middlewareClass(text) as new () => object);
      const container = new ServiceManager();
      if (One !== undefined) container.setFactory(One, () => new One());
      if (Other !== undefined) container.setFactory(Other, () => new Other());
      const app = kit.routed({ container });
      app.get('/one', One as never);
      app.get('/other', Other as never);
      expect(One?.name).toBe(Other?.name);
      expect(await (await app.request('/one')).text()).toBe('one');
      expect(await (await app.request('/other')).text()).toBe('other');
    });
  });
});
