import {
  type CallingConvention,
  checkResult,
  type PlacedMiddleware,
  thrownBy,
} from '../kernel/application/placed-middleware.ts';
import { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { Delegate, Middleware } from '../kernel/pipeline/middleware-b.ts';
import { type Rest, toDelegate, toRest } from './rest.ts';
import { toResponse } from './result.ts';
import { methodFailure } from './routing.ts';

/** How variant B calls middleware. When middleware throws, the error is thrown to the middleware before it (rule B4). */
export const CONVENTION: CallingConvention<void> = {
  argumentsOf: (request, _response, delegate) => [request, delegate],
  given: (delegate: Delegate) => [delegate, undefined],
  nextOf: toDelegate,
  toRest,
  start: (handle) => handle,
  toCall:
    ({ handle }) =>
    (request: ServerRequest) =>
      handle(request),
  toResponse,
  methodFailure,
  plain,
};

function plain(placed: PlacedMiddleware<void>): Rest['handle'] {
  const { middleware, rest } = placed;
  const delegate = toDelegate(rest);
  return (request) => {
    try {
      const call = placed.call as Middleware | undefined;
      const result = call === undefined ? placed.invoke(request, delegate) : call(request, delegate);
      return result instanceof HttpResponse
        ? result
        : checkResult(result, delegate, placed, request, undefined);
    } catch (error) {
      return rest.fail(error ?? thrownBy(middleware, error), request);
    }
  };
}
