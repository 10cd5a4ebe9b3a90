import type { ApplicationContext } from '../kernel/application/context.ts';
import { thrownBy } from '../kernel/application/placed-middleware.ts';
import type { RouteTable } from '../kernel/application/route-table.ts';
import type { HttpResponse } from '../kernel/http/http-response.ts';
import { type Composable, COMPOSE } from '../kernel/pipeline/rest.ts';
import {
  allowHeader,
  isAnsweredByRouting,
  methodNotAllowed,
  passes405,
  routeRequest,
} from '../kernel/pipeline/route-request.ts';

/**
 * Matches the request. Fails with 405 for a method that the path doesn't have, and responds to HEAD and OPTIONS with 200
 * (rules A6, R8).
 */
export function createRouting({ router }: RouteTable): Composable<HttpResponse, ApplicationContext> {
  return {
    [COMPOSE]: ({ handle, fail }, { observer }) => ({
      handle(request, response) {
        try {
          const { result, routed } = routeRequest(router, request);
          observer?.routed?.(routed, result);
          if (!result.methodFailure) return handle(routed, response);
          const allowing = response.withHeader('Allow', allowHeader(result));
          if (isAnsweredByRouting(request)) return allowing.withStatus(200);
          if (passes405(request)) return handle(routed, response);
          return fail(methodNotAllowed(request, result), routed, allowing.withStatus(405));
        } catch (error) {
          return fail(error ?? thrownBy({ name: 'routing' }, error), request, response);
        }
      },
      fail,
    }),
  };
}
