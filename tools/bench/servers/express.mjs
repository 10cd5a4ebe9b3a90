// Express as its guide for production recommends, without ETag and X-Powered-By, which the others don't send
// either.
import express from 'express';
import * as site from '../site.mjs';

export async function start({ large }) {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  if (large) layLarge(app);
  else registerSmall(app);
  app.use((request, response) => {
    response.status(404).type('text/plain').send(site.notFoundText(request.method, request.path));
  });
  app.use((error, request, response, _next) => {
    response
      .status(error.status ?? 500)
      .type('text/plain')
      .send('Error');
  });
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}

function registerSmall(app) {
  app.get('/text', (request, response) => response.type('text/plain').send(site.TEXT));
  app.get('/json', (request, response) => response.json(site.greeting()));
  // Express paths have no constraints, so the path is a regular expression.
  app.get(/^\/user\/(\d+)$/, (request, response) =>
    response.type('text/plain').send(site.userText(request.params[0])),
  );
  app.post('/echo', express.json(), (request, response) => response.json(request.body));
}

function layLarge(app) {
  for (let index = 0; index < site.MIDDLEWARES; index++) {
    app.use((request, response, next) => {
      site.countPass();
      next();
    });
  }
  for (const area of site.areas) {
    app.get(`${area}/:id`, (request, response) =>
      response.type('text/plain').send(site.userText(request.params.id)),
    );
  }
}
