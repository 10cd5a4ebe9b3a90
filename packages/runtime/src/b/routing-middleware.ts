import { EmptyResponse } from '../http/response-helpers.ts';
import {
  allowHeader,
  isAnsweredByRouting,
  methodNotAllowed,
  passes405,
  type RouteRequest,
} from '../pipeline/route-request.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import type { Middleware } from '../pipeline/middleware-b.ts';
import { errorsOf } from './delegate.ts';

/**
 * Matches the request; on a path that lacks its method answers with 405 as the application answers errors, or HEAD and
 * OPTIONS with 200 (rules B3, R8).
 */
export function createRoutingMiddleware(
  router: RouterInterface,
  routeRequest: RouteRequest,
  errors: ErrorResponder,
): Middleware {
  return function routing(request, delegate) {
    const { result, routed } = routeRequest(router, request);
    if (!result.methodFailure) return delegate(routed);
    if (isAnsweredByRouting(request)) return new EmptyResponse(200, { Allow: allowHeader(result) });
    if (passes405(request)) return delegate(routed);
    return (errorsOf(delegate) ?? errors).respond(methodNotAllowed(routed, result), routed);
  };
}
