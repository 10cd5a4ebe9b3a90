import * as a from '../../src/a/index.ts';
import { inJavaScript } from '../support/in-javascript.ts';
import type { CaseOfA, KitOfA } from './case.ts';

const { HttpError, MethodNotAllowedError, NotFoundError, TextResponse } = a;

/** Error middleware that answers with the error's message. */
const showError: a.ErrorMiddleware = (error, _request, response) =>
  new TextResponse(error instanceof Error ? error.message : String(error), response.status);

const OF_A_BODY = {
  'content-encoding': 'gzip',
  'content-language': 'en',
  'content-disposition': 'attachment',
  etag: '"1"',
  'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
  'cache-control': 'public, max-age=60',
  expires: '0',
  'accept-ranges': 'bytes',
};

function appWith(kit: KitOfA, ...middleware: a.MiddlewareValue[]): a.Application {
  const app = kit.app();
  for (const item of middleware) app.pipe(item);
  return app;
}

/** Middlewares that forget to return what `next` gives. */
function passingOnWithoutReturn(): Omit<CaseOfA, 'variant'>[] {
  const forms: Readonly<Record<string, Parameters<typeof inJavaScript>[0]>> = {
    'a function': function forgetful(request, response, next) {
      void next(request, response);
    },
    'a function that passes on a changed request': function forgetful(request, response, next) {
      void next(request.withAttribute('a', 1), response.withHeader('X-A', '1'));
    },
    'a function that passes on a new request': function forgetful(_request, response, next) {
      void next(new a.ServerRequest('/new'), response);
    },
    'a function that passes an error on': function forgetful(request, response, next) {
      void next(request, response, new HttpError(403));
    },
    'an async function': async function forgetful(request, response, next) {
      await next(request, response);
    },
    'an async function that passes on later': async function forgetful(request, response, next) {
      await Promise.resolve();
      await next(request, response);
    },
    'an async function that passes on a new request later': async function forgetful(
      _request,
      response,
      next,
    ) {
      await Promise.resolve();
      await next(new a.ServerRequest('/new'), response.withHeader('X-A', '1'));
    },
    'a function that promises to pass on': function forgetful(request, response, next) {
      return Promise.resolve().then(() => void next(request, response));
    },
  };
  return [false, true].flatMap((debug) =>
    Object.entries(forms).map(([form, middleware]) => ({
      rule: 'A1',
      name: `${form}, which passes on and returns nothing is an error${debug ? ', with debug too' : ''}`,
      build: (kit) =>
        kit
          .app({ debug })
          .pipe(inJavaScript(middleware))
          .pipe(kit.answer('inner'))
          .pipeErrorHandler(showError),
      request: { path: '/x' },
      expect: {
        status: 200,
        body: 'The middleware forgetful returned undefined for GET /x; write "return next(request, response)".',
      },
    })),
  );
}

const cases: readonly Omit<CaseOfA, 'variant'>[] = [
  {
    rule: 'A1',
    name: 'next runs the next middleware with the request and the response that it is given',
    build: (kit) =>
      appWith(
        kit,
        (request, response, next) =>
          next(request.withAttribute('user', 'ada'), response.withHeader('X-Up', '1')),
        (request, response) => {
          response.body.write(`hello ${request.getAttribute('user')}`);
          return response;
        },
      ),
    request: { path: '/' },
    expect: { status: 200, headers: { 'x-up': '1' }, body: 'hello ada' },
  },
  {
    rule: 'A1',
    name: 'a middleware that returns nothing yields the response that it has written to',
    build: (kit) =>
      appWith(
        kit,
        inJavaScript((_request, response) => {
          response.body.write('written');
        }),
      ),
    request: { path: '/' },
    expect: { status: 200, body: 'written' },
  },
  {
    rule: 'A1',
    name: 'an asynchronous middleware that returns nothing yields the response that it has written to',
    build: (kit) =>
      appWith(
        kit,
        inJavaScript(async (_request, response) => {
          await Promise.resolve();
          response.body.write('written later');
        }),
      ),
    request: { path: '/' },
    expect: { status: 200, body: 'written later' },
  },
  ...passingOnWithoutReturn(),
  {
    rule: 'A1',
    name: 'a middleware may change the response that next gives',
    build: (kit) =>
      appWith(
        kit,
        async (request, response, next) => (await next(request, response)).withHeader('X-Down', '1'),
        () => new TextResponse('core', 201),
      ),
    request: { path: '/' },
    expect: { status: 201, headers: { 'x-down': '1' }, body: 'core' },
  },
  {
    rule: 'A1',
    name: 'next without a response is an error that says what it takes',
    build(kit) {
      const app = kit.app({ debug: true });
      app.pipe((request, _response, next) => Reflect.apply(next, undefined, [request]));
      return app;
    },
    request: { path: '/' },
    expect: { status: 500, body: /next\(request, response\)/ },
  },
  {
    rule: 'A2',
    name: 'a throw skips ordinary middleware and runs the next error middleware',
    build: (kit) =>
      appWith(kit, kit.throws(new Error('broken')), kit.throws(new Error('must not run'))).pipeErrorHandler(
        showError,
      ),
    request: { path: '/' },
    expect: { status: 200, body: 'broken' },
  },
  {
    rule: 'A2',
    name: 'a rejection does the same',
    build: (kit) =>
      appWith(kit, async () => {
        throw new Error('rejected');
      }).pipeErrorHandler(showError),
    request: { path: '/' },
    expect: { status: 200, body: 'rejected' },
  },
  {
    rule: 'A2',
    name: 'next with an error does the same',
    build: (kit) =>
      appWith(
        kit,
        (request, response, next) => next(request, response.withStatus(418), 'a text as error'),
        kit.throws(new Error('must not run')),
      ).pipeErrorHandler(showError),
    request: { path: '/' },
    expect: { status: 418, body: 'a text as error' },
  },
  {
    rule: 'A2',
    name: 'next with a falsy error other than null and undefined starts error mode',
    build: (kit) =>
      appWith(
        kit,
        (request, response, next) => next(request, response, 0),
        kit.throws(new Error('must not run')),
      ).pipeErrorHandler((error) => new TextResponse(`error ${String(error)}`)),
    request: { path: '/' },
    expect: { status: 200, body: 'error 0' },
  },
  {
    rule: 'A2',
    name: 'next with null as error goes on as if there were none',
    build: (kit) =>
      appWith(
        kit,
        (request, response, next) => next(request, response, null),
        () => new TextResponse('ordinary'),
      ),
    request: { path: '/' },
    expect: { status: 200, body: 'ordinary' },
  },
  {
    rule: 'A2',
    name: 'a throw of undefined starts error mode all the same',
    build: (kit) =>
      appWith(kit, kit.throws(undefined), kit.answer('must not run')).pipeErrorHandler(
        () => new TextResponse('caught', 503),
      ),
    request: { path: '/' },
    expect: { status: 503, body: 'caught' },
  },
  {
    rule: 'A2',
    name: 'error middleware above the throw is not run',
    build(kit) {
      const app = kit.app().pipeErrorHandler(() => new TextResponse('above'));
      return app.pipe(kit.throws(new Error('broken'))).pipeErrorHandler(() => new TextResponse('below'));
    },
    request: { path: '/' },
    expect: { status: 200, body: 'below' },
  },
  {
    rule: 'A2',
    name: 'error middleware may pass the error on',
    build: (kit) =>
      appWith(kit, kit.throws(new Error('first')))
        .pipeErrorHandler((error, request, response, next) =>
          next(request, response.withHeader('X-Seen', '1'), error),
        )
        .pipeErrorHandler((error, request, response) =>
          response.withBody(`${response.header('x-seen')} ${(error as Error).message}`),
        ),
    request: { path: '/' },
    expect: { status: 200, headers: { 'x-seen': '1' }, body: '1 first' },
  },
  {
    rule: 'A2',
    name: 'when error middleware throws, the next one gets the new error',
    build: (kit) =>
      appWith(kit, kit.throws(new Error('first')))
        .pipeErrorHandler(() => {
          throw new Error('second');
        })
        .pipeErrorHandler(showError),
    request: { path: '/' },
    expect: { status: 200, body: 'second' },
  },
  {
    rule: 'A2',
    name: 'when error middleware rejects, the next one gets the new error',
    build: (kit) =>
      appWith(kit, kit.throws(new Error('first')))
        .pipeErrorHandler(async () => {
          throw new Error('second');
        })
        .pipeErrorHandler(showError),
    request: { path: '/' },
    expect: { status: 200, body: 'second' },
  },
  {
    rule: 'A2',
    name: 'error middleware may resume ordinary middleware',
    build(kit) {
      const app = appWith(kit, kit.throws(new Error('forgiven')));
      app.pipeErrorHandler((_error, request, response, next) => next(request, response));
      return app.pipe(() => new TextResponse('resumed'));
    },
    request: { path: '/' },
    expect: { status: 200, body: 'resumed' },
  },
  {
    rule: 'A2',
    name: 'error middleware without an error is skipped',
    build(kit) {
      const app = kit.app().pipeErrorHandler(showError);
      return app.pipe(kit.answer('ordinary'));
    },
    request: { path: '/' },
    expect: { status: 200, body: 'ordinary' },
  },
  {
    rule: 'A2',
    name: 'a middleware that catches what next gives does not see an error: it is answered further down',
    build: (kit) =>
      appWith(
        kit,
        async (request, response, next) => {
          const answer = await next(request, response);
          return answer.withHeader('X-Outside', String(answer.status));
        },
        kit.throws(new HttpError(403, 'no')),
      ),
    request: { path: '/' },
    expect: { status: 403, headers: { 'x-outside': '403' } },
  },
  {
    rule: 'A3',
    name: 'a function of four parameters given to pipe is error middleware',
    build(kit) {
      const app = appWith(kit, kit.throws(new Error('broken')));
      const show: a.ErrorMiddleware = (error, request, response, next) =>
        showError(error, request, response, next);
      app.pipe(show);
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'broken' },
  },
  {
    rule: 'A3',
    name: 'pipeErrorHandler takes an object, with fewer parameters too',
    build: (kit) =>
      appWith(kit, kit.throws(new Error('broken'))).pipeErrorHandler({
        process: (error) => new TextResponse((error as Error).message, 503),
      }),
    request: { path: '/' },
    expect: { status: 503, body: 'broken' },
  },
  {
    rule: 'A3',
    name: 'pipeErrorHandler takes a service name',
    build(kit) {
      const app = kit.app({ services: { Errors: showError } });
      return app.pipe(kit.throws(new Error('broken'))).pipeErrorHandler('Errors');
    },
    request: { path: '/' },
    expect: { status: 200, body: 'broken' },
  },
  {
    rule: 'A3',
    name: 'an array given to pipeErrorHandler is a pipeline of error middleware',
    build: (kit) =>
      appWith(kit, kit.throws(new Error('broken'))).pipeErrorHandler([
        (error, request, response, next) => next(request, response.withHeader('X-First', '1'), error),
        [(error, _request, response) => response.withBody((error as Error).message)],
      ]),
    request: { path: '/' },
    expect: { status: 200, headers: { 'x-first': '1' }, body: 'broken' },
  },
  {
    rule: 'A3',
    name: 'error middleware under a prefix sees errors of that path only',
    build: (kit) =>
      appWith(kit, kit.throws(new Error('broken')))
        .pipeErrorHandler('/api', () => new TextResponse('api'))
        .pipeErrorHandler('/', () => new TextResponse('site')),
    request: { path: '/page' },
    expect: { status: 200, body: 'site' },
  },
  {
    rule: 'A3',
    name: 'error middleware under a prefix sees the path relative to it',
    build: (kit) =>
      appWith(kit, kit.throws(new Error('broken')))
        .pipeErrorHandler('/api', (error, request, response, next) =>
          next(request.withAttribute('inside', request.path), response, error),
        )
        .pipeErrorHandler(
          (_error, request) => new TextResponse(`${request.getAttribute('inside')} ${request.path}`),
        ),
    request: { path: '/api/users' },
    expect: { status: 200, body: '/users /api/users' },
  },
  {
    rule: 'A4',
    name: 'an error that a nested pipe does not handle goes on to the outer error middleware',
    build: (kit) =>
      appWith(
        kit,
        new a.MiddlewarePipe().pipe(kit.throws(new Error('inner'))),
        kit.answer('must not run'),
      ).pipeErrorHandler(showError),
    request: { path: '/' },
    expect: { status: 200, body: 'inner' },
  },
  {
    rule: 'A4',
    name: 'an error that a child application does not handle goes on to the outer error middleware',
    build(kit) {
      const child = kit.routed();
      child.get('/{page}', kit.throws(new Error('inner')));
      return appWith(kit, child).pipeErrorHandler(
        (error, request) =>
          new TextResponse(`${(error as Error).message} ${Object.keys(request.params).length}`),
      );
    },
    request: { path: '/x' },
    expect: { status: 200, body: 'inner 0' },
  },
  {
    rule: 'A4',
    name: 'an error that a child application handles stays inside',
    build(kit) {
      const child = kit.app().pipe(kit.throws(new Error('inner')));
      child.pipeErrorHandler(() => new TextResponse('handled inside'));
      return appWith(kit, child).pipeErrorHandler(() => new TextResponse('outside'));
    },
    request: { path: '/' },
    expect: { status: 200, body: 'handled inside' },
  },
  {
    rule: 'A4',
    name: 'an error below a child application does not enter its error middleware',
    build(kit) {
      const child = kit.app().pipe(kit.pass());
      child.pipeErrorHandler((error, request, response, next) =>
        error instanceof NotFoundError ? next(request, response) : new TextResponse('inside'),
      );
      return appWith(kit, child, kit.throws(new Error('below'))).pipeErrorHandler(
        () => new TextResponse('outside'),
      );
    },
    request: { path: '/' },
    expect: { status: 200, body: 'outside' },
  },
  {
    rule: 'A5',
    name: 'at the end, a response with headers alone is no answer, and the final handler keeps them',
    build: (kit) =>
      appWith(kit, (request, response, next) => next(request, response.withHeader('X-Request-Id', '7'))),
    request: { path: '/nowhere' },
    expect: {
      status: 404,
      headers: { 'x-request-id': '7' },
      body: '404 Not Found\nNo route matches GET /nowhere.\n',
    },
  },
  {
    rule: 'A5',
    name: 'a header that is set before routing leaves an unknown path a 404',
    build(kit) {
      const app = appWith(kit, (request, response, next) =>
        next(request, response.withHeader('X-Request-Id', '7')),
      );
      app.get('/', kit.answer('home'));
      return app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    },
    request: { path: '/nowhere' },
    expect: { status: 404, headers: { 'x-request-id': '7' } },
  },
  {
    rule: 'A5',
    name: 'at the end, a response that was given a body is the answer',
    build: (kit) =>
      appWith(kit, (request, response, next) =>
        next(request, response.withBody('given').withHeader('X-A', '1')),
      ),
    request: { path: '/' },
    expect: { status: 200, headers: { 'x-a': '1' }, body: 'given' },
  },
  {
    rule: 'A5',
    name: 'at the end, a response of another status than the first is the answer',
    build: (kit) => appWith(kit, (request, response, next) => next(request, response.withStatus(204))),
    request: { path: '/' },
    expect: { status: 204, body: '' },
  },
  {
    rule: 'A5',
    name: 'at the end, a response that was written to and then got a header is the answer',
    build: (kit) =>
      appWith(kit, (request, response, next) => {
        response.body.write('written');
        return next(request, response.withHeader('X-A', '1'));
      }),
    request: { path: '/' },
    expect: { status: 200, headers: { 'x-a': '1' }, body: 'written' },
  },
  {
    rule: 'A5',
    name: 'headers alone are no answer of a request that a middleware made anew either',
    build: (kit) =>
      appWith(kit, (_request, response, next) =>
        next(new a.ServerRequest('/new'), response.withHeader('X-A', '1')),
      ),
    request: { path: '/' },
    expect: { status: 404, headers: { 'x-a': '1' } },
  },
  {
    rule: 'A5',
    name: 'a child application is unanswered when the layers outside it wrote to the response and it set headers only',
    build(kit) {
      const child = kit.app();
      child.pipe((request, response, next) => next(request, response.withHeader('X-Child', '1')));
      return appWith(
        kit,
        (request, response, next) => {
          response.body.write('outer ');
          return next(request, response);
        },
        child,
        (_request, response) => {
          response.body.write('parent');
          return response;
        },
      );
    },
    request: { path: '/' },
    expect: { status: 200, headers: { 'x-child': '1' }, body: 'outer parent' },
  },
  {
    rule: 'A5',
    name: 'at the end, a response that was written to is the answer',
    build: (kit) =>
      appWith(kit, (request, response, next) => {
        response.body.write('written');
        return next(request, response);
      }),
    request: { path: '/' },
    expect: { status: 200, body: 'written' },
  },
  {
    rule: 'A5',
    name: 'at the end, the untouched response means that nothing answered: 404',
    build: (kit) => appWith(kit, kit.pass()),
    request: { path: '/' },
    expect: { status: 404 },
  },
  {
    rule: 'A5',
    name: 'an unanswered request runs the error middleware with a NotFoundError, also that above routing',
    build(kit) {
      const app = kit.app().pipeErrorHandler((error, request) => {
        const { message } = error as Error;
        return new TextResponse(`${String(error instanceof NotFoundError)} ${request.path} ${message}`, 404);
      });
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/ping', kit.answer('pong'));
      return app;
    },
    request: { path: '/pong' },
    expect: { status: 404, body: /^true \/pong .*GET \/pong/ },
  },
  {
    rule: 'A5',
    name: 'error middleware sees routed middleware that could not complete the response',
    build(kit) {
      const app = kit.routed();
      app.get('/half', kit.pass());
      return app.pipeErrorHandler((error) => new TextResponse((error as Error).name, 404));
    },
    request: { path: '/half' },
    expect: { status: 404, body: 'NotFoundError' },
  },
  {
    rule: 'A5',
    name: 'a child application that answers nothing and has no error middleware passes on',
    build: (kit) => appWith(kit, kit.routed(), kit.answer('parent')),
    request: { path: '/' },
    expect: { status: 200, body: 'parent' },
  },
  {
    rule: 'A5',
    name: 'a child application that answers nothing runs its own error middleware',
    build(kit) {
      const child = kit.routed().pipeErrorHandler(() => new TextResponse('child 404', 404));
      return appWith(kit, child, kit.answer('parent'));
    },
    request: { path: '/' },
    expect: { status: 404, body: 'child 404' },
  },
  {
    rule: 'A5',
    name: 'a child application is unanswered when only the layers outside it touched the response',
    build: (kit) =>
      appWith(
        kit,
        (request, response, next) => next(request, response.withHeader('X-Outer', '1')),
        kit.routed(),
        kit.answer('parent'),
      ),
    request: { path: '/' },
    expect: { status: 200, body: 'parent' },
  },
  {
    rule: 'A6',
    name: 'a method mismatch is an error of status 405 with Allow',
    build(kit) {
      const app = kit.routed();
      app.post('/post', kit.answer('posted'));
      return app.pipeErrorHandler((error, _request, response) => {
        const allowed = error instanceof MethodNotAllowedError ? error.allowedMethods.join('+') : 'none';
        return response.withBody(`${response.status} ${response.header('allow')} ${allowed}`);
      });
    },
    request: { path: '/post' },
    expect: { status: 405, headers: { allow: 'POST, OPTIONS' }, body: '405 POST, OPTIONS POST+OPTIONS' },
  },
  {
    rule: 'A6',
    name: 'a method mismatch that nothing handles is handled by the final handler',
    build(kit) {
      const app = kit.routed();
      app.post('/post', kit.answer('posted'));
      return app;
    },
    request: { path: '/post' },
    expect: { status: 405, headers: { allow: 'POST, OPTIONS' }, body: /^405 Method Not Allowed\n/ },
  },
  {
    rule: 'A7',
    name: "the final handler takes the error's own status",
    build: (kit) =>
      appWith(kit, (request, response, next) =>
        next(request, response.withStatus(401), new HttpError(422, 'no good')),
      ),
    request: { path: '/' },
    expect: { status: 422, body: '422 Unprocessable Content\nno good\n' },
  },
  {
    rule: 'A7',
    name: "the final handler takes the response's status when the error has none",
    build: (kit) =>
      appWith(kit, (request, response, next) => next(request, response.withStatus(403), new Error('inside'))),
    request: { path: '/' },
    expect: { status: 403, body: '403 Forbidden\n' },
  },
  {
    rule: 'A7',
    name: 'without either the status is 500',
    build: (kit) =>
      appWith(kit, (request, response, next) => next(request, response.withStatus(201), new Error('inside'))),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'A7',
    name: 'a status of the error that is none of an error does not count',
    build: (kit) => appWith(kit, kit.throws(Object.assign(new Error('odd'), { status: 200 }))),
    request: { path: '/' },
    expect: { status: 500 },
  },
  {
    rule: 'A7',
    name: 'the final handler keeps the headers that middleware set',
    build: (kit) =>
      appWith(
        kit,
        (request, response, next) => next(request, response.withHeader('X-Request-Id', '7')),
        kit.throws(new HttpError(403)),
      ),
    request: { path: '/' },
    expect: { status: 403, headers: { 'x-request-id': '7' } },
  },
  {
    rule: 'A7',
    name: 'the final handler drops the headers that describe another body',
    build: (kit) =>
      appWith(
        kit,
        (request, response, next) => {
          const described = Object.entries(OF_A_BODY).reduce(
            (changed, [name, value]) => changed.withHeader(name, value),
            response.withAddedHeader('Set-Cookie', 'a=1').withAddedHeader('Set-Cookie', 'b=2'),
          );
          return next(request, described);
        },
        kit.throws(new HttpError(403, 'no')),
      ),
    request: { path: '/' },
    expect: {
      status: 403,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '17',
        ...Object.fromEntries(Object.keys(OF_A_BODY).map((name) => [name, null])),
        'set-cookie': /a=1, ?b=2/,
      },
      body: '403 Forbidden\nno\n',
    },
  },
  {
    rule: 'A7',
    name: 'the final handler drops them from the answer to an unanswered request too',
    build: (kit) =>
      appWith(kit, (request, response, next) =>
        next(
          request,
          response.withHeader('Cache-Control', 'max-age=60').withHeader('Content-Encoding', 'gzip'),
        ),
      ),
    request: { path: '/' },
    expect: { status: 404, headers: { 'cache-control': null, 'content-encoding': null } },
  },
  {
    rule: 'A7',
    name: 'the final handler adds to what middleware said of Vary',
    build: (kit) =>
      appWith(
        kit,
        (request, response, next) => next(request, response.withHeader('Vary', 'Origin, accept')),
        kit.throws(new HttpError(403)),
      ),
    request: { path: '/' },
    expect: { status: 403, headers: { vary: /^accept, Origin$/ } },
  },
  {
    rule: 'M4',
    name: 'error middleware may return a Web Response',
    build: (kit) =>
      appWith(
        kit,
        kit.around((response) => response.withHeader('X-Outside', 'seen')),
        kit.throws(new Error('inside')),
      ).pipeErrorHandler(async () => new Response('sorry', { status: 503 })),
    request: { path: '/' },
    expect: { status: 503, headers: { 'x-outside': 'seen' }, body: 'sorry' },
  },
  {
    rule: 'M4',
    name: 'a final handler may return a Web Response',
    build: (kit) =>
      new a.Application({ log: () => {}, finalHandler: () => new Response('gone', { status: 410 }) }).pipe(
        kit.around((response) => response.withHeader('X-Outside', 'seen')),
      ),
    request: { path: '/' },
    expect: { status: 410, headers: { 'x-outside': 'seen' }, body: 'gone' },
  },
  {
    rule: 'M4',
    name: 'a final handler may promise a Web Response',
    build: (kit) =>
      new a.Application({
        log: () => {},
        finalHandler: {
          process: async (_request, _response, error) => new Response(String(error), { status: 500 }),
        },
      }).pipe(kit.throws('a text')),
    request: { path: '/' },
    expect: { status: 500, body: 'a text' },
  },
];

export const variantA: readonly CaseOfA[] = cases.map((item) => ({ ...item, variant: 'a' }));
