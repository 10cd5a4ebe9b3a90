/**
 * Variant B: middleware `(request, delegate)`, errors are thrown.
 *
 * @example
 * import { AppFactory, TextResponse } from 'fw-runtime/b';
 *
 * const app = AppFactory.create();
 * app.get('/hello/{name}', (request) => new TextResponse(`Hello, ${request.params.name}!`));
 * app.pipeRoutingMiddleware().pipeDispatchMiddleware();
 * await app.run();
 *
 * @module
 */
export { AppFactory, ApplicationFactory } from './application-factory.ts';
export { Application, type ApplicationOptions } from './application.ts';
export { MiddlewarePipe, type MiddlewarePipeOptions } from './middleware-pipe.ts';
export type {
  ConfiguredMiddleware,
  Delegate,
  Middleware,
  MiddlewareObject,
  MiddlewareResult,
  MiddlewareValue,
} from '../kernel/pipeline/middleware-b.ts';
export { ErrorHandler, type ErrorListener, NotFoundHandler } from './end.ts';
export type { ErrorResponseGenerator } from '../kernel/error-responses/error-responder.ts';
export {
  type ApplicationConfig,
  defineConfig,
  group,
  type PipelineEntry,
  route,
} from './application-factory.ts';
export * from '../index.ts';
