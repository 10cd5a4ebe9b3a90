import { ApplicationContext, contextOf } from '../kernel/application/context.ts';
import type { Routes } from '../kernel/application/routes.ts';
import { EmptyResponse } from '../kernel/http/http-response.ts';
import type { Delegate, Middleware } from '../kernel/pipeline/middleware-b.ts';
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
import { toDelegate } from './delegate.ts';

/**
 * Matches the request. Responds with the application's 405 error response when the path has no route for the method, and to
 * HEAD and OPTIONS with 200 (rules B3, R8).
 */
export function createRouting({ router }: Routes): Middleware & Composable<Delegate, ApplicationContext> {
  return composable('routing', (delegate, { errors, observer }) =>
    toDelegate((request) => {
      const { result, routed } = routeRequest(router, request);
      observer?.routed?.(routed, result);
      if (!result.methodFailure) return delegate(routed);
      if (isAnsweredByRouting(request)) return new EmptyResponse(200, { Allow: allowHeader(result) });
      if (passes405(request)) return delegate(routed);
      return errors.respond(methodNotAllowed(routed, result), routed);
    }),
  );
}

/** Runs the middleware of the matched route; calls the delegate when no route matched. */
export function createDispatch(routes: Routes): Middleware & Composable<Delegate, ApplicationContext> {
  return composable('dispatching', (delegate, context) => {
    const composed = new Map<Route, Delegate>();
    const composeRoute = (route: Route): Delegate => {
      const entry = routes.entryOf(route);
      const handler = entry === undefined ? delegate : compose([entry], delegate, context);
      composed.set(route, handler);
      return handler;
    };
    return toDelegate((request) => {
      const route = request.getAttribute(RouteResult)?.route;
      if (route === undefined) return delegate(request);
      return (composed.get(route) ?? composeRoute(route))(request);
    });
  });
}

function composable(
  name: string,
  compose: (delegate: Delegate, context: ApplicationContext) => Delegate,
): Middleware & Composable<Delegate, ApplicationContext> {
  const middleware: Middleware = (request, delegate) =>
    compose(delegate, contextOf(request) ?? ApplicationContext.create({}))(request);
  Object.defineProperty(middleware, 'name', { value: name });
  return Object.assign(middleware, { [COMPOSE]: compose });
}
