// Express as its guide for production recommends, without ETag and X-Powered-By, which the others don't send
// either.
import express from 'express';
import * as reference from '../reference-app.mjs';

export async function start({ large }) {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  if (large) layLarge(app);
  else registerSmall(app);
  app.use((request, response) => {
    response.status(404).type('text/plain').send(reference.notFoundText(request.method, request.path));
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
  app.get('/text', (request, response) => response.type('text/plain').send(reference.TEXT));
  app.get('/json', (request, response) => response.json(reference.greeting()));
  // Express paths have no constraints, so the path is a regular expression.
  app.get(/^\/user\/(\d+)$/, (request, response) =>
    response.type('text/plain').send(reference.userText(request.params[0])),
  );
  app.post('/echo', express.json(), (request, response) => response.json(request.body));
}

function layLarge(app) {
  for (let index = 0; index < reference.MIDDLEWARES; index++) {
    app.use((request, response, next) => {
      reference.countPass();
      next();
    });
  }
  for (const area of reference.areas) {
    app.get(`${area}/:id`, (request, response) =>
      response.type('text/plain').send(reference.userText(request.params.id)),
    );
  }
}
