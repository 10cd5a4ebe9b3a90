import type { Application } from 'fw-runtime/a';

/** Middleware runs in this order. */
export default (app: Application): void => {
  app.pipeRoutingMiddleware();
  // Middleware registered here can read the route before it runs.
  app.pipeDispatchMiddleware();
  // Add error middleware here: app.pipeErrorHandler(YourErrorMiddleware). The application handles all other errors.
};
