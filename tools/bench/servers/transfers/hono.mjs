import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { sizeOfFile, webStream } from './content.mjs';

export async function start() {
  const app = new Hono();
  app.post('/form', async (context) => context.text(await sizeOfFile(await context.req.formData())));
  app.get('/web', (context) => context.body(webStream()));
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  return server.address().port;
}
