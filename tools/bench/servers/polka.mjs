// Polka. It has no helpers for responses, no body parser and no constraints, so these are written by hand.
import polka from 'polka';
import * as reference from '../reference-app.mjs';

export async function start({ large }) {
  const app = polka({ onNoMatch: notFound });
  if (large) layLarge(app);
  else registerSmall(app);
  return new Promise((resolve) => {
    app.listen(0, '127.0.0.1', () => resolve(app.server.address().port));
  });
}

function send(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

function notFound(request, response) {
  send(response, 404, reference.TEXT_TYPE, reference.notFoundText(request.method, request.path));
}

function registerSmall(app) {
  app.get('/text', (request, response) => send(response, 200, reference.TEXT_TYPE, reference.TEXT));
  app.get('/json', (request, response) =>
    send(response, 200, reference.JSON_TYPE, JSON.stringify(reference.greeting())),
  );
  app.get('/user/:id', (request, response) => {
    const { id } = request.params;
    if (/^\d+$/.test(id)) send(response, 200, reference.TEXT_TYPE, reference.userText(id));
    else notFound(request, response);
  });
  app.post('/echo', (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      let value;
      try {
        value = JSON.parse(text);
      } catch {
        return send(response, 400, reference.TEXT_TYPE, 'Bad Request');
      }
      send(response, 200, reference.JSON_TYPE, JSON.stringify(value));
    });
  });
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
      send(response, 200, reference.TEXT_TYPE, reference.userText(request.params.id)),
    );
  }
}
