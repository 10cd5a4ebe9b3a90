// Fastify with a stream for each client.
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { EVENT, READY } from '../../reference-app.mjs';

export async function start() {
  const clients = new Set();
  const app = Fastify();
  app.get('/events', (_request, reply) => {
    const stream = new PassThrough();
    stream.write(READY);
    clients.add(stream.on('close', () => clients.delete(stream)));
    return reply.type('text/event-stream').header('Cache-Control', 'no-cache').send(stream);
  });
  app.get('/send', () => {
    for (const client of clients) client.write(EVENT);
    return 'sent';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address().port;
}
