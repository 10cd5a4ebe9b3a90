// The route of both variants of Fw.
import { JsonResponse } from 'fw-runtime';
import { contract } from 'fw-runtime/contract';

/** @returns the port */
export async function serveOrders(app, library = 'zod') {
  const { Order } = await import(`./schemas/${library}.mjs`);
  const addOrder = contract({ body: Order, responses: { 201: Order } });
  app.post(
    '/orders',
    addOrder.handle(({ body }) => new JsonResponse(body, 201)),
  );
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  const server = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
  return server.port;
}
