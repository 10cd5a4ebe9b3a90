import { EmptyResponse } from '../message/response-helpers.ts';
import { allowHeader, isAnsweredByRouting, routeRequest } from '../pipeline/route-request.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import type { Middleware } from './middleware.ts';

/** Matches the request; on a path that lacks its method answers 405, or HEAD and OPTIONS with 200 (SEMANTICS B3, R8). */
export function createRoutingMiddleware(router: RouterInterface): Middleware {
  return function routing(request, delegate) {
    const { result, routed } = routeRequest(router, request);
    if (!result.methodFailure) return delegate(routed);
    return new EmptyResponse(isAnsweredByRouting(request) ? 200 : 405, { Allow: allowHeader(result) });
  };
}
