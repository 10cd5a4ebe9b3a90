import type { ApplicationContext } from '../kernel/application/context.ts';
import { EmptyResponse, type HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import { allowHeader, isHandledByRouting, methodNotAllowed } from '../kernel/pipeline/route-request.ts';
import type { RouteResult } from '../kernel/router/router-interface.ts';
import type { Rest } from './rest.ts';

/** Responds with the error response for 405, which outer middleware sees, and to HEAD and OPTIONS with 200 (rules B3, R8). */
export function methodFailure(
  result: RouteResult,
  request: ServerRequest,
  _prepared: void,
  _rest: Rest,
  { errors }: ApplicationContext,
): HttpResponse | Promise<HttpResponse> {
  if (isHandledByRouting(request)) return new EmptyResponse(200, { Allow: allowHeader(result) });
  return errors.respond(methodNotAllowed(request, result), request);
}
