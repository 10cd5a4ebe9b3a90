// h3 on srvx. Its 404 is a catch-all route, which costs much less than the default error of h3.
import { H3, HTTPError, serve } from 'h3';
import * as reference from '../reference-app.mjs';

export async function start({ large }) {
  const app = new H3({ onError: () => {} });
  if (large) layLarge(app);
  else registerSmall(app);
  app.all('/**', (event) => {
    event.res.status = 404;
    return text(event, reference.notFoundText(event.req.method, event.url.pathname));
  });
  const server = serve(app, { hostname: '127.0.0.1', port: 0, silent: true });
  await server.ready();
  return Number(new URL(server.url).port);
}

function text(event, body) {
  event.res.headers.set('Content-Type', reference.TEXT_TYPE);
  return body;
}

function registerSmall(app) {
  app.get('/text', (event) => text(event, reference.TEXT));
  app.get('/json', () => reference.greeting());
  app.get('/user/:id(\\d+)', (event) => text(event, reference.userText(event.context.params.id)));
  app.post('/echo', async (event) => {
    try {
      return await event.req.json();
    } catch (cause) {
      throw new HTTPError({ status: 400, cause });
    }
  });
}

function layLarge(app) {
  for (let index = 0; index < reference.MIDDLEWARES; index++) {
    app.use((event, next) => {
      reference.countPass();
      return next();
    });
  }
  for (const area of reference.areas) {
    app.get(`${area}/:id`, (event) => text(event, reference.userText(event.context.params.id)));
  }
}
