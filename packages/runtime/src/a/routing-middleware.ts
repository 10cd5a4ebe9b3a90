import {
  allowHeader,
  isAnsweredByRouting,
  methodNotAllowed,
  passes405,
  type RouteRequest,
} from '../pipeline/route-request.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import type { Middleware } from '../pipeline/middleware-a.ts';

/** Matches the request; on a path that lacks its method fails with 405, or answers HEAD and OPTIONS (rules A6, R8). */
export function createRoutingMiddleware(router: RouterInterface, routeRequest: RouteRequest): Middleware {
  return function routing(request, response, next) {
    const { result, routed } = routeRequest(router, request);
    if (!result.methodFailure) return next(routed, response);
    const allowing = response.withHeader('Allow', allowHeader(result));
    if (isAnsweredByRouting(request)) return allowing.withStatus(200);
    if (passes405(request)) return next(routed, response);
    return next(routed, allowing.withStatus(405), methodNotAllowed(request, result));
  };
}
