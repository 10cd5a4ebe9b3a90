// Koa with @koa/router and @koa/bodyparser. Except for `async`, its middlewares return the result of `next`, which costs less.
import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa from 'koa';
import * as reference from '../reference-app.mjs';

export async function start({ large, async }) {
  const app = new Koa();
  app.silent = true;
  const router = new Router();
  app.use(respondNotFound);
  if (large) layLarge(app, router, async);
  else registerSmall(router);
  app.use(router.routes());
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}

async function respondNotFound(context, next) {
  await next();
  if (context.status !== 404 || context.body) return;
  context.status = 404;
  context.body = reference.notFoundText(context.method, context.path);
}

function registerSmall(router) {
  router.get('/text', (context) => {
    context.body = reference.TEXT;
  });
  router.get('/json', (context) => {
    context.body = reference.greeting();
  });
  // The router's paths have no constraints, so the path is a regular expression.
  router.get(/^\/user\/(\d+)$/, (context) => {
    context.body = reference.userText(context.captures[0]);
  });
  router.post('/echo', bodyParser({ enableTypes: ['json'] }), (context) => {
    context.body = context.request.body;
  });
}

function layLarge(app, router, async) {
  for (let index = 0; index < reference.MIDDLEWARES; index++) {
    app.use(async ? passAsync() : passOn());
  }
  for (const area of reference.areas) {
    router.get(`${area}/:id`, async ? async (context) => respondUser(context) : respondUser);
  }
}

function respondUser(context) {
  context.body = reference.userText(context.params.id);
}

function passOn() {
  return (context, next) => {
    reference.countPass();
    return next();
  };
}

function passAsync() {
  return async (context, next) => {
    reference.countPass();
    await next();
  };
}
