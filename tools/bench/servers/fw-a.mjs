// Fw, variant A. With `async`, every handler and middleware is an asynchronous function. With `tracing`, events are published
// without subscribers ('unheard') or to subscribers that do nothing ('heard'). `unused` registers features that no request uses.
import { Application, JsonResponse, TextResponse } from 'fw-runtime/a';
import * as reference from '../reference-app.mjs';
import { hearAll } from './fw-tracing.mjs';
import { layUnused } from './fw-unused.mjs';
import { createRouter } from './fw-router.mjs';

export async function start(options) {
  const app = await createApp(options);
  const server = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
  return server.port;
}

/** The app, which the servers of Bun and Deno serve too. */
export async function createApp({ large, router = 'TreeRouter', async, tracing, unused, server }) {
  if (tracing === 'heard') hearAll();
  const app = new Application({ router: await createRouter(router), tracing: tracing !== undefined, server });
  if (large) layLarge(app, async);
  else registerSmall(app, async);
  if (unused !== undefined) await layUnused(app, unused);
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  return app;
}

function registerSmall(app, async) {
  app.get(
    '/text',
    async ? async () => new TextResponse(reference.TEXT) : () => new TextResponse(reference.TEXT),
  );
  app.get('/json', () => new JsonResponse(reference.greeting()));
  app.get('/user/{id:\\d+}', (request) => new TextResponse(reference.userText(request.params.id)));
  app.post('/echo', async (request) => new JsonResponse(await request.json()));
}

function layLarge(app, async) {
  for (let index = 0; index < reference.MIDDLEWARES; index++) app.pipe(async ? passAsync() : passOn());
  for (const area of reference.areas) {
    app.get(
      `${area}/{id}`,
      async
        ? async (request) => new TextResponse(reference.userText(request.params.id))
        : (request) => new TextResponse(reference.userText(request.params.id)),
    );
  }
}

function passOn() {
  return (request, response, next) => {
    reference.countPass();
    return next(request, response);
  };
}

function passAsync() {
  return async (request, response, next) => {
    reference.countPass();
    return await next(request, response);
  };
}
