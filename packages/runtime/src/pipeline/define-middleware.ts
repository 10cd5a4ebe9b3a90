import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Next } from './middleware-a.ts';
import type { Delegate } from './middleware-b.ts';

/** Calls the rest of the pipeline with a request and returns its response. */
export type PassOn = (request: ServerRequest) => HttpResponse | Promise<HttpResponse>;

/** Middleware for applications of both variants. */
export type SharedMiddleware<Params extends object = Record<string, string>> = (
  request: ServerRequest<Params>,
  responseOrDelegate: HttpResponse | Delegate,
  next?: Next,
) => HttpResponse | Response | Promise<HttpResponse | Response>;

/** Metadata of middleware. */
export interface MiddlewareOptions {
  /** The required credentials, for OpenAPI documents: `{ bearerAuth: { type: 'http', scheme: 'bearer' } }`. */
  readonly security?: Security;
}

/**
 * Creates middleware for both variants. Use it in packages that support both.
 *
 * `next` returns a response. In variant B, it may also throw the error of inner middleware. In variant A, error middleware has
 * already turned such an error into a response.
 *
 * @example
 * const timing = defineMiddleware(async function timing(request, next) {
 *   const start = performance.now();
 *   const response = await next(request);
 *   return response.withHeader('Server-Timing', `total;dur=${performance.now() - start}`);
 * });
 * @param handle the middleware gets its name
 */
export function defineMiddleware<Params extends object = Record<string, string>>(
  handle: (
    request: ServerRequest<Params>,
    next: PassOn,
  ) => HttpResponse | Response | Promise<HttpResponse | Response>,
  options?: MiddlewareOptions,
): SharedMiddleware<Params> {
  const middleware: SharedMiddleware<Params> = (request, responseOrDelegate, next) => {
    if (next === undefined) return handle(request, responseOrDelegate as Delegate);
    return handle(request, (inner) => next(inner, responseOrDelegate as HttpResponse));
  };
  if (options?.security !== undefined) Object.assign(middleware, { [SECURITY]: options.security });
  return Object.defineProperty(middleware, 'name', { value: handle.name, configurable: true });
}

/** Property with the security of middleware. A registered symbol, so that two copies of the package share it. */
export const SECURITY: unique symbol = Symbol.for('fw-runtime.security');

/** An authentication scheme, as a security scheme object of OpenAPI. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, object>> }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'mutualTLS' }
);

/** Schemes by name, such as `{ bearerAuth: { type: 'http', scheme: 'bearer' } }`: a client needs all of them. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** The schemes that a client needs; an array lists alternatives, and `{}` lets every client in. */
export type Security = SecuritySchemes | readonly SecuritySchemes[];

/** The security of a function, a class or an object; an object also has that of its class. */
export function securityOf(middleware: unknown): readonly SecuritySchemes[] | undefined {
  if (middleware === null || (typeof middleware !== 'function' && typeof middleware !== 'object'))
    return undefined;
  type Owner = { readonly [SECURITY]?: Security } | undefined;
  const security = (middleware as Owner)?.[SECURITY] ?? (middleware.constructor as Owner)?.[SECURITY];
  return security && (Array.isArray(security) ? security : [security as SecuritySchemes]);
}
