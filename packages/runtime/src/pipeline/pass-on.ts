import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { defineMiddleware, type SharedMiddleware } from './define-middleware.ts';
import { passing405 } from './route-request.ts';

/**
 * The outcomes of routing that continue to the next handler: 404 where no route has the path, 405 where no route of the path has the
 * method.
 */
export type PassedOutcomes = readonly [] | readonly [404] | readonly [404, 405];

/**
 * Lets requests that no route handles continue to the middleware behind dispatch, for example an Express app whose routes move to
 * Fw one by one. 404 always continues; with 405 so does a request whose path has a route, but not for its method. When nothing
 * responds, the response is 404 or 405 as ever. A status that a handler chose never continues.
 *
 * Pipe it in front of routing.
 *
 * @example app.pipe(passOn([404, 405]));
 * @throws InvalidArgumentError when the list is not `[404]` or `[404, 405]`
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

/** @throws InvalidArgumentError when the value is no list of outcomes */
export function checkOutcomes(outcomes: PassedOutcomes): readonly number[] {
  const found: unknown = outcomes;
  if (Array.isArray(found) && ['', '404', '404,405', '405,404'].includes(found.join())) return outcomes;
  throw new InvalidArgumentError('passOn', '[], [404] or [404, 405]', outcomes);
}
