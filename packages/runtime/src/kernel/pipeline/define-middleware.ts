import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Next } from './middleware-a.ts';
import type { Delegate } from './middleware-b.ts';
import { isExact } from './scope.ts';
import { SECURITY, type Security } from './security.ts';

/** The rest of the pipeline as a function of a request, which returns its response. */
export type PassOn = (request: ServerRequest) => HttpResponse | Promise<HttpResponse>;

/** Middleware for applications of both variants. */
export type SharedMiddleware<Params extends object = Record<string, string>> = (
  request: ServerRequest<Params>,
  responseOrDelegate: HttpResponse | Delegate,
  next?: Next,
) => HttpResponse | Response | Promise<HttpResponse | Response>;

/** Metadata of middleware that `defineMiddleware` creates. */
export interface MiddlewareOptions {
  /**
   * The required credentials, for OpenAPI documents: `{ bearerAuth: { type: 'http', scheme: 'bearer' } }`; none when
   * absent.
   */
  readonly security?: Security;
  /**
   * Whether the middleware serves what is below its path prefix, as an application does: the prefix must be written as
   * registered, also in its case. False when absent, for middleware that may protect the prefix.
   */
  readonly exact?: boolean;
}

/**
 * Creates middleware for both variants. Use it in packages that support both.
 *
 * `next` returns a response. In variant B, it may also throw the error of inner middleware. In variant A, error
 * middleware has already turned such an error into a response.
 *
 * @param handle the function that handles a request; the middleware gets its name
 * @param options metadata of the middleware; none when absent
 * @returns a function that both variants accept
 * @example
 * const timing = defineMiddleware(async function timing(request, next) {
 *   const start = performance.now();
 *   const response = await next(request);
 *   return response.withHeader('Server-Timing', `total;dur=${performance.now() - start}`);
 * });
 */
export function defineMiddleware<Params extends object = Record<string, string>>(
  handle: (
    request: ServerRequest<Params>,
    next: PassOn,
  ) => HttpResponse | Response | Promise<HttpResponse | Response>,
  options?: MiddlewareOptions,
): SharedMiddleware<Params> {
  const middleware: SharedMiddleware<Params> = (request, responseOrDelegate, next) => {
    const pass: PassOn =
      next === undefined
        ? (responseOrDelegate as Delegate)
        : (inner) => next(inner, responseOrDelegate as HttpResponse);
    return options?.exact === true && !isExact(request)
      ? pass(request as ServerRequest)
      : handle(request, pass);
  };
  if (options?.security !== undefined) Object.assign(middleware, { [SECURITY]: options.security });
  return Object.defineProperty(middleware, 'name', { value: handle.name, configurable: true });
}
