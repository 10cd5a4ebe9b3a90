import type { HttpResponse, Middleware, Next } from '../../src/a/index.ts';
import type { ServerRequest } from '../../src/index.ts';

/** Middleware of variant A as JavaScript allows it, where no compiler says that it returns nothing. */
export function inJavaScript(
  middleware: (request: ServerRequest, response: HttpResponse, next: Next) => unknown,
): Middleware {
  return middleware as Middleware;
}
