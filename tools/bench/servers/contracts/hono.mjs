// Hono on @hono/node-server with the validator of its documentation.
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { Order } from './schemas/zod.mjs';

export async function start() {
  const app = new Hono();
  app.post('/orders', zValidator('json', Order), (context) => context.json(context.req.valid('json'), 201));
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port));
  });
}
