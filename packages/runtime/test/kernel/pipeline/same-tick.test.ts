import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import { contract } from '../../../src/features/contract/index.ts';
import { defineMiddleware, HttpError, passOn, ServerRequest, TextResponse } from '../../../src/index.ts';
import { toNodeHandler } from '../../../src/server/node/index.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { askHttp2 } from '../../support/http2-client.ts';
import { ask, serve } from '../../support/serve.ts';

/** Synchronous middleware, around a synchronous handler or without one. */
const SYNCHRONOUS: Readonly<
  Record<
    string,
    <M>(kit: Kit<M>, app: CaseApplication<M>, handler: M, respond: () => TextResponse) => unknown
  >
> = {
  'a function': (_kit, app, handler) => app.pipe(handler),
  'functions that call the next one': (kit, app, handler) => {
    for (let count = 0; count < 5; count++) app.pipe(kit.pass());
    app.pipe(handler);
  },
  'a path prefix': (_kit, app, handler) => app.pipe('/shop', handler),
  'an array': (kit, app, handler) => app.pipe(kit.list(kit.pass(), kit.list(kit.pass(), handler))),
  'a route': (kit, app, handler) => {
    app.pipe(kit.routing);
    app.pipe(kit.dispatch);
    app.get('/shop/{id:\\d+}', kit.list(kit.pass(), handler));
  },
  'a child application': (kit, app, handler) => {
    const child = kit.routed();
    child.get('/{id}', handler);
    app.pipe('/shop', kit.child(child));
    app.pipe(kit.routing);
  },
  'a service': (kit, app) => app.pipe(kit.service('Handler')),
  'shared middleware': (kit, app, handler) => {
    app.pipe(kit.shared(defineMiddleware((request, next) => next(request))));
    app.pipe(kit.shared(passOn([404, 405])));
    app.pipe(handler);
  },
  'a contract whose schema is synchronous': (kit, app, _handler, respond) => {
    const validate = (value: unknown): object => ({ value });
    const params = { '~standard': { version: 1, vendor: 'test', validate } } as never;
    app.pipe(kit.routing);
    app.pipe(kit.dispatch);
    app.get('/shop/{id}', contract({ params }).handle(() => respond()) as never);
  },
};

/** Error responses, which are rendered without a promise; with `debug`, code of the development tools is loaded first. */
const ERRORS: typeof SYNCHRONOUS = {
  'no middleware, 404': () => {},
  'a path that no route has, 404': (kit, app) => app.pipe(kit.routing),
  'a method that no route has, 405': (kit, app) => {
    app.pipe(kit.routing);
    app.post('/shop/{id}', kit.answer(''));
  },
  'an HttpError': (kit, app) => app.pipe(kit.throws(new HttpError(409))),
  'an error': (kit, app) => app.pipe(kit.throws(new Error('out of paper'))),
};

inBothVariants((kit) => {
  describe.each([{}, { debug: true }, { tracing: true }])('with %j', (options) => {
    const errors = options.debug === true ? {} : ERRORS;
    test.each(Object.entries({ ...SYNCHRONOUS, ...errors }))(
      'responds without a promise of its own: %s',
      async (name, attach) => {
        let isHandled = false;
        const respond = (): TextResponse => {
          isHandled = true;
          return new TextResponse('handled');
        };
        const handler = kit.handler(respond);
        const app = kit.app({ ...options, services: { Handler: handler } });
        attach(kit, app, handler, respond);
        const runsHandler = !(name in ERRORS);

        // The promises of handle() and fetch() are resolved when they are returned.
        const handled = app.handle(new ServerRequest('/shop/7'));
        expect(isHandled).toBe(runsHandler);
        expect(await turnsOf(handled)).toBe(1);
        isHandled = false;
        const fetched = app.fetch(new Request('http://localhost/shop/7'));
        expect(isHandled).toBe(runsHandler);
        expect(await turnsOf(fetched)).toBe(1);
      },
    );
  });

  test('run() has sent the response when it has handled the event of the request (HTTP/1)', async () => {
    const app = kit.routed();
    app.get('/same-tick', kit.answer('handled'));
    const sent: boolean[] = [];
    const onStart = (message: unknown): void => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      // The callback of the socket runs no microtask before its listeners have returned.
      if (request.url === '/same-tick') queueMicrotask(() => sent.push(response.writableEnded));
    };
    subscribe('http.server.request.start', onStart);
    onTestFinished(() => void unsubscribe('http.server.request.start', onStart));
    expect(await ask(await serve(app), { path: '/same-tick' })).toMatchObject({ body: 'handled' });
    expect(sent).toEqual([true]);
  });

  test('a listener among others has sent the response when the next one is called (HTTP/1, HTTP/2)', async () => {
    const app = kit.routed();
    app.get('/', kit.answer('handled'));
    const listener = toNodeHandler(app as never) as (incoming: unknown, outgoing: unknown) => void;
    const sent: boolean[] = [];
    const note = (_incoming: unknown, outgoing: { readonly writableEnded: boolean }): void =>
      void sent.push(outgoing.writableEnded);

    const http1 = createServer(listener).on('request', note);
    expect(await ask({ port: await listening(http1) })).toMatchObject({ body: 'handled' });
    const http2 = createHttp2Server(listener).on('request', note);
    const session = connect(`http://127.0.0.1:${await listening(http2)}`);
    onTestFinished(() => session.destroy());
    expect(await askHttp2(session)).toMatchObject({ body: 'handled' });
    expect(sent).toEqual([true, true]);
  });
});

test('A: error middleware responds without a promise of its own (A2)', async () => {
  const app = new a.Application({ log: () => {} })
    .pipe((request, response, next) => next(request, response, new Error('out of paper')))
    .pipeErrorHandler((_error, request, response, next) => next(request, response))
    .pipe('/', () => {
      throw new Error('out of ink');
    })
    .pipeErrorHandler((error) => new TextResponse((error as Error).message, 503));
  expect(await turnsOf(app.handle(new ServerRequest('/')))).toBe(1);
  expect(await (await app.request('/')).text()).toBe('out of ink');
});

const MOST_TURNS = 10;

/** In how many turns of the queue of microtasks a promise is settled; more than `MOST_TURNS` where it waits for something else. */
async function turnsOf(promise: Promise<unknown>): Promise<number> {
  const state = { isSettled: false };
  void promise.then(() => (state.isSettled = true));
  let turns = 0;
  while (!state.isSettled && turns <= MOST_TURNS) {
    turns++;
    await Promise.resolve();
  }
  return turns;
}

/** Listens on a free port of 127.0.0.1 until the test is over. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
