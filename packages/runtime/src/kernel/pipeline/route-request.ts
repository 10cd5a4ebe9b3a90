import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { MethodNotAllowedError } from '../errors/http-error.ts';
import type { Attributes } from '../http/attributes.ts';
import { asRegistered } from '../http/received-path.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { defineMiddleware, type SharedMiddleware } from './define-middleware.ts';
import { isExact } from './scope.ts';
import { RouteResult, type RouterInterface } from '../router/router-interface.ts';

/** Matches the request, and adds the result to it (rule R15). */
export function routeRequest(
  router: RouterInterface,
  request: ServerRequest,
): { readonly result: RouteResult; readonly routed: ServerRequest } {
  const { source, path } = request;
  const text = source.spelling === undefined ? path : asRegistered(source, path);
  const isHere = request.scope === undefined || isExact(request);
  const result = isHere ? router.match(request.method, text) : RouteResult.fromRouteFailure();
  const { params } = result;
  source.route = result.route;
  const attributes: Attributes = { name: RouteResult, value: result, params, rest: request.attributes };
  return { result, routed: request.copyWith(path, params, attributes, request.scope) };
}

/** Whether routing itself responds to the method, on a path that exists (rule R8). */
export function isHandledByRouting(request: ServerRequest): boolean {
  return request.method === 'HEAD' || request.method === 'OPTIONS';
}

/** The value of `Allow`. */
export function allowHeader(result: RouteResult): string {
  return result.allowedMethods.join(', ');
}

/** The error for a path that has no route for the method. */
export function methodNotAllowed({ method, originalPath }: ServerRequest, result: RouteResult): Error {
  const { allowedMethods } = result;
  const message = `${originalPath} allows ${allowedMethods.join(', ')}, not ${method}.`;
  return new MethodNotAllowedError(allowedMethods, message);
}

const PASSES_405 = Symbol('passes 405');

/** Marks the request to continue after dispatch if its path has no route for its method. */
export function passing405(request: ServerRequest): ServerRequest {
  return request.withAttribute(PASSES_405, true);
}

export function passes405(request: ServerRequest): boolean {
  return request.getAttribute(PASSES_405) === true;
}

/**
 * The outcomes of routing that continue to the next handler: 404 if no route has the path, 405 if no route of the path
 * has the method.
 */
export type PassedOutcomes = readonly [] | readonly [404] | readonly [404, 405];

/**
 * Lets requests that no route handles continue to the middleware behind dispatch, for example an Express app whose
 * routes move to Fw one by one. 404 always continues; with 405 so does a request whose path has a route, but not for
 * its method. When nothing responds, the response is 404 or 405. A status that a handler chose never continues. Pipe it
 * in front of routing.
 *
 * @throws {@link InvalidArgumentError} when the array isn't `[404]` or `[404, 405]`
 * @example app.pipe(passOn([404, 405]));
 */
export function passOn(outcomes: readonly [404] | readonly [404, 405]): SharedMiddleware {
  if (!checkOutcomes(outcomes).includes(404)) {
    throw new InvalidArgumentError('outcomes', '[404] or [404, 405]', outcomes);
  }
  const passes405 = outcomes.length === 2;
  return defineMiddleware(function passOn(request, next) {
    return next(passes405 ? passing405(request) : request);
  });
}

/** @throws {@link InvalidArgumentError} when the value isn't an array of outcomes */
export function checkOutcomes(outcomes: PassedOutcomes): readonly number[] {
  const found: unknown = outcomes;
  if (Array.isArray(found) && ['', '404', '404,405', '405,404'].includes(found.join())) return outcomes;
  throw new InvalidArgumentError('passOn', '[], [404] or [404, 405]', outcomes);
}
