// Nanoseconds for a request through ten middlewares to a handler and back, and through the handler alone; the difference is the
// cost of the ten. `npm run bench:micro -- pipelines`; one row: `npm run bench:micro -- pipelines --only "sync: fw B"`. Only the
// pipeline is measured: no router runs, no message is created. Four pipelines of distinct functions take turns, because V8 would
// inline a single one as a whole, unlike in an application. Synchronous results are not awaited; promises are, one after the
// other.
import { H3, H3Event } from 'h3';
import composeKoa from 'koa-compose';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { distinctMiddlewares, passed } from './distinct.mjs';
import { nanoseconds } from './nanoseconds.mjs';

// Hono doesn't export it.
const { compose: composeHono } = await import(new URL('compose.js', import.meta.resolve('hono')));

export const title = 'Pipelines, ns for each request';
const makers = {
  'closures by hand': byHand,
  'fw A': fwA,
  'fw B': fwB,
  'koa-compose': koa,
  hono,
  h3,
};
export const contenders = ['sync', 'async'].flatMap((kind) =>
  Object.keys(makers).map((name) => `${kind}: ${name}`),
);

const COUNT = 2000;
const TEN = 10;
const PIPELINES = 4;

export async function run(contender) {
  const [kind, name] = contender.split(': ');
  const isAsync = kind === 'async';
  const several = (count) => Array.from({ length: PIPELINES }, () => makers[name](count, isAsync));
  const [all, alone] = [await time(several(TEN), TEN), await time(several(0), 0)];
  return {
    'with ten': Math.round(all),
    'handler alone': Math.round(alone),
    'the ten': Math.round(all - alone),
  };
}

function time(handles, middlewares) {
  const isPromised = handles[0]() instanceof Promise;
  return nanoseconds({
    run: () => (isPromised ? awaitAll(handles) : callAll(handles)),
    expected: COUNT * (middlewares + 1),
    count: COUNT,
  });
}

function callAll(handles) {
  passed.count = 0;
  let returned = 0;
  for (let index = 0; index < COUNT; index++) {
    returned += handles[index % PIPELINES]() === undefined ? 0 : 1;
  }
  return passed.count + returned;
}

async function awaitAll(handles) {
  passed.count = 0;
  let returned = 0;
  for (let index = 0; index < COUNT; index++) {
    returned += (await handles[index % PIPELINES]()) === undefined ? 0 : 1;
  }
  return passed.count + returned;
}

function byHand(count, isAsync) {
  const response = { status: 200 };
  const request = { path: '/' };
  const end = isAsync ? async () => response : () => response;
  const chain = distinctMiddlewares(count, '(request, next)', 'next(request)', isAsync).reduceRight(
    (next, middleware) => (given) => middleware(given, next),
    end,
  );
  return () => chain(request);
}

function fwA(count, isAsync) {
  const pipe = new a.MiddlewarePipe();
  for (const middleware of distinctMiddlewares(
    count,
    '(request, response, next)',
    'next(request, response)',
    isAsync,
  )) {
    pipe.pipe(middleware);
  }
  const [request, initial] = [new a.ServerRequest('/'), new a.HttpResponse()];
  const response = new a.TextResponse('text');
  pipe.pipe(isAsync ? async () => response : () => response);
  const next = () => response;
  return () => pipe.process(request, initial, next);
}

function fwB(count, isAsync) {
  const pipe = new b.MiddlewarePipe();
  for (const middleware of distinctMiddlewares(count, '(request, delegate)', 'delegate(request)', isAsync)) {
    pipe.pipe(middleware);
  }
  const request = new b.ServerRequest('/');
  const response = new b.TextResponse('text');
  pipe.pipe(isAsync ? async () => response : () => response);
  const delegate = Object.assign(() => response, { process: () => response });
  return () => pipe.process(request, delegate);
}

function koa(count, isAsync) {
  const context = { body: '' };
  const composed = composeKoa(distinctMiddlewares(count, '(context, next)', 'next()', isAsync));
  const end = isAsync
    ? async (given) => {
        given.body = 'text';
        return given;
      }
    : (given) => {
        given.body = 'text';
        return given;
      };
  return () => composed(context, end);
}

function hono(count, isAsync) {
  const middlewares = distinctMiddlewares(count, '(context, next)', 'next()', isAsync);
  const response = {};
  const end = isAsync ? async () => response : () => response;
  const composed = composeHono(
    [...middlewares, end].map((middleware) => [[middleware, undefined], undefined]),
  );
  return () => composed({ req: { routeIndex: 0 }, finalized: false, res: undefined });
}

function h3(count, isAsync) {
  const app = new H3();
  for (const middleware of distinctMiddlewares(count, '(event, next)', 'next()', isAsync))
    app.use(middleware);
  app.all('/', isAsync ? async () => 'text' : () => 'text');
  const event = new H3Event(new Request('http://localhost/'), undefined, app);
  return () => app.handler(event);
}
