// h3 on srvx, whose `readValidatedBody` takes a Standard Schema.
import { H3, readValidatedBody, serve } from 'h3';
import { Order } from './schemas/zod.mjs';

export async function start() {
  const app = new H3({ onError: () => {} });
  app.post('/orders', async (event) => {
    const order = await readValidatedBody(event, Order);
    event.res.status = 201;
    return order;
  });
  const server = serve(app, { hostname: '127.0.0.1', port: 0, silent: true });
  await server.ready();
  return Number(new URL(server.url).port);
}
