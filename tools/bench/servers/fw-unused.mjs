// Features that an application may contain without slowing down requests that don't use them.
import { hearAll } from './fw-tracing.mjs';

const silent = { info() {}, warn() {}, error() {} };

const unused = {
  /** A contract, on another route. */
  async contract(app) {
    const { TextResponse } = await import('fw-runtime');
    const { contract } = await import('fw-runtime/contract');
    const { Order } = await import('./contracts/schemas/zod.mjs');
    const addOrder = contract({ body: Order });
    app.post(
      '/orders',
      addOrder.handle(() => new TextResponse('')),
    );
  },
  /** The inspector, loaded for another application of the process. */
  async inspector({ constructor: Application }) {
    const { TreeRouter } = await import('fw-runtime');
    const other = new Application({ router: new TreeRouter(), debug: true, logger: silent });
    const server = await other.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
    await server.close();
  },
  /** Listeners of the tracing channels, where `tracing` is off. */
  tracing: hearAll,
  /** Middleware of a package, created but not piped. */
  async middleware() {
    const { cors } = await import('fw-middleware/cors');
    const { compression } = await import('fw-middleware/compression');
    const { secureHeaders } = await import('fw-middleware/secure-headers');
    globalThis.notPiped = [cors(), compression(), secureHeaders()];
  },
};

/** @param name one of the features above */
export async function layUnused(app, name) {
  await unused[name](app);
}
