import type { ApplicationContext } from '../kernel/application/context.ts';
import type { RouteTable } from '../kernel/application/route-table.ts';
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
import type { Rest } from './rest.ts';

/**
 * Matches the request. Fails with 405 for a method that the path doesn't have, and responds to HEAD and OPTIONS with 200
 * (rules A6, R8).
 */
export function createRouting({ router }: RouteTable): Composable<Rest, ApplicationContext> {
  return {
    [COMPOSE]: ({ handle, fail }, { observer }) => ({
      handle(request, response) {
        const { result, routed } = routeRequest(router, request);
        observer?.routed?.(routed, result);
        if (!result.methodFailure) return handle(routed, response);
        const allowing = response.withHeader('Allow', allowHeader(result));
        if (isAnsweredByRouting(request)) return allowing.withStatus(200);
        if (passes405(request)) return handle(routed, response);
        return fail(methodNotAllowed(request, result), routed, allowing.withStatus(405));
      },
      fail,
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
      return {
        handle(request, response) {
          const result = findAttribute(request.attributes, RouteResult) as RouteResult | undefined;
          if (result?.route === undefined) return rest.handle(request, response);
          return (composed.get(result.route) ?? composeRoute(result.route)).handle(request, response);
        },
        fail: rest.fail,
      };
    },
  };
}
