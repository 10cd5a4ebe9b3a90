import type { ApplicationContext } from '../kernel/application/context.ts';
import { thrownBy } from '../kernel/application/placed-middleware.ts';
import type { RouteTable } from '../kernel/application/route-table.ts';
import { EmptyResponse } from '../kernel/http/http-response.ts';
import { type Composable, COMPOSE } from '../kernel/pipeline/rest.ts';
import {
  allowHeader,
  isAnsweredByRouting,
  methodNotAllowed,
  passes405,
  routeRequest,
} from '../kernel/pipeline/route-request.ts';

/**
 * Matches the request. Responds with the application's 405 error response when the path has no route for the method, and to
 * HEAD and OPTIONS with 200 (rules B3, R8).
 */
export function createRouting({ router }: RouteTable): Composable<void, ApplicationContext> {
  return {
    [COMPOSE]: ({ handle, fail }, { errors, observer }) => ({
      handle(request) {
        try {
          const { result, routed } = routeRequest(router, request);
          observer?.routed?.(routed, result);
          if (!result.methodFailure) return handle(routed);
          if (isAnsweredByRouting(request)) return new EmptyResponse(200, { Allow: allowHeader(result) });
          if (passes405(request)) return handle(routed);
          return errors.respond(methodNotAllowed(routed, result), routed);
        } catch (error) {
          return fail(error ?? thrownBy({ name: 'routing' }, error), request);
        }
      },
      fail,
    }),
  };
}
