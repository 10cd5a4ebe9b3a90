import * as b from '../../src/b/index.ts';
import type { CaseOfB, KitOfB } from './case.ts';

const { ErrorHandler, HttpError, HttpResponse, NotFoundHandler, TextResponse } = b;

function appWith(kit: KitOfB, ...middleware: b.MiddlewareValue[]): b.Application {
  const app = kit.app();
  for (const item of middleware) app.pipe(item);
  return app;
}

const cases: readonly Omit<CaseOfB, 'variant'>[] = [
  {
    rule: 'B1',
    name: 'delegate.process does the same as calling the delegate',
    build: (kit) =>
      appWith(
        kit,
        (request, delegate) => delegate.process(request.withAttribute('user', 'ada')),
        (request) => new TextResponse(`hello ${request.getAttribute('user')}`),
      ),
    request: { path: '/' },
    expect: { status: 200, body: 'hello ada' },
  },
  {
    rule: 'B1',
    name: 'a middleware that returns nothing is an error that names it and the request',
    build(kit) {
      const app = kit.app({ debug: true });
      return app.pipe(function forgetful() {
        return Reflect.get({}, 'nothing');
      });
    },
    request: { path: '/page' },
    expect: { status: 500, body: /forgetful returned undefined for GET \/page/ },
  },
  {
    rule: 'B1',
    name: 'a middleware that promises nothing is the same error',
    build(kit) {
      const app = kit.app({ debug: true });
      return app.pipe(async function forgetful() {
        return Reflect.get({}, 'nothing');
      });
    },
    request: { path: '/page' },
    expect: { status: 500, body: /forgetful returned undefined for GET \/page/ },
  },
  {
    rule: 'B1',
    name: 'a text is no response',
    build(kit) {
      const app = kit.app({ debug: true });
      return app.pipe(function texter() {
        return JSON.parse('"hello"');
      });
    },
    request: { path: '/' },
    expect: { status: 500, body: /texter returned "hello" for GET \// },
  },
  {
    rule: 'B1',
    name: 'the missing response of an inner layer is not blamed on the outer one',
    build(kit) {
      const app = kit.app({ debug: true });
      app.pipe(function outer(request, delegate) {
        return delegate(request);
      });
      return app.pipe(function inner() {
        return Reflect.get({}, 'nothing');
      });
    },
    request: { path: '/' },
    expect: { status: 500, body: /middleware inner returned/ },
  },
  {
    rule: 'B2',
    name: 'the end of the pipeline is 404',
    build: (kit) => appWith(kit, kit.pass()),
    request: { path: '/nowhere' },
    expect: { status: 404, body: '404 Not Found\nNo route matches GET /nowhere.\n' },
  },
  {
    rule: 'B2',
    name: 'the default delegate may be another',
    build: (kit) =>
      new b.Application({ defaultDelegate: () => new TextResponse('nothing here', 410) }).pipe(kit.pass()),
    request: { path: '/' },
    expect: { status: 410, body: 'nothing here' },
  },
  {
    rule: 'B2',
    name: 'a child application passes on what it does not answer',
    build(kit) {
      const child = new b.Application({ defaultDelegate: () => new TextResponse('child', 404) });
      return appWith(kit, child.pipe(kit.pass()), kit.answer('parent'));
    },
    request: { path: '/' },
    expect: { status: 200, body: 'parent' },
  },
  {
    rule: 'B2',
    name: 'outer middleware sees the 404 as a response',
    build: (kit) =>
      appWith(
        kit,
        kit.around((response) => response.withHeader('X-Status', String(response.status))),
      ),
    request: { path: '/' },
    expect: { status: 404, headers: { 'x-status': '404' } },
  },
  {
    rule: 'B2',
    name: 'NotFoundHandler answers what reaches it',
    build: (kit) =>
      appWith(kit, new b.MiddlewarePipe().pipe(new NotFoundHandler()), kit.answer('must not run')),
    request: { path: '/x' },
    expect: { status: 404, body: /GET \/x/ },
  },
  {
    rule: 'B3',
    name: 'a method mismatch is 405 with Allow, rendered as an error, and layers outside see it',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.around((response) => response.withHeader('X-Seen', String(response.status))));
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.post('/post', kit.answer('posted'));
      return app;
    },
    request: { path: '/post' },
    expect: {
      status: 405,
      headers: { allow: 'POST, OPTIONS', 'x-seen': '405', vary: 'Accept' },
      body: '405 Method Not Allowed\n/post allows POST, OPTIONS, not GET.\n',
    },
  },
  {
    rule: 'B3',
    name: 'a method mismatch is a problem for a JSON client',
    build(kit) {
      const app = kit.routed();
      app.post('/post', kit.answer('posted'));
      return app;
    },
    request: { path: '/post', headers: { accept: 'application/json' } },
    expect: {
      status: 405,
      headers: { allow: 'POST, OPTIONS', 'content-type': 'application/problem+json' },
      body: {
        type: 'about:blank',
        title: 'Method Not Allowed',
        status: 405,
        detail: '/post allows POST, OPTIONS, not GET.',
        instance: '/post',
      },
    },
  },
  {
    rule: 'B3',
    name: "a method mismatch is rendered by the application's generator, and has Allow all the same",
    build(kit) {
      const app = new b.Application({
        errorResponseGenerator: async (error) =>
          new Response(`oh: ${(error as Error).name}`, { status: 405 }),
      });
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.post('/post', kit.answer('posted'));
      return app;
    },
    request: { path: '/post' },
    expect: { status: 405, headers: { allow: 'POST, OPTIONS' }, body: 'oh: MethodNotAllowedError' },
  },
  {
    rule: 'M4',
    name: 'an error response generator may return a Web Response',
    build: (kit) =>
      appWith(
        kit,
        kit.around((response) => response.withHeader('X-Outside', 'seen')),
        new ErrorHandler(() => new Response('sorry', { status: 503 })),
        kit.throws(new Error('inside')),
      ),
    request: { path: '/' },
    expect: { status: 503, headers: { 'x-outside': 'seen' }, body: 'sorry' },
  },
  {
    rule: 'M4',
    name: 'an error response generator may promise a Web Response',
    build: (kit) =>
      new b.Application({
        log: () => {},
        errorResponseGenerator: async () => new Response('sorry', { status: 503 }),
      }).pipe(kit.throws(new Error('inside'))),
    request: { path: '/' },
    expect: { status: 503, body: 'sorry' },
  },
  {
    rule: 'M4',
    name: 'a default delegate may return a Web Response, which layers see as an HttpResponse',
    build: (kit) =>
      new b.Application({ defaultDelegate: () => new Response('nothing here', { status: 410 }) }).pipe(
        kit.around((response) => response.withHeader('X-Is', String(response instanceof HttpResponse))),
      ),
    request: { path: '/' },
    expect: { status: 410, headers: { 'x-is': 'true' }, body: 'nothing here' },
  },
  {
    rule: 'B3',
    name: 'a method mismatch does not go on to layers further inside',
    build(kit) {
      const app = kit.routed();
      app.post('/post', kit.answer('posted'));
      return app.pipe(kit.answer('must not run'));
    },
    request: { path: '/post' },
    expect: { status: 405, body: /^405 Method Not Allowed\n/ },
  },
  {
    rule: 'B4',
    name: 'a throw travels outwards through the middleware that called',
    build: (kit) =>
      appWith(
        kit,
        async (request, delegate) => {
          try {
            return await delegate(request);
          } catch (error) {
            return new TextResponse(`caught ${(error as Error).message}`, 503);
          }
        },
        kit.pass(),
        kit.throws(new Error('inside')),
      ),
    request: { path: '/' },
    expect: { status: 503, body: 'caught inside' },
  },
  {
    rule: 'B4',
    name: 'ErrorHandler turns what is thrown inside it into a response',
    build: (kit) =>
      appWith(kit, new ErrorHandler(), kit.pass(), kit.throws(new HttpError(409, 'edited meanwhile'))),
    request: { path: '/' },
    expect: { status: 409, body: '409 Conflict\nedited meanwhile\n' },
  },
  {
    rule: 'B4',
    name: 'ErrorHandler turns a rejection into a response',
    build: (kit) =>
      appWith(kit, new ErrorHandler(), async () => {
        throw new HttpError(410);
      }),
    request: { path: '/' },
    expect: { status: 410 },
  },
  {
    rule: 'B4',
    name: 'layers outside ErrorHandler see its response',
    build: (kit) =>
      appWith(
        kit,
        kit.around((response) => response.withHeader('X-Seen', String(response.status))),
        new ErrorHandler(),
        kit.throws(new Error('inside')),
      ),
    request: { path: '/' },
    expect: { status: 500, headers: { 'x-seen': '500' } },
  },
  {
    rule: 'B4',
    name: 'ErrorHandler takes a response generator',
    build: (kit) =>
      appWith(
        kit,
        new ErrorHandler((error, request) => new HttpResponse(`${request.path}: ${String(error)}`, 418)),
        kit.throws('a text'),
      ),
    request: { path: '/tea' },
    expect: { status: 418, body: '/tea: a text' },
  },
  {
    rule: 'B4',
    name: 'a response generator that throws leaves the framework to answer',
    build: (kit) =>
      appWith(
        kit,
        new ErrorHandler(() => {
          throw new Error('broken generator');
        }),
        kit.throws(new Error('inside')),
      ),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'B4',
    name: 'what no middleware handles is turned into a response by the application',
    build: (kit) => appWith(kit, kit.throws(new HttpError(402, 'pay first'))),
    request: { path: '/' },
    expect: { status: 402, body: '402 Payment Required\npay first\n' },
  },
  {
    rule: 'B4',
    name: 'an error of a child application reaches the ErrorHandler of the parent',
    build(kit) {
      const child = kit.routed();
      child.get('/x', kit.throws(new HttpError(403, 'inner')));
      return appWith(kit, new ErrorHandler((error) => new TextResponse(String(error), 403)), child);
    },
    request: { path: '/x' },
    expect: { status: 403, body: 'HttpError: inner' },
  },
];

export const variantB: readonly CaseOfB[] = cases.map((item) => ({ ...item, variant: 'b' }));
