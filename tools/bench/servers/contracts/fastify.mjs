// Fastify with its own validator and serializer, which it compiles from JSON Schema.
import Fastify from 'fastify';
import { Order } from './schemas/json.mjs';

export async function start() {
  const app = Fastify();
  app.post('/orders', { schema: { body: Order, response: { 201: Order } } }, (request, reply) =>
    reply.code(201).send(request.body),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address().port;
}
