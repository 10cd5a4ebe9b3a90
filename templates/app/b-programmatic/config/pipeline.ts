import { type Application, ErrorHandler } from 'fw-runtime/b';

/** Middleware runs in this order. */
export default (app: Application): void => {
  // Turns errors that the middleware below throws into responses.
  app.pipe(ErrorHandler);
  app.pipeRoutingMiddleware();
  // Middleware registered here can read the route before it runs.
  app.pipeDispatchMiddleware();
};
