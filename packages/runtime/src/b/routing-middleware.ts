import { HttpResponse } from '../message/http-response.ts';
import { EmptyResponse } from '../message/response-helpers.ts';
import type { ServerRequest } from '../message/server-request.ts';
import {
  allowHeader,
  isAnsweredByRouting,
  methodNotAllowed,
  routeRequest,
} from '../pipeline/route-request.ts';
import type { ErrorResponder } from '../application/errors/error-responder.ts';
import type { RouteResult } from '../router/route-result.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import type { Middleware } from '../pipeline/middleware-b.ts';

/**
 * Matches the request; on a path that lacks its method answers with 405 as the application answers errors, or HEAD and
 * OPTIONS with 200 (rules B3, R8).
 */
export function createRoutingMiddleware(router: RouterInterface, errors: ErrorResponder): Middleware {
  return function routing(request, delegate) {
    const { result, routed } = routeRequest(router, request);
    if (!result.methodFailure) return delegate(routed);
    if (isAnsweredByRouting(request)) return new EmptyResponse(200, { Allow: allowHeader(result) });
    return refuseMethod(result, routed, errors);
  };
}

function refuseMethod(
  result: RouteResult,
  request: ServerRequest,
  errors: ErrorResponder,
): HttpResponse | Promise<HttpResponse> {
  const response = errors.respond(methodNotAllowed(request, result), request);
  return response instanceof HttpResponse
    ? withAllow(response, result)
    : response.then((settled) => withAllow(settled, result));
}

// An error response generator need not know of it.
function withAllow(response: HttpResponse, result: RouteResult): HttpResponse {
  return response.status !== 405 || response.headerList.has('allow')
    ? response
    : response.withHeader('Allow', allowHeader(result));
}
