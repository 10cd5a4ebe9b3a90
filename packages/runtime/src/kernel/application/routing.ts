import { compose } from './compose.ts';
import type { ApplicationContext } from './context.ts';
import { type CallingConvention, thrownBy } from './placed-middleware.ts';
import type { RouteTable } from './route-table.ts';
import { findAttribute } from '../http/server-request.ts';
import { type Composable, COMPOSE, type MaybePrepared, type Rest } from '../pipeline/rest.ts';
import { isHandledByRouting, passes405, routeRequest } from '../pipeline/route-request.ts';
import type { Route } from '../router/route.ts';
import { RouteResult } from '../router/router-interface.ts';

/** Matches the request, and calls the rest of the pipeline with the result, unless the path has no route for the method. */
export function createRouting<Prepared extends MaybePrepared>(
  { router }: RouteTable,
  convention: CallingConvention<Prepared>,
): Composable<Prepared, ApplicationContext> {
  return {
    [COMPOSE]: (rest, context) => ({
      handle(request, prepared) {
        try {
          const { result, routed } = routeRequest(router, request);
          context.observer?.routed?.(routed, result);
          const continues = !result.methodFailure || (!isHandledByRouting(request) && passes405(request));
          if (continues) return rest.handle(routed, prepared);
          return convention.methodFailure(result, routed, prepared, rest, context);
        } catch (error) {
          return rest.fail(error ?? thrownBy({ name: 'routing' }, error), request, prepared);
        }
      },
      fail: rest.fail,
    }),
  };
}

/** Runs the middleware of the matched route; calls the rest of the pipeline when no route matched. */
export function createDispatch<Prepared extends MaybePrepared>(
  routes: RouteTable,
  convention: CallingConvention<Prepared>,
): Composable<Prepared, ApplicationContext> {
  return {
    [COMPOSE](rest, context) {
      const composed = new Map<Route, Rest<Prepared>>();
      const composeRoute = (route: Route): Rest<Prepared> => {
        const entry = routes.entryOf(route);
        const handler = entry === undefined ? rest : compose([entry], rest, context, convention);
        composed.set(route, handler);
        return handler;
      };
      return {
        handle(request, prepared) {
          try {
            const result = findAttribute(request.attributes, RouteResult) as RouteResult | undefined;
            if (result?.route === undefined) return rest.handle(request, prepared);
            return (composed.get(result.route) ?? composeRoute(result.route)).handle(request, prepared);
          } catch (error) {
            return rest.fail(error, request, prepared);
          }
        },
        fail: rest.fail,
      };
    },
  };
}
