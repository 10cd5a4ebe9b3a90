import { type Application, ErrorHandler } from 'fw-runtime/b';

/** In the order in which it runs. */
export default (app: Application): void => {
  // Makes responses of the errors that the middleware below throws.
  app.pipe(ErrorHandler);
  app.pipeRoutingMiddleware();
  // Middleware registered here can read the route before it runs.
  app.pipeDispatchMiddleware();
};
