// Fw, variant B. A contract is the same in both.
import { Application } from 'fw-runtime/b';
import { serveOrders } from './fw-orders.mjs';

export function start({ library }) {
  return serveOrders(new Application(), library);
}
