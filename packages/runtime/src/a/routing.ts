import type { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import { allowHeader, isHandledByRouting, methodNotAllowed } from '../kernel/pipeline/route-request.ts';
import type { RouteResult } from '../kernel/router/router-interface.ts';
import type { Rest } from './rest.ts';

/** Fails with 405 for a method that the path doesn't have, and responds to HEAD and OPTIONS with 200 (rules A6, R8). */
export function methodFailure(
  result: RouteResult,
  request: ServerRequest,
  response: HttpResponse,
  { fail }: Rest,
): HttpResponse | Promise<HttpResponse> {
  const allowing = response.withHeader('Allow', allowHeader(result));
  if (isHandledByRouting(request)) return allowing.withStatus(200);
  return fail(methodNotAllowed(request, result), request, allowing.withStatus(405));
}
