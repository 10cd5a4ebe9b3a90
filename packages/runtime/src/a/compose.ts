import { ambiguityOf } from '../kernel/application/ambiguous-path.ts';
import type { ApplicationContext } from '../kernel/application/context.ts';
import { isLogged } from '../kernel/errors/http-error.ts';
import { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { Entry } from '../kernel/pipeline/entry.ts';
import {
  COMPOSE,
  isComposable,
  isThenable,
  LazyMiddleware,
  PlacedMiddleware,
} from '../kernel/pipeline/lazy-middleware.ts';
import type { Middleware } from '../kernel/pipeline/middleware-a.ts';
import type { MiddlewareRun, PipelineObserver } from '../kernel/pipeline/observer.ts';
import { respondWith } from '../kernel/pipeline/responses.ts';
import { enterPrefix, leavePrefix } from '../kernel/pipeline/scope.ts';
import { type CallNext, type Chain, endNext, nextOf } from './next.ts';
import { checkResult, type Place, thrown, toResponse } from './result.ts';

/**
 * Composes entries into one chain once; requests only run the chain. Each middleware is bound to the rest of the chain, so only
 * its `next` is created per request, and synchronous middleware stays synchronous. `handle` runs middleware and `fail` runs
 * error middleware. When either throws, the next `fail` handles the error (rule A2).
 *
 * @param end handles the request after the last entry
 * @param context of the application that the entries belong to
 */
export function compose(entries: readonly Entry[], end: Chain, context: ApplicationContext): Chain {
  return entries.reduceRight((rest, entry) => composeEntry(entry, rest, context), end);
}

function composeEntry(entry: Entry, rest: Chain, context: ApplicationContext): Chain {
  const { prefix } = entry;
  if (prefix === undefined) return composeTarget(entry, rest, context);
  const leaving: Chain = {
    handle: (request, response) => rest.handle(leavePrefix(request, prefix), response),
    fail: (error, request, response) => rest.fail(error, leavePrefix(request, prefix), response),
  };
  const inner = composeTarget(entry, leaving, context);
  if (entry.error) {
    return {
      handle: rest.handle,
      fail: (error, request, response) =>
        prefix.matches(request.path)
          ? inner.fail(error, enterPrefix(request, prefix), response)
          : rest.fail(error, request, response),
    };
  }
  return {
    handle(request, response) {
      if (prefix.matches(request.path)) return inner.handle(enterPrefix(request, prefix), response);
      const ambiguity = request.source.spelling && ambiguityOf(entry, request);
      return ambiguity === undefined
        ? rest.handle(request, response)
        : rest.fail(ambiguity, request, response);
    },
    fail: rest.fail,
  };
}

function composeTarget(entry: Entry, rest: Chain, context: ApplicationContext): Chain {
  const { target, error } = entry;
  if (!(target instanceof LazyMiddleware)) {
    const inner = compose(target, rest, context);
    return error ? { handle: rest.handle, fail: inner.fail } : { handle: inner.handle, fail: rest.fail };
  }
  const place: Place = { entry, middleware: target, rest, context };
  if (error) return { handle: rest.handle, fail: failing(place) };
  const { observer } = context;
  return { handle: observer === undefined ? handling(place) : observed(place, observer), fail: rest.fail };
}

function handling(place: Place): Chain['handle'] {
  const { middleware, rest, context } = place;
  if (isComposable<Chain, ApplicationContext>(middleware.value)) {
    return handlingComposed(place, middleware.value[COMPOSE](rest, context));
  }
  const placed = placedIn(place);
  return (request, response) => {
    const next = nextOf(rest, request, response);
    try {
      const call = placed.call as Middleware | undefined;
      const result =
        call === undefined ? placed.invoke(request, response, next) : call(request, response, next);
      return result instanceof HttpResponse && result !== response
        ? result
        : checkResult(result, next, place, request, response);
    } catch (error) {
      return rest.fail(thrown(error, middleware), request, response);
    }
  };
}

// Composed middleware calls the rest of the pipeline without `next`.
function handlingComposed({ middleware, rest }: Place, { handle }: Chain): Chain['handle'] {
  return (request, response) => {
    try {
      return handle(request, response);
    } catch (error) {
      return rest.fail(thrown(error, middleware), request, response);
    }
  };
}

function placedIn({ middleware, rest, context }: Place): PlacedMiddleware {
  return new PlacedMiddleware(middleware, (composable) => {
    const { handle } = composable[COMPOSE](rest as never, context as never) as Chain;
    return (request: ServerRequest, response: HttpResponse, next: CallNext) => {
      // Composed middleware calls the rest of the pipeline without `next`.
      next.wasCalled = true;
      return handle(request, response);
    };
  });
}

function observed(place: Place, observer: PipelineObserver): Chain['handle'] {
  const { entry, rest, context } = place;
  const runUnobserved = handling(place);
  const unobserved = placedIn(place);
  return (request, response) => {
    const run = observer.enter(entry, request, context.errors, response);
    if (run === undefined) return runUnobserved(request, response);
    if (run.passOn === undefined) return runObserved(run, place, unobserved, rest, request, response);
    const inside = { ...place, rest: observedRest(rest, run) };
    return runObserved(run, inside, placedIn(inside), rest, request, response);
  };
}

function runObserved(
  run: MiddlewareRun,
  place: Place,
  placed: PlacedMiddleware,
  outer: Chain,
  request: ServerRequest,
  response: HttpResponse,
): HttpResponse | Promise<HttpResponse> {
  const next = nextOf(place.rest, request, response);
  const leave = (result: unknown): HttpResponse =>
    run.leave(toResponse(result, next, place, request, response));
  const fail = (error: unknown): HttpResponse | Promise<HttpResponse> => {
    const known = thrown(error, place.middleware);
    run.fail(known);
    return outer.fail(known, request, response);
  };
  // Few calls for each middleware, so that a long pipeline doesn't exceed the stack.
  try {
    const result = run.run(() => placed.invoke(request, response, next));
    return isThenable(result) ? Promise.resolve(result).then(leave).catch(fail) : leave(result);
  } catch (error) {
    return fail(error);
  }
}

function failing(place: Place): Chain['fail'] {
  const { entry, middleware, rest, context } = place;
  const { errors, observer } = context;
  return (error, request, response) => {
    const run = observer?.enter(entry, request, errors, response, error);
    const outer: Chain = {
      handle: rest.handle,
      fail: (newError, ...given) => rest.fail(causedBy(newError, error), ...given),
    };
    const next = nextOf(run === undefined ? outer : observedRest(outer, run), request, response);
    const invoke = (): unknown => middleware.invoke(error, request, response, next);
    return respondWith(
      () => (run === undefined ? invoke() : run.run(invoke)),
      (result) => {
        // Error middleware that returns nothing hasn't handled the error (rule A2).
        if (result === undefined && !next.wasCalled && response.writes === next.writes) {
          endNext(next, middleware, errors, request, response);
          return rest.fail(error, request, response);
        }
        const answer = toResponse(result, next, place, request, response);
        // Server errors are logged, whichever middleware responds to them (rules E3, E4).
        if (isLogged(error, answer.status)) errors.log(error, request, answer.status);
        return run === undefined ? answer : run.leave(answer);
      },
      (newError) => {
        const known = thrown(newError, middleware);
        run?.fail(known);
        return outer.fail(known, request, response);
      },
    );
  };
}

function observedRest(rest: Chain, run: MiddlewareRun): Chain {
  const passOn = run.passOn?.bind(run);
  if (passOn === undefined) return rest;
  return {
    handle: (request, response) => passOn(() => rest.handle(request, response), request, response),
    fail(error, request, response) {
      run.fail(error);
      return passOn(() => rest.fail(error, request, response), request, response);
    },
  };
}

/** Sets the handled error as the cause of the new error, unless the handled error was caused by the new error. */
function causedBy(error: unknown, handled: unknown): unknown {
  if (!(error instanceof Error) || error.cause !== undefined || !Object.isExtensible(error)) return error;
  for (let item = handled; item instanceof Error; item = item.cause) if (item === error) return error;
  Object.defineProperty(error, 'cause', { value: handled, configurable: true, writable: true });
  return error;
}
