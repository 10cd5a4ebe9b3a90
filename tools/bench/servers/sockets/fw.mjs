// Fw in either variant, with a route that opens WebSockets.
export async function start({ variant }) {
  const { Application } = await import(`fw-runtime/${variant}`);
  const app = new Application();
  app.upgrade('/echo', { message: (peer, message) => peer.send(message.text()) });
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  const server = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
  return server.port;
}
