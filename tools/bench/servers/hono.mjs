// Hono on @hono/node-server. Except for `async`, its middlewares return the result of `next`, which costs less than `async` and
// `await`.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import * as reference from '../reference-app.mjs';

export async function start(options) {
  const { fetch } = createApp(options);
  return new Promise((resolve) => {
    serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port));
  });
}

/** The app, which the servers of Bun and Deno serve too. */
export function createApp({ large, async }) {
  const app = new Hono();
  app.notFound((context) => context.text(reference.notFoundText(context.req.method, context.req.path), 404));
  app.onError((error, context) =>
    error instanceof SyntaxError ? context.text('Bad Request', 400) : context.text('Error', 500),
  );
  if (large) layLarge(app, async);
  else registerSmall(app);
  return app;
}

function registerSmall(app) {
  app.get('/text', (context) => context.text(reference.TEXT));
  app.get('/json', (context) => context.json(reference.greeting()));
  app.get('/user/:id{[0-9]+}', (context) => context.text(reference.userText(context.req.param('id'))));
  app.post('/echo', async (context) => context.json(await context.req.json()));
}

function layLarge(app, async) {
  for (let index = 0; index < reference.MIDDLEWARES; index++) {
    app.use(async ? passAsync() : passOn());
  }
  for (const area of reference.areas) {
    app.get(
      `${area}/:id`,
      async
        ? async (context) => context.text(reference.userText(context.req.param('id')))
        : (context) => context.text(reference.userText(context.req.param('id'))),
    );
  }
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
