import { ambiguityOf } from '../kernel/application/ambiguous-path.ts';
import type { ApplicationContext } from '../kernel/application/context.ts';
import { PlacedMiddleware, runObserved, thrownBy } from '../kernel/application/placed-middleware.ts';
import { isLogged } from '../kernel/errors/http-error.ts';
import { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { Entry } from '../kernel/pipeline/entry.ts';
import { LazyMiddleware } from '../kernel/pipeline/lazy-middleware.ts';
import type { Middleware } from '../kernel/pipeline/middleware-a.ts';
import type { MiddlewareRun, PipelineObserver } from '../kernel/pipeline/observer.ts';
import { respondWith } from '../kernel/pipeline/responses.ts';
import { enterPrefix, leavePrefix } from '../kernel/pipeline/scope.ts';
import { type CallNext, changing, endNext, nextOf, type Rest } from './rest.ts';
import { checkResult, toResponse } from './result.ts';

/**
 * Composes entries into one chain once; requests only run the chain. Each middleware is bound to the rest of the chain, so only
 * its `next` is created per request, and synchronous middleware stays synchronous. `handle` runs middleware and `fail` runs
 * error middleware. When either throws, the next `fail` handles the error (rule A2).
 *
 * @param end handles the request after the last entry
 * @param context of the application that the entries belong to
 */
export function compose(entries: readonly Entry[], end: Rest, context: ApplicationContext): Rest {
  return entries.reduceRight((rest, entry) => composeEntry(entry, rest, context), end);
}

function composeEntry(entry: Entry, rest: Rest, context: ApplicationContext): Rest {
  const { prefix } = entry;
  if (prefix === undefined) return composeTarget(entry, rest, context);
  const leaving = changing(rest, (request) => leavePrefix(request, prefix));
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

function composeTarget(entry: Entry, rest: Rest, context: ApplicationContext): Rest {
  const { target, error } = entry;
  if (!(target instanceof LazyMiddleware)) {
    const inner = compose(target, rest, context);
    return error ? { handle: rest.handle, fail: inner.fail } : { handle: inner.handle, fail: rest.fail };
  }
  const { observer } = context;
  const placed = new PlacedMiddleware(entry, rest, context, toCall);
  if (error) return { handle: rest.handle, fail: failing(placed) };
  return { handle: observer === undefined ? plain(placed) : observed(placed, observer), fail: rest.fail };
}

function toCall({ handle }: Rest) {
  return (request: ServerRequest, response: HttpResponse, next: CallNext): unknown => {
    // Composed middleware calls the rest of the pipeline without `next`.
    next.wasCalled = true;
    return handle(request, response);
  };
}

function plain(placed: PlacedMiddleware<Rest>): Rest['handle'] {
  const { middleware, rest, composed } = placed;
  if (composed !== undefined) return composedWithRest(placed, composed);
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

// Composed middleware calls the rest of the pipeline without `next`.
function composedWithRest({ middleware, rest }: PlacedMiddleware<Rest>, { handle }: Rest): Rest['handle'] {
  return (request, response) => {
    try {
      return handle(request, response);
    } catch (error) {
      return rest.fail(error ?? thrownBy(middleware, error), request, response);
    }
  };
}

function observed(placed: PlacedMiddleware<Rest>, observer: PipelineObserver): Rest['handle'] {
  const { entry, context } = placed;
  const runUnobserved = plain(placed);
  return (request, response) => {
    const run = observer.enter(entry, request, context.errors, response);
    return run === undefined ? runUnobserved(request, response) : observe(run, placed, request, response);
  };
}

// Not inside `observed`, because a function that contains a closure allocates more at each call.
function observe(
  run: MiddlewareRun,
  placed: PlacedMiddleware<Rest>,
  request: ServerRequest,
  response: HttpResponse,
): HttpResponse | Promise<HttpResponse> {
  const { middleware, rest } = placed;
  const inside = run.passOn === undefined ? placed : placed.before(observedRest(rest, run));
  const next = nextOf(inside.rest, request, response);
  return runObserved(
    run,
    () => inside.invoke(request, response, next),
    (result) => toResponse(result, next, inside, request, response),
    (thrown) => {
      const error = thrownBy(middleware, thrown);
      run.fail(error);
      return rest.fail(error, request, response);
    },
  );
}

function failing(placed: PlacedMiddleware<Rest>): Rest['fail'] {
  const { entry, middleware, rest, context } = placed;
  const { errors, observer } = context;
  return (error, request, response) => {
    const run = observer?.enter(entry, request, errors, response, error);
    const outer: Rest = {
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

function observedRest(rest: Rest, run: MiddlewareRun): Rest {
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
