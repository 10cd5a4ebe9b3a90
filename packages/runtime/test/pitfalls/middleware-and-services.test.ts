import { describe, expect, test, vi } from 'vitest';
import { ServiceManager } from '../../src/kernel/container/service-manager.ts';
import * as a from '../../src/a/index.ts';
import * as b from '../../src/b/index.ts';
import { RouteResult, TextResponse } from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
import { deferred } from '../support/deferred.ts';
import { inJavaScript } from '../support/in-javascript.ts';
import { ask, serve } from '../support/serve.ts';

// An unhandled rejection would end a process; here it would fail the run.
inBothVariants((kit) => {
  describe('`next` called twice; forgotten; called after the response; its promise not returned', () => {
    test('a call of next that is not awaited may fail without harm', async () => {
      const inner = deferred();
      const app = kit.app();
      app.pipe(kit.hasty());
      app.pipe(
        kit.handler(async () => {
          inner.resolve();
          throw new Error('nobody listens');
        }),
      );
      expect(await (await app.request('/')).text()).toBe('hasty');
      await inner.promise;
    });

    test('a second call of next may fail without harm', async () => {
      let ran = 0;
      const app = kit.app();
      app.pipe(kit.twice());
      app.pipe(
        kit.handler(async () => {
          if (++ran === 2) throw new Error('the second time');
          return new TextResponse('the first time');
        }),
      );
      expect((await app.request('/')).status).toBe(500);
      expect(ran).toBe(2);
    });
  });

  describe('A falsy or non-Error value thrown', () => {
    test.each([undefined, null, false, 0, '', Number.NaN, Symbol('thrown'), {}, [], new Map()])(
      'anything may be thrown: %o',
      async (value) => {
        const app = kit.app({ debug: true });
        app.pipe(kit.throws(value));
        const { status, body } = await ask(await serve(app));
        expect(status).toBe(500);
        expect(body).toMatch(/^500 Internal Server Error\n/);
      },
    );

    test('an error whose message cannot be read gets a response', async () => {
      const error = new Error('x');
      Object.defineProperty(error, 'message', {
        get() {
          throw new Error('a trap');
        },
      });
      const app = kit.app({ debug: true });
      app.pipe(kit.throws(error));
      expect((await app.request('/')).status).toBe(500);
    });
  });

  describe('A prototype response, a route result or an attribute that survives into the parent or the next request', () => {
    test('attributes and routes do not survive into the next request', async () => {
      const app = kit.app();
      app.pipe(
        kit.handler((request) => {
          const seen = [request.getAttribute('page'), request.getAttribute(RouteResult), request.params];
          return new TextResponse(JSON.stringify(seen));
        }),
      );
      const routed = kit.routed();
      routed.get('/{page}', kit.mark('routed'));
      const parent = kit.app();
      parent.pipe('/in', kit.child(routed));
      parent.pipe(kit.child(app));
      const server = await serve(parent);
      expect((await ask(server, { path: '/in/x' })).body).toBe('[null,null,{}]');
      expect((await ask(server, { path: '/out' })).body).toBe('[null,null,{}]');
    });
  });
});

inBothVariants((kit) => {
  describe('A service created twice under concurrent first requests; a failed asynchronous factory cached for ever', () => {
    test('requests that come at the same time share the one service', async () => {
      let created = 0;
      const made = deferred();
      const app = kit.app({
        container: new ServiceManager({
          factories: {
            Slow: async () => {
              created++;
              await made.promise;
              return kit.answer('slow');
            },
          },
        }),
      });
      let arrived = 0;
      const allArrived = deferred();
      app.pipe(
        kit.pass((request) => {
          if (++arrived === 5) allArrived.resolve();
          return request;
        }),
      );
      app.pipe(kit.service('Slow'));
      const server = await serve(app);
      const answers = Array.from({ length: 5 }, () => ask(server));
      await allArrived.promise;
      made.resolve();
      expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(Array(5).fill('slow'));
      expect(created).toBe(1);
    });

    test('a factory that failed is tried again', async () => {
      let created = 0;
      const app = kit.app({
        container: new ServiceManager({
          factories: {
            Flaky: async () => {
              if (++created === 1) throw new Error('not yet');
              return kit.answer('now');
            },
          },
        }),
      });
      app.pipe(kit.service('Flaky'));
      const server = await serve(app);
      expect((await ask(server)).status).toBe(500);
      expect((await ask(server)).body).toBe('now');
      expect((await ask(server)).body).toBe('now');
      expect(created).toBe(2);
    });
  });

  describe('Cyclic services; a name that is nearly right: name the chain and the nearest names', () => {
    test('a request for services that need each other gets an error with the chain', async () => {
      const log = vi.fn();
      const app = kit.app({
        log,
        container: new ServiceManager({
          factories: {
            Blog: (container) => container.get('Posts'),
            Posts: (container) => container.get('Users'),
            Users: (container) => container.get('Blog'),
          },
        }),
      });
      app.pipe(kit.service('Blog'));
      expect((await app.request('/')).status).toBe(500);
      expect(chainOf(log.mock.calls[0]?.[0])).toMatch(/Blog.*Posts.*Users.*Blog/s);
    });

    test('an error about a service with a misspelled name suggests the similar names', async () => {
      const log = vi.fn();
      const container = new ServiceManager({ invokables: { Mailer: Object, Database: Object } });
      const app = kit.app({ log, container });
      app.pipe(
        kit.handler(() => {
          container.get('Mailr');
          return new TextResponse('never');
        }),
      );
      expect((await app.request('/')).status).toBe(500);
      expect(String(log.mock.calls[0]?.[0])).toMatch(/"?Mailr"?.*Mailer/s);
    });
  });
});

describe('A prototype response, a route result or an attribute that survives into the parent or the next request', () => {
  test('A: data that one request writes to its response is not in the next', async () => {
    const app = new a.Application().pipe((request, response) => {
      response.body.write(request.path);
      return response;
    });
    expect(await (await app.request('/one')).text()).toBe('/one');
    expect(await (await app.request('/two')).text()).toBe('/two');
  });
});

describe('`next` called twice; forgotten; called after the response; its promise not returned', () => {
  test('A: next that is forgotten is an error, and the request does not hang', async () => {
    const app = new a.Application({ log: () => {} })
      .pipe(inJavaScript(() => {}))
      .pipe(() => new TextResponse('never'));
    expect((await app.request('/')).status).toBe(500);
  });

  test('A: a call of next after the response does not change the response', async () => {
    const late = deferred();
    const app = new a.Application();
    app.pipe((request, response, next) => {
      void late.promise.then(() => next(request, response));
      return new TextResponse('early');
    });
    const ran = deferred();
    app.pipe(() => {
      ran.resolve();
      return new TextResponse('late');
    });
    expect(await (await app.request('/')).text()).toBe('early');
    late.resolve();
    await ran.promise;
  });
});

describe('An error middleware that throws', () => {
  test('A: error middleware that throws, one after the other, ends in the final handler', async () => {
    const app = new a.Application({ log: () => {} });
    for (let depth = 0; depth < 5; depth++) {
      app.pipeErrorHandler(async (error) => {
        throw new Error(`${depth}`, { cause: error });
      });
    }
    expect(await (await app.request('/')).text()).toBe('500 Internal Server Error\n');
  });

  test('A: a final handler that rejects does not end the process when it is not awaited', async () => {
    const rejected = deferred();
    const app = new a.Application({
      log: () => {},
      finalHandler: async () => {
        rejected.resolve();
        throw new Error('the final handler is broken');
      },
    });
    app.pipe((request, response, next) => {
      void next(request, response);
      return new TextResponse('hasty');
    });
    expect(await (await app.request('/')).text()).toBe('hasty');
    await rejected.promise;
  });
});

describe('`next` called twice; forgotten; called after the response; its promise not returned', () => {
  test('B: a missing response is an error that names the middleware, not a hang', async () => {
    const log = vi.fn();
    const app = new b.Application({ log });
    // @ts-expect-error a middleware of B must respond
    app.pipe(function forgetful(request, delegate) {
      void delegate(request);
    });
    app.pipe(() => new TextResponse('inner'));
    expect((await app.request('/')).status).toBe(500);
    expect(String(log.mock.calls[0]?.[0])).toMatch(/forgetful/);
  });

  test('B: a delegate that is called after the response may fail without harm', async () => {
    const late = deferred();
    const ran = deferred();
    const app = new b.Application().pipe((request, delegate) => {
      void late.promise.then(() => delegate(request));
      return new TextResponse('early');
    });
    app.pipe(async () => {
      ran.resolve();
      return new TextResponse('late');
    });
    expect(await (await app.request('/')).text()).toBe('early');
    late.resolve();
    await ran.promise;
  });
});

/** The messages of an error and of its causes. */
function chainOf(error: unknown): string {
  return error instanceof Error ? `${error.message}\n${chainOf(error.cause)}` : '';
}
