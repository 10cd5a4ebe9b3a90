import type { Application } from 'fw-runtime/a';

/** In the order in which it runs. */
export default (app: Application): void => {
  app.pipeRoutingMiddleware();
  // Middleware registered here can read the route before it runs.
  app.pipeDispatchMiddleware();
  // Then error middleware: app.pipeErrorHandler(YourErrorMiddleware). What none of it answers, the application answers.
};
