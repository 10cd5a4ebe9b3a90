// Fastify with its defaults (no logger), middlewares as `onRequest` hooks that call `done`.
import Fastify from 'fastify';
import * as site from '../site.mjs';

export async function start({ large }) {
  const app = Fastify();
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).type(site.TEXT_TYPE).send(site.notFoundText(request.method, request.url));
  });
  if (large) layLarge(app);
  else registerSmall(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address().port;
}

function registerSmall(app) {
  app.get('/text', (request, reply) => reply.type(site.TEXT_TYPE).send(site.TEXT));
  app.get('/json', (request, reply) => reply.send(site.greeting()));
  app.get('/user/:id(^\\d+$)', (request, reply) =>
    reply.type(site.TEXT_TYPE).send(site.userText(request.params.id)),
  );
  app.post('/echo', (request, reply) => reply.send(request.body));
}

function layLarge(app) {
  for (let index = 0; index < site.MIDDLEWARES; index++) {
    app.addHook('onRequest', (request, reply, done) => {
      site.countPass();
      done();
    });
  }
  for (const area of site.areas) {
    app.get(`${area}/:id`, (request, reply) =>
      reply.type(site.TEXT_TYPE).send(site.userText(request.params.id)),
    );
  }
}
