import { DispatchTable } from '../pipeline/dispatch-table.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import type { Route } from '../router/route.ts';
import { RouteResult } from '../router/route-result.ts';
import { compose } from './compose.ts';
import { type Chain, chainOf, type Continuation, continuationOf, errorsOf } from './layer.ts';
import type { Middleware } from '../pipeline/middleware-a.ts';

/** Runs the middleware of the matched route; passes on when there is none. */
export function createDispatchMiddleware(
  toEntry: (route: Route) => Entry | undefined,
  errors: ErrorResponder,
): Middleware {
  const table = new DispatchTable<Continuation, Chain>(toEntry, (entries, outer) =>
    compose(entries, chainOf(outer), errorsOf(outer) ?? errors),
  );
  return function dispatching(request, response, next) {
    const route = request.getAttribute(RouteResult)?.route;
    return route === undefined
      ? next(request, response)
      : table.get(route, continuationOf(next)).handle(request, response);
  };
}
