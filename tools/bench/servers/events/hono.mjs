// Hono with streamSSE.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { EVENT_DATA } from '../../reference-app.mjs';
import { Hub } from './hub.mjs';

export async function start() {
  const hub = new Hub();
  const app = new Hono();
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      await stream.writeSSE({ data: 'ready' });
      while (!stream.aborted) await stream.writeSSE({ data: await hub.next });
    }),
  );
  app.get('/send', (context) => {
    hub.send(EVENT_DATA);
    return context.text('sent');
  });
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port));
  });
}
