// Elysia on Bun, with the settings of its documentation for speed: it compiles each handler ahead of time.
import { Elysia } from 'elysia';
import * as reference from '../../reference-app.mjs';

export async function start({ large, async }) {
  const app = new Elysia();
  app.onError(({ code, request, path, set }) => {
    set.headers['content-type'] = reference.TEXT_TYPE;
    if (code === 'NOT_FOUND') return reference.notFoundText(request.method, path);
    set.status = 400;
    return 'Bad Request';
  });
  if (large) layLarge(app, async);
  else registerSmall(app);
  app.listen({ hostname: '127.0.0.1', port: 0 });
  return app.server.port;
}

function text(set, body) {
  set.headers['content-type'] = reference.TEXT_TYPE;
  return body;
}

function registerSmall(app) {
  app.get('/text', ({ set }) => text(set, reference.TEXT));
  app.get('/json', () => reference.greeting());
  app.get('/user/:id', ({ params: { id }, set, status, request, path }) => {
    if (/^\d+$/.test(id)) return text(set, reference.userText(id));
    set.headers['content-type'] = reference.TEXT_TYPE;
    return status(404, reference.notFoundText(request.method, path));
  });
  app.post('/echo', ({ body }) => body);
}

function layLarge(app, async) {
  for (let index = 0; index < reference.MIDDLEWARES; index++) {
    app.onBeforeHandle(async ? async () => reference.countPass() : () => reference.countPass());
  }
  for (const area of reference.areas) {
    app.get(
      `${area}/:id`,
      async
        ? async ({ params, set }) => text(set, reference.userText(params.id))
        : ({ params, set }) => text(set, reference.userText(params.id)),
    );
  }
}
