import { expect, test, vi } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { type HttpError, ServerRequest, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { exchange, serve } from '../../support/serve.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const MALFORMED = '/%zz';

inBothVariants((kit) => {
  test('a request with two hosts runs the middleware before routing, and nothing else (E6)', async () => {
    const app = kit.app();
    app.pipe(kit.around((response) => response.withHeader('X-Seen', String(response.status))));
    app.pipe(kit.routing);
    app.pipe(kit.dispatch);
    app.get('/', kit.answer('home'));
    const answer = await exchange(
      await serve(app),
      'GET / HTTP/1.1\r\nHost: one\r\nHost: other\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nX-Seen: 400\r\n/);
  });

  test('the last middleware of an app without routing is its handler, which a rejected request does not reach (E6)', async () => {
    const handle = vi.fn(() => new TextResponse('handled'));
    const app = kit.app();
    app.pipe(kit.around((response) => response.withHeader('X-Seen', String(response.status))));
    app.pipe(kit.handler(handle));
    const { status, headers } = await app.request(MALFORMED);
    expect([status, headers.get('x-seen')]).toEqual([400, '400']);
    expect(handle).not.toHaveBeenCalled();
  });

  test('a rejected request is not logged, and an ignored response of middleware causes no warning (E6, E3)', async () => {
    const log = vi.fn();
    const app = kit.app({ log });
    app.pipe(kit.answer('everything'));
    app.pipe(kit.routing);
    expect((await app.request(MALFORMED)).status).toBe(400);
    expect(log).not.toHaveBeenCalled();
  });

  test('a middleware that fails after the rejection is an error like any other (E6, E3)', async () => {
    const log = vi.fn();
    const error = new Error('the access log is full');
    const app = kit.app({ log });
    app.pipe(
      kit.around(() => {
        throw error;
      }),
    );
    app.pipe(kit.routing);
    expect((await app.request(MALFORMED)).status).toBe(500);
    expect(log.mock.calls.map(([logged]) => logged)).toEqual([error]);
  });

  test('middleware that is a service runs, including nested pipelines (E6)', async () => {
    const pipe = kit.app();
    pipe.pipe(kit.around((response) => response.withHeader('X-Inner', '1')));
    pipe.pipe('/', kit.list(kit.around((response) => response.withHeader('X-Everything', '1'))));
    const app = kit.app({
      services: {
        Cors: kit.around((response) => response.withHeader('X-Cors', '1')),
        Pipe: pipe,
        Never: () => {
          throw new Error('a service of a path prefix was asked for');
        },
      },
    });
    app.pipe(kit.service('Cors'));
    app.pipe('/', kit.service('Pipe'));
    app.pipe('/api', kit.service('Never'));
    app.pipe(kit.routing);
    const { status, headers } = await app.request(MALFORMED);
    const seen = ['x-cors', 'x-inner', 'x-everything'].map((name) => headers.get(name));
    expect([status, ...seen]).toEqual([400, '1', '1', '1']);
  });

  test('the middleware of a child application at the end runs like any other (E6)', async () => {
    const child = kit.routed();
    child.get('/', kit.answer('must not run'));
    const access = kit.app();
    access.pipe(kit.around((response) => response.withHeader('X-Inner', String(response.status))));
    access.pipe(kit.child(child));
    for (const around of [[kit.pass()], []]) {
      const app = kit.app();
      for (const layer of around) app.pipe(layer);
      app.pipe(kit.child(access));
      const { status, headers } = await app.request(MALFORMED);
      expect([status, headers.get('x-inner')]).toEqual([400, '400']);
    }
  });

  test('middleware that is attached later runs too (E6)', async () => {
    const app = kit.app();
    app.pipe(kit.pass());
    expect((await app.request(MALFORMED)).headers.get('x-late')).toBeNull();
    app.pipe(kit.around((response) => response.withHeader('X-Late', '1')));
    app.pipe(kit.routing);
    const { status, headers } = await app.request(MALFORMED);
    expect([status, headers.get('x-late')]).toEqual([400, '1']);
  });

  test('rejected requests and accepted ones do not affect each other (E6, P7)', async () => {
    const app = kit.app();
    app.pipe(kit.around((response) => response.withHeader('X-Seen', String(response.status))));
    app.pipe(kit.routing);
    app.pipe(kit.dispatch);
    app.get('/', kit.answer('home'));
    const paths = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? '/' : MALFORMED));
    const answers = await Promise.all(paths.map((path) => app.request(path)));
    expect(answers.map(({ status, headers }) => [status, headers.get('x-seen')])).toEqual(
      paths.map((path) => (path === '/' ? [200, '200'] : [400, '400'])),
    );
  });

  test('with debug the position is behind the middleware that ran (E6, E1)', async () => {
    const app = kit.app({ debug: true, services: { Cors: kit.pass() } });
    app.pipe(kit.service('Cors'));
    app.pipe(kit.routing);
    const body = await (await app.request(MALFORMED)).text();
    expect(body).toMatch(/\nPipeline position: after the last middleware, Cors\n/);
  });
});

test('A: error middleware for every path sees a rejection, error middleware under a prefix does not (E6)', async () => {
  const app = new a.Application()
    .pipe(async (request, response, next) => (await next(request, response)).withHeader('X-Outside', '1'))
    .pipeRoutingMiddleware()
    .pipe(() => new TextResponse('must not run'))
    .pipeErrorHandler('/api', () => new TextResponse('must not run'))
    .pipeErrorHandler((error, request, response, next) =>
      next(request, response.withHeader('X-Error', (error as Error).name), error),
    )
    .pipeErrorHandler((error) => new TextResponse((error as Error).message, 422));
  const response = await app.request(MALFORMED);
  expect([response.status, response.headers.get('x-outside')]).toEqual([422, '1']);
  expect(await response.text()).toMatch(/%zz|path/);
});

test('A: error middleware after a child application, or alone, sees a rejection (E6)', async () => {
  const alone = new a.Application();
  const behind = new a.Application().pipe(new a.Application().pipe((_request, response) => response));
  for (const app of [alone, behind]) {
    app.pipeErrorHandler((error) => new TextResponse(String((error as HttpError).status), 422));
    expect(await (await app.request(MALFORMED)).text()).toBe('400');
  }
});

test('A: error middleware that resumes does not replace a rejection (E6)', async () => {
  const app = new a.Application()
    .pipeRoutingMiddleware()
    .pipeErrorHandler((_error, request, response, next) => next(request, response))
    .pipe(() => new TextResponse('must not run'));
  expect((await app.request(MALFORMED)).status).toBe(400);
});

test('A: a custom final handler responds to a rejection (E6, A7)', async () => {
  const finalHandler: a.MiddlewarePipeOptions['finalHandler'] = (_request, _response, error) =>
    new TextResponse(`final: ${(error as HttpError).status}`, 418);
  const app = new a.Application({ finalHandler }).pipeRoutingMiddleware();
  expect(await (await app.request(MALFORMED)).text()).toBe('final: 400');
});

test('B: the generator of the application renders a rejection, and outer middleware sees it (E6)', async () => {
  const app = new b.Application({
    errorResponseGenerator: (error) => new TextResponse(`generated: ${(error as HttpError).status}`, 418),
  })
    .pipe(new b.ErrorHandler())
    .pipe(async (request, delegate) => (await delegate(request)).withHeader('X-Seen', '1'))
    .pipeRoutingMiddleware();
  const response = await app.request(MALFORMED);
  expect([response.status, response.headers.get('x-seen')]).toEqual([418, '1']);
  expect(await response.text()).toBe('generated: 400');
});

test('middleware that passes another request to next does not make a rejected request acceptable (E6)', async () => {
  const ofB = new b.Application()
    .pipe((_request, delegate) => delegate(new ServerRequest('/')))
    .pipeRoutingMiddleware()
    .pipeDispatchMiddleware();
  ofB.get('/', () => new TextResponse('home'));
  const ofA = new a.Application()
    .pipe((_request, response, next) => next(new ServerRequest('/'), response))
    .pipeRoutingMiddleware()
    .pipeDispatchMiddleware();
  ofA.get('/', () => new TextResponse('home'));
  expect([(await ofA.request(MALFORMED)).status, (await ofB.request(MALFORMED)).status]).toEqual([400, 400]);
});

test('a plain pipe with middleware that responds rejects a request that cannot be routed (E6)', async () => {
  const pipes = [
    new a.MiddlewarePipe().pipe(() => new TextResponse('everything')),
    new b.MiddlewarePipe().pipe(() => new TextResponse('everything')),
  ];
  for (const pipe of pipes) expect((await pipe.request(MALFORMED)).status).toBe(400);
});
