import type { Application } from 'fw-runtime/a';

/** In the order in which it runs. */
export default (app: Application): void => {
  app.pipeRoutingMiddleware();
  // What stands between the two knows the route before it is run.
  app.pipeDispatchMiddleware();
  // Then error middleware: app.pipeErrorHandler(YourErrorMiddleware). What none of it answers, the application answers.
};
