// Fw, variant A. A contract is the same in both.
import { Application } from 'fw-runtime/a';
import { serveOrders } from './fw-orders.mjs';

export function start({ library }) {
  return serveOrders(new Application(), library);
}
