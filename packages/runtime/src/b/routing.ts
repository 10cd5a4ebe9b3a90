import type { ApplicationContext } from '../kernel/application/context.ts';
import type { RouteTable } from '../kernel/application/route-table.ts';
import { EmptyResponse } from '../kernel/http/http-response.ts';
import { findAttribute } from '../kernel/http/server-request.ts';
import { COMPOSE, type Composable } from '../kernel/pipeline/lazy-middleware.ts';
import {
  allowHeader,
  isAnsweredByRouting,
  methodNotAllowed,
  passes405,
  routeRequest,
} from '../kernel/pipeline/route-request.ts';
import type { Route } from '../kernel/router/route.ts';
import { RouteResult } from '../kernel/router/router-interface.ts';
import { compose } from './compose.ts';
import { type Rest, toDelegate } from './rest.ts';

/**
 * Matches the request. Responds with the application's 405 error response when the path has no route for the method, and to
 * HEAD and OPTIONS with 200 (rules B3, R8).
 */
export function createRouting({ router }: RouteTable): Composable<Rest, ApplicationContext> {
  return {
    [COMPOSE]: (rest, { errors, observer }) =>
      toDelegate((request) => {
        const { result, routed } = routeRequest(router, request);
        observer?.routed?.(routed, result);
        if (!result.methodFailure) return rest(routed);
        if (isAnsweredByRouting(request)) return new EmptyResponse(200, { Allow: allowHeader(result) });
        if (passes405(request)) return rest(routed);
        return errors.respond(methodNotAllowed(routed, result), routed);
      }),
  };
}

/** Runs the middleware of the matched route; calls the rest of the pipeline when no route matched. */
export function createDispatch(routes: RouteTable): Composable<Rest, ApplicationContext> {
  return {
    [COMPOSE](rest, context) {
      const composed = new Map<Route, Rest>();
      const composeRoute = (route: Route): Rest => {
        const entry = routes.entryOf(route);
        const handler = entry === undefined ? rest : compose([entry], rest, context);
        composed.set(route, handler);
        return handler;
      };
      return toDelegate((request) => {
        const result = findAttribute(request.attributes, RouteResult) as RouteResult | undefined;
        if (result?.route === undefined) return rest(request);
        return (composed.get(result.route) ?? composeRoute(result.route))(request);
      });
    },
  };
}
