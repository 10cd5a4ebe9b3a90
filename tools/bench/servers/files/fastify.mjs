// Fastify with @fastify/static.
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { folder } from './folder.mjs';

export async function start() {
  const app = Fastify();
  app.register(fastifyStatic, { root: folder });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address().port;
}
