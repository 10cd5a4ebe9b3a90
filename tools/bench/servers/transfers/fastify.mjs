import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { chunks, webStream } from './content.mjs';

export async function start() {
  const app = Fastify();
  await app.register(multipart);
  app.post('/form', async (request) => String((await (await request.file()).toBuffer()).length));
  app.post('/parts', async (request) => {
    let size = 0;
    for await (const part of request.parts()) {
      if (part.type === 'file') for await (const chunk of part.file) size += chunk.length;
    }
    return String(size);
  });
  app.get('/web', (request, reply) => reply.send(webStream()));
  app.get('/node', (request, reply) => reply.send(Readable.from(chunks())));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address().port;
}
