import { DispatchTable } from '../pipeline/dispatch-table.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import type { Route } from '../router/route.ts';
import { RouteResult } from '../router/route-result.ts';
import { compose } from './compose.ts';
import { errorsOf } from './delegate.ts';
import type { Delegate, Middleware } from '../pipeline/middleware-b.ts';

/** Runs the middleware of the matched route; passes on when there is none. */
export function createDispatchMiddleware(
  toEntry: (route: Route) => Entry | undefined,
  errors: ErrorResponder,
): Middleware {
  const table = new DispatchTable<Delegate, Delegate>(toEntry, (entries, delegate) =>
    compose(entries, delegate, errorsOf(delegate) ?? errors),
  );
  return function dispatching(request, delegate) {
    const route = request.getAttribute(RouteResult)?.route;
    return route === undefined ? delegate(request) : table.get(route, delegate)(request);
  };
}
