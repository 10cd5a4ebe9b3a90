import * as b from '../../src/b/index.ts';
import { ruleOfB } from './builder.ts';
import type { CaseOfB } from './case.ts';
import { around } from './recipes.ts';

const { ErrorHandler, HttpError, HttpResponse, NotFoundHandler, TextResponse } = b;

export const variantB: readonly CaseOfB[] = [
  ruleOfB('B1', 'delegate.process does the same as calling the delegate')
    .app((app) =>
      app
        .pipe((request, delegate) => delegate.process(request.withAttribute('user', 'ada')))
        .pipe((request) => new TextResponse(`hello ${request.getAttribute('user')}`)),
    )
    .get('/')
    .responds(200, 'hello ada'),
  ruleOfB('B1', 'a middleware that returns nothing is an error that names it and the request')
    .options({ debug: true })
    .app((app) =>
      app.pipe(function forgetful() {
        return Reflect.get({}, 'nothing');
      }),
    )
    .get('/page')
    .responds(500, /forgetful returned undefined for GET \/page/),
  ruleOfB('B1', 'a middleware that promises nothing is the same error')
    .options({ debug: true })
    .app((app) =>
      app.pipe(async function forgetful() {
        return Reflect.get({}, 'nothing');
      }),
    )
    .get('/page')
    .responds(500, /forgetful returned undefined for GET \/page/),
  ruleOfB('B1', 'a string is no response')
    .options({ debug: true })
    .app((app) =>
      app.pipe(function texter() {
        return JSON.parse('"hello"');
      }),
    )
    .get('/')
    .responds(500, /texter returned "hello" for GET \//),
  ruleOfB('B1', 'the missing response of an inner middleware is not blamed on the outer one')
    .options({ debug: true })
    .app((app) => {
      app.pipe(function outer(request, delegate) {
        return delegate(request);
      });
      app.pipe(function inner() {
        return Reflect.get({}, 'nothing');
      });
    })
    .get('/')
    .responds(500, /middleware inner returned/),
  ruleOfB('B2', 'the end of the pipeline is 404')
    .app((app, kit) => app.pipe(kit.pass()))
    .get('/nowhere')
    .responds(404, '404 Not Found\nNo route matches GET /nowhere.\n'),
  ruleOfB('B2', 'the default delegate may be another')
    .built((kit) =>
      new b.Application({ defaultDelegate: () => new TextResponse('nothing here', 410) }).pipe(kit.pass()),
    )
    .get('/')
    .responds(410, 'nothing here'),
  ruleOfB('B2', 'a child application delegates requests that it does not handle')
    .app((app, kit) => {
      const child = new b.Application({ defaultDelegate: () => new TextResponse('child', 404) });
      app.pipe(child.pipe(kit.pass())).pipe(kit.answer('parent'));
    })
    .get('/')
    .responds(200, 'parent'),
  ruleOfB('B2', 'outer middleware sees the 404 as a response')
    .app((app, kit) =>
      app.pipe(kit.around((response) => response.withHeader('X-Status', String(response.status)))),
    )
    .get('/')
    .respondsWith(404, { 'x-status': '404' }),
  ruleOfB('B2', 'NotFoundHandler responds to every request that reaches it')
    .app((app, kit) =>
      app.pipe(new b.MiddlewarePipe().pipe(new NotFoundHandler())).pipe(kit.answer('must not run')),
    )
    .get('/x')
    .responds(404, /GET \/x/),
  ruleOfB('B3', 'a method mismatch is 405 with Allow, rendered as an error, and outer middleware sees it')
    .pipes(around((response) => response.withHeader('X-Seen', String(response.status))))
    .routes({ 'POST /post': 'posted' })
    .get('/post')
    .respondsWith(
      405,
      { allow: 'POST, OPTIONS', 'x-seen': '405', vary: 'Accept' },
      '405 Method Not Allowed\n/post allows POST, OPTIONS, not GET.\n',
    ),
  ruleOfB('B3', 'a method mismatch is a problem for a JSON client')
    .routes({ 'POST /post': 'posted' })
    .get('/post', { accept: 'application/json' })
    .respondsWith(
      405,
      { allow: 'POST, OPTIONS', 'content-type': 'application/problem+json' },
      {
        type: 'about:blank',
        title: 'Method Not Allowed',
        status: 405,
        detail: '/post allows POST, OPTIONS, not GET.',
        instance: '/post',
      },
    ),
  ruleOfB('B3', "a method mismatch is rendered by the application's generator, and keeps Allow")
    .built((kit) => {
      const app = new b.Application({
        errorResponseGenerator: async (error) =>
          new Response(`oh: ${(error as Error).name}`, { status: 405 }),
      });
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.post('/post', kit.answer('posted'));
      return app;
    })
    .get('/post')
    .respondsWith(405, { allow: 'POST, OPTIONS' }, 'oh: MethodNotAllowedError'),
  ruleOfB('M4', 'an error response generator may return a Web Response')
    .app((app, kit) =>
      app
        .pipe(kit.around((response) => response.withHeader('X-Outside', 'seen')))
        .pipe(new ErrorHandler(() => new Response('sorry', { status: 503 })))
        .pipe(kit.throws(new Error('inside'))),
    )
    .get('/')
    .respondsWith(503, { 'x-outside': 'seen' }, 'sorry'),
  ruleOfB('M4', 'an error response generator may promise a Web Response')
    .built((kit) =>
      new b.Application({
        log: () => {},
        errorResponseGenerator: async () => new Response('sorry', { status: 503 }),
      }).pipe(kit.throws(new Error('inside'))),
    )
    .get('/')
    .responds(503, 'sorry'),
  ruleOfB('M4', 'a default delegate may return a Web Response, which middleware sees as an HttpResponse')
    .built((kit) =>
      new b.Application({ defaultDelegate: () => new Response('nothing here', { status: 410 }) }).pipe(
        kit.around((response) => response.withHeader('X-Is', String(response instanceof HttpResponse))),
      ),
    )
    .get('/')
    .respondsWith(410, { 'x-is': 'true' }, 'nothing here'),
  ruleOfB('B3', 'a method mismatch does not reach inner middleware')
    .routes({ 'POST /post': 'posted' })
    .pipes('must not run')
    .get('/post')
    .responds(405, /^405 Method Not Allowed\n/),
  ruleOfB('B4', 'a throw travels outwards through the middleware that called')
    .app((app, kit) =>
      app
        .pipe(async (request, delegate) => {
          try {
            return await delegate(request);
          } catch (error) {
            return new TextResponse(`caught ${(error as Error).message}`, 503);
          }
        })
        .pipe(kit.pass())
        .pipe(kit.throws(new Error('inside'))),
    )
    .get('/')
    .responds(503, 'caught inside'),
  ruleOfB('B4', 'ErrorHandler turns an error thrown inside it into a response')
    .app((app, kit) =>
      app
        .pipe(new ErrorHandler())
        .pipe(kit.pass())
        .pipe(kit.throws(new HttpError(409, 'edited meanwhile'))),
    )
    .get('/')
    .responds(409, '409 Conflict\nedited meanwhile\n'),
  ruleOfB('B4', 'ErrorHandler turns a rejection into a response')
    .app((app) =>
      app.pipe(new ErrorHandler()).pipe(async () => {
        throw new HttpError(410);
      }),
    )
    .get('/')
    .responds(410),
  ruleOfB('B4', 'middleware outside ErrorHandler sees its response')
    .app((app, kit) =>
      app
        .pipe(kit.around((response) => response.withHeader('X-Seen', String(response.status))))
        .pipe(new ErrorHandler())
        .pipe(kit.throws(new Error('inside'))),
    )
    .get('/')
    .respondsWith(500, { 'x-seen': '500' }),
  ruleOfB('B4', 'ErrorHandler takes a response generator')
    .app((app, kit) =>
      app
        .pipe(
          new ErrorHandler((error, request) => new HttpResponse(`${request.path}: ${String(error)}`, 418)),
        )
        .pipe(kit.throws('a text')),
    )
    .get('/tea')
    .responds(418, '/tea: a text'),
  ruleOfB('B4', 'the framework responds when a response generator throws')
    .app((app, kit) =>
      app
        .pipe(
          new ErrorHandler(() => {
            throw new Error('broken generator');
          }),
        )
        .pipe(kit.throws(new Error('inside'))),
    )
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  ruleOfB('B4', 'the application turns an unhandled error into a response')
    .app((app, kit) => app.pipe(kit.throws(new HttpError(402, 'pay first'))))
    .get('/')
    .responds(402, '402 Payment Required\npay first\n'),
  ruleOfB('B4', 'an error of a child application reaches the ErrorHandler of the parent')
    .app((app, kit) => {
      const child = kit.routed();
      child.get('/x', kit.throws(new HttpError(403, 'inner')));
      app.pipe(new ErrorHandler((error) => new TextResponse(String(error), 403))).pipe(child);
    })
    .get('/x')
    .responds(403, 'HttpError: inner'),
];
