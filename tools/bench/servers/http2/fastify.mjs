// Fastify with its own support of HTTP/2.
import Fastify from 'fastify';
import { cert, key } from '../../certificate.mjs';
import * as reference from '../../reference-app.mjs';

export async function start() {
  const app = Fastify({ http2: true, https: { cert, key, allowHTTP1: true } });
  app.get('/text', (_request, reply) => reply.type(reference.TEXT_TYPE).send(reference.TEXT));
  app.post('/echo', (request) => request.body);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address().port;
}
