/**
 * Variant A: middleware `(request, response, next)`, error middleware.
 *
 * @example
 * import { AppFactory, TextResponse } from 'fw-runtime/a';
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
  ErrorMiddleware,
  ErrorMiddlewareObject,
  ErrorMiddlewareValue,
  Middleware,
  MiddlewareObject,
  MiddlewareResult,
  MiddlewareValue,
  Next,
} from '../kernel/pipeline/middleware-a.ts';
export { FinalHandler } from './end.ts';
export {
  type ApplicationConfig,
  defineConfig,
  group,
  type PipelineEntry,
  route,
} from './application-factory.ts';
export * from '../index.ts';
