import { MethodNotAllowedError } from '../errors/http-error.ts';
import type { Attributes } from '../http/attributes.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { RouteResult } from '../router/route-result.ts';
import type { RouterInterface } from '../router/router-interface.ts';

/** Finds the route of a request. */
export type RouteRequest = typeof routeRequest;

/** The request with what the router found for it (rule R15). */
export function routeRequest(
  router: RouterInterface,
  request: ServerRequest,
): { readonly result: RouteResult; readonly routed: ServerRequest } {
  const result = router.match(request.method, request.path);
  const { params } = result;
  request.source.route = result.route;
  const attributes: Attributes = { name: RouteResult, value: result, params, rest: request.attributes };
  return { result, routed: request.copyWith(request.path, params, attributes, request.scope) };
}

/** Whether the path exists and the framework itself answers this method on it (rule R8). */
export function isAnsweredByRouting(request: ServerRequest): boolean {
  return request.method === 'HEAD' || request.method === 'OPTIONS';
}

/** What `Allow` says. */
export function allowHeader(result: RouteResult): string {
  return result.allowedMethods.join(', ');
}

/** The error for a path that lacks the method of the request. */
export function methodNotAllowed({ method, originalPath }: ServerRequest, result: RouteResult): Error {
  const { allowedMethods } = result;
  const message = `${originalPath} takes ${allowedMethods.join(', ')}, not ${method}.`;
  return new MethodNotAllowedError(allowedMethods, message);
}

const PASSES_405 = Symbol('passes 405');

/** The request, which continues behind dispatch where its path lacks its method. */
export function passing405(request: ServerRequest): ServerRequest {
  return request.withAttribute(PASSES_405, true);
}

export function passes405(request: ServerRequest): boolean {
  return request.getAttribute(PASSES_405) === true;
}
