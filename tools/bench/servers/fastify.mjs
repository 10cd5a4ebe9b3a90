// Fastify with its defaults (no logger), middlewares as `onRequest` hooks that call `done`.
import Fastify from 'fastify';
import * as reference from '../reference-app.mjs';

export async function start({ large }) {
  const app = Fastify();
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).type(reference.TEXT_TYPE).send(reference.notFoundText(request.method, request.url));
  });
  if (large) layLarge(app);
  else registerSmall(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address().port;
}

function registerSmall(app) {
  app.get('/text', (request, reply) => reply.type(reference.TEXT_TYPE).send(reference.TEXT));
  app.get('/json', (request, reply) => reply.send(reference.greeting()));
  app.get('/user/:id(^\\d+$)', (request, reply) =>
    reply.type(reference.TEXT_TYPE).send(reference.userText(request.params.id)),
  );
  app.post('/echo', (request, reply) => reply.send(request.body));
}

function layLarge(app) {
  for (let index = 0; index < reference.MIDDLEWARES; index++) {
    app.addHook('onRequest', (request, reply, done) => {
      reference.countPass();
      done();
    });
  }
  for (const area of reference.areas) {
    app.get(`${area}/:id`, (request, reply) =>
      reply.type(reference.TEXT_TYPE).send(reference.userText(request.params.id)),
    );
  }
}
