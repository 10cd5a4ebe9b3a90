import { ApplicationContext, contextOf } from '../kernel/application/context.ts';
import type { Routes } from '../kernel/application/routes.ts';
import type { Middleware, NextFunction } from '../kernel/pipeline/middleware-a.ts';
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
import { ByHand, type Chain } from './next.ts';

/**
 * Matches the request. Fails with 405 for a method that the path doesn't have, and responds to HEAD and OPTIONS with 200
 * (rules A6, R8).
 */
export function createRouting({ router }: Routes): Middleware & Composable<Chain, ApplicationContext> {
  return composable('routing', ({ handle, fail }, { observer }) => ({
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
  }));
}

/** Runs the middleware of the matched route; calls the rest of the pipeline when no route matched. */
export function createDispatch(routes: Routes): Middleware & Composable<Chain, ApplicationContext> {
  return composable('dispatching', (rest, context) => {
    const composed = new Map<Route, Chain['handle']>();
    const composeRoute = (route: Route): Chain['handle'] => {
      const entry = routes.entryOf(route);
      const { handle } = entry === undefined ? rest : compose([entry], rest, context);
      composed.set(route, handle);
      return handle;
    };
    return {
      handle(request, response) {
        const route = request.getAttribute(RouteResult)?.route;
        if (route === undefined) return rest.handle(request, response);
        return (composed.get(route) ?? composeRoute(route))(request, response);
      },
      fail: rest.fail,
    };
  });
}

function composable(
  name: string,
  compose: (rest: Chain, context: ApplicationContext) => Chain,
): Middleware & Composable<Chain, ApplicationContext> {
  const middleware: Middleware = (request, response, next) =>
    new ByHand({ [COMPOSE]: compose }, contextOf(request) ?? ApplicationContext.create({})).process(
      request,
      response,
      next as NextFunction,
    );
  Object.defineProperty(middleware, 'name', { value: name });
  return Object.assign(middleware, { [COMPOSE]: compose });
}
