import { type Application, ErrorHandler } from 'fw-runtime/b';

/** In the order in which it runs. */
export default (app: Application): void => {
  // Turns what is thrown further in into a response.
  app.pipe(ErrorHandler);
  app.pipeRoutingMiddleware();
  // What stands between the two knows the route before it is run.
  app.pipeDispatchMiddleware();
};
