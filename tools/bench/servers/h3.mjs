// h3 on srvx. Its 404 is a catch-all route, which costs much less than the default error of h3.
import { H3, HTTPError, serve } from 'h3';
import * as site from '../site.mjs';

export async function start({ large }) {
  const app = new H3({ onError: () => {} });
  if (large) layLarge(app);
  else registerSmall(app);
  app.all('/**', (event) => {
    event.res.status = 404;
    return text(event, site.notFoundText(event.req.method, event.url.pathname));
  });
  const server = serve(app, { hostname: '127.0.0.1', port: 0, silent: true });
  await server.ready();
  return Number(new URL(server.url).port);
}

function text(event, body) {
  event.res.headers.set('Content-Type', site.TEXT_TYPE);
  return body;
}

function registerSmall(app) {
  app.get('/text', (event) => text(event, site.TEXT));
  app.get('/json', () => site.greeting());
  app.get('/user/:id(\\d+)', (event) => text(event, site.userText(event.context.params.id)));
  app.post('/echo', async (event) => {
    try {
      return await event.req.json();
    } catch (cause) {
      throw new HTTPError({ status: 400, cause });
    }
  });
}

function layLarge(app) {
  for (let index = 0; index < site.MIDDLEWARES; index++) {
    app.use((event, next) => {
      site.countPass();
      return next();
    });
  }
  for (const area of site.areas) {
    app.get(`${area}/:id`, (event) => text(event, site.userText(event.context.params.id)));
  }
}
