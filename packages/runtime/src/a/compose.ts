import { observedRest } from '../kernel/application/compose.ts';
import {
  type CallingConvention,
  checkResult,
  type PlacedMiddleware,
  thrownBy,
} from '../kernel/application/placed-middleware.ts';
import { isLogged } from '../kernel/errors/http-error.ts';
import { HttpResponse } from '../kernel/http/http-response.ts';
import type { Middleware, NextFunction } from '../kernel/pipeline/middleware-a.ts';
import { respondWith } from '../kernel/pipeline/responses.ts';
import { endNext, nextOf, type Rest, restOf, toRest } from './rest.ts';
import { toResponse } from './result.ts';
import { methodFailure } from './routing.ts';

/** How variant A calls middleware. When middleware throws, the next error middleware handles the error (rule A2). */
export const CONVENTION: CallingConvention<HttpResponse> = {
  argumentsOf: (request, response, next) => [request, response, next],
  given: (response: HttpResponse, next: NextFunction) => [restOf(next), response],
  nextOf,
  toRest,
  start: (handle) => (request) => handle(request, new HttpResponse()),
  toCall: ({ handle }) => handle,
  toResponse,
  methodFailure,
  plain,
  failing,
};

function plain(placed: PlacedMiddleware<HttpResponse>): Rest['handle'] {
  const { middleware, rest } = placed;
  return (request, response) => {
    const next = nextOf(rest, request, response);
    try {
      const call = placed.call as Middleware | undefined;
      const result =
        call === undefined ? placed.invoke(request, response, next) : call(request, response, next);
      return result instanceof HttpResponse && result !== response
        ? result
        : checkResult(result, next, placed, request, response);
    } catch (error) {
      return rest.fail(error ?? thrownBy(middleware, error), request, response);
    }
  };
}

function failing(placed: PlacedMiddleware<HttpResponse>): Rest['fail'] {
  const { entry, middleware, rest, context } = placed;
  const { errors, observer } = context;
  return (error, request, response) => {
    const run = observer?.enter(entry, request, errors, response, error);
    const outer: Rest = {
      handle: rest.handle,
      fail: (newError, ...given) => rest.fail(causedBy(newError, error), ...given),
    };
    const next = nextOf(run === undefined ? outer : observedRest(outer, run, CONVENTION), request, response);
    const invoke = (): unknown => middleware.invoke(error, request, response, next);
    return respondWith(
      () => (run === undefined ? invoke() : run.run(invoke)),
      (result) => {
        // Error middleware that returns nothing hasn't handled the error (rule A2).
        if (result === undefined && !next.wasCalled && response.writes === next.writes) {
          endNext(next, middleware, errors, request, response);
          return rest.fail(error, request, response);
        }
        const handled = toResponse(result, next, placed, request, response);
        // Server errors are logged, whichever middleware responds to them (rules E3, E4).
        if (isLogged(error, handled.status)) errors.log(error, request, handled.status);
        return run === undefined ? handled : run.leave(handled);
      },
      (newError) => {
        const known = thrownBy(middleware, newError);
        run?.fail(known);
        return outer.fail(known, request, response);
      },
    );
  };
}

/** Sets the handled error as the cause of the new error, unless the handled error was caused by the new error. */
function causedBy(error: unknown, handled: unknown): unknown {
  if (!(error instanceof Error) || error.cause !== undefined || !Object.isExtensible(error)) return error;
  for (let item = handled; item instanceof Error; item = item.cause) if (item === error) return error;
  Object.defineProperty(error, 'cause', { value: handled, configurable: true, writable: true });
  return error;
}
