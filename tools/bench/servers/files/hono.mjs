// Hono with the static files of @hono/node-server.
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { folder } from './folder.mjs';

export async function start() {
  const app = new Hono();
  app.use('/*', serveStatic({ root: folder }));
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port));
  });
}
