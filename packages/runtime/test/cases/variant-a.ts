import * as a from '../../src/a/index.ts';
import { inJavaScript } from '../support/in-javascript.ts';
import { ruleOfA } from './builder.ts';
import type { CaseOfA } from './case.ts';

const { HttpError, MethodNotAllowedError, NotFoundError, TextResponse } = a;

/** Error middleware that responds with the error's message. */
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

/** Middlewares that forget to return what `next` gives. */
function passingOnWithoutReturn(): CaseOfA[] {
  const forms: Readonly<Record<string, Parameters<typeof inJavaScript>[0]>> = {
    'a function': function forgetful(request, response, next) {
      void next(request, response);
    },
    'a function that passes a changed request to next': function forgetful(request, response, next) {
      void next(request.withAttribute('a', 1), response.withHeader('X-A', '1'));
    },
    'a function that passes a new request to next': function forgetful(_request, response, next) {
      void next(new a.ServerRequest('/new'), response);
    },
    'a function that passes an error to next': function forgetful(request, response, next) {
      void next(request, response, new HttpError(403));
    },
    'an async function': async function forgetful(request, response, next) {
      await next(request, response);
    },
    'an async function that calls next later': async function forgetful(request, response, next) {
      await Promise.resolve();
      await next(request, response);
    },
    'an async function that passes a new request to next later': async function forgetful(
      _request,
      response,
      next,
    ) {
      await Promise.resolve();
      await next(new a.ServerRequest('/new'), response.withHeader('X-A', '1'));
    },
    'a function that promises to call next': function forgetful(request, response, next) {
      return Promise.resolve().then(() => void next(request, response));
    },
  };
  return [false, true].flatMap((debug) =>
    Object.entries(forms).map(([form, middleware]) =>
      ruleOfA(
        'A1',
        `${form}, which calls next and returns nothing, is an error${debug ? ', with debug too' : ''}`,
      )
        .options({ debug })
        .app((app, kit) =>
          app.pipe(inJavaScript(middleware)).pipe(kit.answer('inner')).pipeErrorHandler(showError),
        )
        .get('/x')
        .responds(
          200,
          'The middleware forgetful returned undefined for GET /x; write "return next(request, response)".',
        ),
    ),
  );
}

export const variantA: readonly CaseOfA[] = [
  ruleOfA('A1', 'next runs the next middleware with its request and response')
    .app((app) =>
      app
        .pipe((request, response, next) =>
          next(request.withAttribute('user', 'ada'), response.withHeader('X-Up', '1')),
        )
        .pipe((request, response) => {
          response.body.write(`hello ${request.getAttribute('user')}`);
          return response;
        }),
    )
    .get('/')
    .respondsWith(200, { 'x-up': '1' }, 'hello ada'),
  ruleOfA('A1', 'a middleware that returns nothing yields the response that it has written to')
    .app((app) =>
      app.pipe(
        inJavaScript((_request, response) => {
          response.body.write('written');
        }),
      ),
    )
    .get('/')
    .responds(200, 'written'),
  ruleOfA('A1', 'an asynchronous middleware that returns nothing yields the response that it has written to')
    .app((app) =>
      app.pipe(
        inJavaScript(async (_request, response) => {
          await Promise.resolve();
          response.body.write('written later');
        }),
      ),
    )
    .get('/')
    .responds(200, 'written later'),
  ...passingOnWithoutReturn(),
  ruleOfA('A1', 'a middleware may change the response of next')
    .app((app) =>
      app
        .pipe(async (request, response, next) => (await next(request, response)).withHeader('X-Down', '1'))
        .pipe(() => new TextResponse('core', 201)),
    )
    .get('/')
    .respondsWith(201, { 'x-down': '1' }, 'core'),
  ruleOfA('A1', 'next without a response is an error that names its arguments')
    .options({ debug: true })
    .app((app) => app.pipe((request, _response, next) => Reflect.apply(next, undefined, [request])))
    .get('/')
    .responds(500, /next\(request, response\)/),
  ruleOfA('A2', 'a throw skips ordinary middleware and runs the next error middleware')
    .app((app, kit) =>
      app
        .pipe(kit.throws(new Error('broken')))
        .pipe(kit.throws(new Error('must not run')))
        .pipeErrorHandler(showError),
    )
    .get('/')
    .responds(200, 'broken'),
  ruleOfA('A2', 'a rejection does the same')
    .app((app) =>
      app
        .pipe(async () => {
          throw new Error('rejected');
        })
        .pipeErrorHandler(showError),
    )
    .get('/')
    .responds(200, 'rejected'),
  ruleOfA('A2', 'next with an error does the same')
    .app((app, kit) =>
      app
        .pipe((request, response, next) => next(request, response.withStatus(418), 'a text as error'))
        .pipe(kit.throws(new Error('must not run')))
        .pipeErrorHandler(showError),
    )
    .get('/')
    .responds(418, 'a text as error'),
  ruleOfA('A2', 'next with a falsy error other than null and undefined starts error mode')
    .app((app, kit) =>
      app
        .pipe((request, response, next) => next(request, response, 0))
        .pipe(kit.throws(new Error('must not run')))
        .pipeErrorHandler((error) => new TextResponse(`error ${String(error)}`)),
    )
    .get('/')
    .responds(200, 'error 0'),
  ruleOfA('A2', 'next with null as error calls ordinary middleware')
    .app((app) =>
      app
        .pipe((request, response, next) => next(request, response, null))
        .pipe(() => new TextResponse('ordinary')),
    )
    .get('/')
    .responds(200, 'ordinary'),
  ruleOfA('A2', 'a throw of undefined starts error mode too')
    .app((app, kit) =>
      app
        .pipe(kit.throws(undefined))
        .pipe(kit.answer('must not run'))
        .pipeErrorHandler(() => new TextResponse('caught', 503)),
    )
    .get('/')
    .responds(503, 'caught'),
  ruleOfA('A2', 'error middleware above the throw is not run')
    .app((app, kit) => {
      app.pipeErrorHandler(() => new TextResponse('above'));
      app.pipe(kit.throws(new Error('broken'))).pipeErrorHandler(() => new TextResponse('below'));
    })
    .get('/')
    .responds(200, 'below'),
  ruleOfA('A2', 'error middleware may pass the error on')
    .app((app, kit) =>
      app
        .pipe(kit.throws(new Error('first')))
        .pipeErrorHandler((error, request, response, next) =>
          next(request, response.withHeader('X-Seen', '1'), error),
        )
        .pipeErrorHandler((error, request, response) =>
          response.withBody(`${response.header('x-seen')} ${(error as Error).message}`),
        ),
    )
    .get('/')
    .respondsWith(200, { 'x-seen': '1' }, '1 first'),
  ruleOfA('A2', 'when error middleware throws, the next one gets the new error')
    .app((app, kit) =>
      app
        .pipe(kit.throws(new Error('first')))
        .pipeErrorHandler(() => {
          throw new Error('second');
        })
        .pipeErrorHandler(showError),
    )
    .get('/')
    .responds(200, 'second'),
  ruleOfA('A2', 'when error middleware rejects, the next one gets the new error')
    .app((app, kit) =>
      app
        .pipe(kit.throws(new Error('first')))
        .pipeErrorHandler(async () => {
          throw new Error('second');
        })
        .pipeErrorHandler(showError),
    )
    .get('/')
    .responds(200, 'second'),
  ruleOfA('A2', 'error middleware may resume ordinary middleware')
    .app((app, kit) => {
      app.pipe(kit.throws(new Error('forgiven')));
      app.pipeErrorHandler((_error, request, response, next) => next(request, response));
      app.pipe(() => new TextResponse('resumed'));
    })
    .get('/')
    .responds(200, 'resumed'),
  ruleOfA('A2', 'error middleware without an error is skipped')
    .app((app, kit) => {
      app.pipeErrorHandler(showError);
      app.pipe(kit.answer('ordinary'));
    })
    .get('/')
    .responds(200, 'ordinary'),
  ruleOfA('A2', 'a middleware that awaits next sees no error: it gets the error response')
    .app((app, kit) =>
      app
        .pipe(async (request, response, next) => {
          const answer = await next(request, response);
          return answer.withHeader('X-Outside', String(answer.status));
        })
        .pipe(kit.throws(new HttpError(403, 'no'))),
    )
    .get('/')
    .respondsWith(403, { 'x-outside': '403' }),
  ruleOfA('A3', 'a function of four parameters in pipe is error middleware')
    .app((app, kit) => {
      app.pipe(kit.throws(new Error('broken')));
      const show: a.ErrorMiddleware = (error, request, response, next) =>
        showError(error, request, response, next);
      app.pipe(show);
    })
    .get('/')
    .responds(200, 'broken'),
  ruleOfA('A3', 'pipeErrorHandler takes an object, with fewer parameters too')
    .app((app, kit) =>
      app.pipe(kit.throws(new Error('broken'))).pipeErrorHandler({
        process: (error) => new TextResponse((error as Error).message, 503),
      }),
    )
    .get('/')
    .responds(503, 'broken'),
  ruleOfA('A3', 'pipeErrorHandler takes a service name')
    .options({ services: { Errors: showError } })
    .app((app, kit) => app.pipe(kit.throws(new Error('broken'))).pipeErrorHandler('Errors'))
    .get('/')
    .responds(200, 'broken'),
  ruleOfA('A3', 'an array in pipeErrorHandler is a pipeline of error middleware')
    .app((app, kit) =>
      app
        .pipe(kit.throws(new Error('broken')))
        .pipeErrorHandler([
          (error, request, response, next) => next(request, response.withHeader('X-First', '1'), error),
          [(error, _request, response) => response.withBody((error as Error).message)],
        ]),
    )
    .get('/')
    .respondsWith(200, { 'x-first': '1' }, 'broken'),
  ruleOfA('A3', 'error middleware under a prefix sees errors of that path only')
    .app((app, kit) =>
      app
        .pipe(kit.throws(new Error('broken')))
        .pipeErrorHandler('/api', () => new TextResponse('api'))
        .pipeErrorHandler('/', () => new TextResponse('site')),
    )
    .get('/page')
    .responds(200, 'site'),
  ruleOfA('A3', 'error middleware under a prefix sees the path relative to it')
    .app((app, kit) =>
      app
        .pipe(kit.throws(new Error('broken')))
        .pipeErrorHandler('/api', (error, request, response, next) =>
          next(request.withAttribute('inside', request.path), response, error),
        )
        .pipeErrorHandler(
          (_error, request) => new TextResponse(`${request.getAttribute('inside')} ${request.path}`),
        ),
    )
    .get('/api/users')
    .responds(200, '/users /api/users'),
  ruleOfA('A4', 'an error that a nested pipe does not handle reaches the outer error middleware')
    .app((app, kit) =>
      app
        .pipe(new a.MiddlewarePipe().pipe(kit.throws(new Error('inner'))))
        .pipe(kit.answer('must not run'))
        .pipeErrorHandler(showError),
    )
    .get('/')
    .responds(200, 'inner'),
  ruleOfA('A4', 'an error that a child application does not handle reaches the outer error middleware')
    .app((app, kit) => {
      const child = kit.routed();
      child.get('/{page}', kit.throws(new Error('inner')));
      app
        .pipe(child)
        .pipeErrorHandler(
          (error, request) =>
            new TextResponse(`${(error as Error).message} ${Object.keys(request.params).length}`),
        );
    })
    .get('/x')
    .responds(200, 'inner 0'),
  ruleOfA('A4', 'an error that a child application handles stays inside')
    .app((app, kit) => {
      const child = kit.app().pipe(kit.throws(new Error('inner')));
      child.pipeErrorHandler(() => new TextResponse('handled inside'));
      app.pipe(child).pipeErrorHandler(() => new TextResponse('outside'));
    })
    .get('/')
    .responds(200, 'handled inside'),
  ruleOfA('A4', 'an error below a child application does not enter its error middleware')
    .app((app, kit) => {
      const child = kit.app().pipe(kit.pass());
      child.pipeErrorHandler((error, request, response, next) =>
        error instanceof NotFoundError ? next(request, response) : new TextResponse('inside'),
      );
      app
        .pipe(child)
        .pipe(kit.throws(new Error('below')))
        .pipeErrorHandler(() => new TextResponse('outside'));
    })
    .get('/')
    .responds(200, 'outside'),
  ruleOfA(
    'A5',
    'at the end, a response with headers only is not a response, and the final handler keeps the headers',
  )
    .app((app) =>
      app.pipe((request, response, next) => next(request, response.withHeader('X-Request-Id', '7'))),
    )
    .get('/nowhere')
    .respondsWith(404, { 'x-request-id': '7' }, '404 Not Found\nNo route matches GET /nowhere.\n'),
  ruleOfA('A5', 'a header that is set before routing leaves an unknown path a 404')
    .app((app, kit) => {
      app.pipe((request, response, next) => next(request, response.withHeader('X-Request-Id', '7')));
      app.get('/', kit.answer('home'));
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    })
    .get('/nowhere')
    .respondsWith(404, { 'x-request-id': '7' }),
  ruleOfA('A5', 'at the end, a response with a body is sent')
    .app((app) =>
      app.pipe((request, response, next) => next(request, response.withBody('given').withHeader('X-A', '1'))),
    )
    .get('/')
    .respondsWith(200, { 'x-a': '1' }, 'given'),
  ruleOfA('A5', 'at the end, a response with another status than the first is sent')
    .app((app) => app.pipe((request, response, next) => next(request, response.withStatus(204))))
    .get('/')
    .responds(204, ''),
  ruleOfA('A5', 'at the end, a response that was written to and then got a header is sent')
    .app((app) =>
      app.pipe((request, response, next) => {
        response.body.write('written');
        return next(request, response.withHeader('X-A', '1'));
      }),
    )
    .get('/')
    .respondsWith(200, { 'x-a': '1' }, 'written'),
  ruleOfA('A5', 'headers alone are not a response to a request that a middleware created either')
    .app((app) =>
      app.pipe((_request, response, next) =>
        next(new a.ServerRequest('/new'), response.withHeader('X-A', '1')),
      ),
    )
    .get('/')
    .respondsWith(404, { 'x-a': '1' }),
  ruleOfA(
    'A5',
    'a child application does not respond when outer middleware wrote to the response and the child set only headers',
  )
    .app((app, kit) => {
      const child = kit.app();
      child.pipe((request, response, next) => next(request, response.withHeader('X-Child', '1')));
      app
        .pipe((request, response, next) => {
          response.body.write('outer ');
          return next(request, response);
        })
        .pipe(child)
        .pipe((_request, response) => {
          response.body.write('parent');
          return response;
        });
    })
    .get('/')
    .respondsWith(200, { 'x-child': '1' }, 'outer parent'),
  ruleOfA('A5', 'at the end, a response that was written to is sent')
    .app((app) =>
      app.pipe((request, response, next) => {
        response.body.write('written');
        return next(request, response);
      }),
    )
    .get('/')
    .responds(200, 'written'),
  ruleOfA('A5', 'at the end, an untouched response means that the request was not handled: 404')
    .app((app, kit) => app.pipe(kit.pass()))
    .get('/')
    .responds(404),
  ruleOfA(
    'A5',
    'an unhandled request runs the error middleware with a NotFoundError, including the one before routing',
  )
    .app((app, kit) => {
      app.pipeErrorHandler((error, request) => {
        const { message } = error as Error;
        return new TextResponse(`${String(error instanceof NotFoundError)} ${request.path} ${message}`, 404);
      });
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/ping', kit.answer('pong'));
    })
    .get('/pong')
    .responds(404, /^true \/pong .*GET \/pong/),
  ruleOfA('A5', 'error middleware sees routed middleware that could not complete the response')
    .routed((app, kit) => {
      app.get('/half', kit.pass());
      app.pipeErrorHandler((error) => new TextResponse((error as Error).name, 404));
    })
    .get('/half')
    .responds(404, 'NotFoundError'),
  ruleOfA('A5', 'a child application without a response and without error middleware calls next')
    .app((app, kit) => app.pipe(kit.routed()).pipe(kit.answer('parent')))
    .get('/')
    .responds(200, 'parent'),
  ruleOfA('A5', 'a child application without a response runs its own error middleware')
    .app((app, kit) => {
      const child = kit.routed().pipeErrorHandler(() => new TextResponse('child 404', 404));
      app.pipe(child).pipe(kit.answer('parent'));
    })
    .get('/')
    .responds(404, 'child 404'),
  ruleOfA('A5', 'a child application does not respond when only outer middleware changed the response')
    .app((app, kit) =>
      app
        .pipe((request, response, next) => next(request, response.withHeader('X-Outer', '1')))
        .pipe(kit.routed())
        .pipe(kit.answer('parent')),
    )
    .get('/')
    .responds(200, 'parent'),
  ruleOfA('A6', 'a method mismatch is an error of status 405 with Allow')
    .routed((app, kit) => {
      app.post('/post', kit.answer('posted'));
      app.pipeErrorHandler((error, _request, response) => {
        const allowed = error instanceof MethodNotAllowedError ? error.allowedMethods.join('+') : 'none';
        return response.withBody(`${response.status} ${response.header('allow')} ${allowed}`);
      });
    })
    .get('/post')
    .respondsWith(405, { allow: 'POST, OPTIONS' }, '405 POST, OPTIONS POST+OPTIONS'),
  ruleOfA('A6', 'a method mismatch that nothing handles is handled by the final handler')
    .routes({ 'POST /post': 'posted' })
    .get('/post')
    .respondsWith(405, { allow: 'POST, OPTIONS' }, /^405 Method Not Allowed\n/),
  ruleOfA('A7', "the final handler takes the error's own status")
    .app((app) =>
      app.pipe((request, response, next) =>
        next(request, response.withStatus(401), new HttpError(422, 'no good')),
      ),
    )
    .get('/')
    .responds(422, '422 Unprocessable Content\nno good\n'),
  ruleOfA('A7', "the final handler takes the response's status when the error has none")
    .app((app) =>
      app.pipe((request, response, next) => next(request, response.withStatus(403), new Error('inside'))),
    )
    .get('/')
    .responds(403, '403 Forbidden\n'),
  ruleOfA('A7', 'without either the status is 500')
    .app((app) =>
      app.pipe((request, response, next) => next(request, response.withStatus(201), new Error('inside'))),
    )
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  ruleOfA('A7', 'a status of the error outside 4xx and 5xx is ignored')
    .app((app, kit) => app.pipe(kit.throws(Object.assign(new Error('odd'), { status: 200 }))))
    .get('/')
    .responds(500),
  ruleOfA('A7', 'the final handler keeps the headers that middleware set')
    .app((app, kit) =>
      app
        .pipe((request, response, next) => next(request, response.withHeader('X-Request-Id', '7')))
        .pipe(kit.throws(new HttpError(403))),
    )
    .get('/')
    .respondsWith(403, { 'x-request-id': '7' }),
  ruleOfA('A7', 'the final handler drops the headers that describe another body')
    .app((app, kit) =>
      app
        .pipe((request, response, next) => {
          const described = Object.entries(OF_A_BODY).reduce(
            (changed, [name, value]) => changed.withHeader(name, value),
            response.withAddedHeader('Set-Cookie', 'a=1').withAddedHeader('Set-Cookie', 'b=2'),
          );
          return next(request, described);
        })
        .pipe(kit.throws(new HttpError(403, 'no'))),
    )
    .get('/')
    .respondsWith(
      403,
      {
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '17',
        ...Object.fromEntries(Object.keys(OF_A_BODY).map((name) => [name, null])),
        'set-cookie': /a=1, ?b=2/,
      },
      '403 Forbidden\nno\n',
    ),
  ruleOfA('A7', 'the final handler drops them from the response to an unhandled request too')
    .app((app) =>
      app.pipe((request, response, next) =>
        next(
          request,
          response.withHeader('Cache-Control', 'max-age=60').withHeader('Content-Encoding', 'gzip'),
        ),
      ),
    )
    .get('/')
    .respondsWith(404, { 'cache-control': null, 'content-encoding': null }),
  ruleOfA('A7', "the final handler adds to the middleware's Vary")
    .app((app, kit) =>
      app
        .pipe((request, response, next) => next(request, response.withHeader('Vary', 'Origin, accept')))
        .pipe(kit.throws(new HttpError(403))),
    )
    .get('/')
    .respondsWith(403, { vary: /^accept, Origin$/ }),
  ruleOfA('M4', 'error middleware may return a Web Response')
    .app((app, kit) =>
      app
        .pipe(kit.around((response) => response.withHeader('X-Outside', 'seen')))
        .pipe(kit.throws(new Error('inside')))
        .pipeErrorHandler(async () => new Response('sorry', { status: 503 })),
    )
    .get('/')
    .respondsWith(503, { 'x-outside': 'seen' }, 'sorry'),
  ruleOfA('M4', 'a final handler may return a Web Response')
    .built((kit) =>
      new a.Application({ log: () => {}, finalHandler: () => new Response('gone', { status: 410 }) }).pipe(
        kit.around((response) => response.withHeader('X-Outside', 'seen')),
      ),
    )
    .get('/')
    .respondsWith(410, { 'x-outside': 'seen' }, 'gone'),
  ruleOfA('M4', 'a final handler may promise a Web Response')
    .built((kit) =>
      new a.Application({
        log: () => {},
        finalHandler: {
          process: async (_request, _response, error) => new Response(String(error), { status: 500 }),
        },
      }).pipe(kit.throws('a text')),
    )
    .get('/')
    .responds(500, 'a text'),
];
