import { ambiguityOf } from './ambiguous-path.ts';
import { type ApplicationContext, contextOf } from './context.ts';
import { type CallingConvention, PlacedMiddleware, thrownBy } from './placed-middleware.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { isThenable, LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { MiddlewareRun, PipelineObserver } from '../pipeline/observer.ts';
import { changing, type Composable, COMPOSE, type MaybePrepared, type Rest } from '../pipeline/rest.ts';
import { enterPrefix, leavePrefix } from '../pipeline/scope.ts';

/**
 * Composes entries into one chain once; requests only run the chain. Each middleware is bound to the rest of the chain, and
 * synchronous middleware stays synchronous.
 *
 * @param end handles the request after the last entry
 * @param context of the application that the entries belong to
 */
export function compose<Prepared extends MaybePrepared>(
  entries: readonly Entry[],
  end: Rest<Prepared>,
  context: ApplicationContext,
  convention: CallingConvention<Prepared>,
): Rest<Prepared> {
  return entries.reduceRight((rest, entry) => composeEntry(entry, rest, context, convention), end);
}

function composeEntry<Prepared extends MaybePrepared>(
  entry: Entry,
  rest: Rest<Prepared>,
  context: ApplicationContext,
  convention: CallingConvention<Prepared>,
): Rest<Prepared> {
  const { prefix, error: isForErrors } = entry;
  if (prefix === undefined) return composeTarget(entry, rest, context, convention);
  const leaving = changing(rest, (request) => leavePrefix(request, prefix));
  const inner = composeTarget(entry, leaving, context, convention);
  if (isForErrors) {
    return {
      handle: rest.handle,
      fail: (error, request, prepared) =>
        prefix.matches(request.path)
          ? inner.fail(error, enterPrefix(request, prefix), prepared)
          : rest.fail(error, request, prepared),
    };
  }
  return {
    handle(request, prepared) {
      try {
        if (prefix.matches(request.path)) return inner.handle(enterPrefix(request, prefix), prepared);
        const ambiguity = request.source.spelling && ambiguityOf(entry, request);
        if (ambiguity === undefined) return rest.handle(request, prepared);
        return rest.fail(ambiguity, request, prepared);
      } catch (error) {
        return rest.fail(error ?? thrownBy(entry, error), request, prepared);
      }
    },
    fail: rest.fail,
  };
}

function composeTarget<Prepared extends MaybePrepared>(
  entry: Entry,
  rest: Rest<Prepared>,
  context: ApplicationContext,
  convention: CallingConvention<Prepared>,
): Rest<Prepared> {
  const { target, error } = entry;
  if (!(target instanceof LazyMiddleware)) {
    const inner = compose(target, rest, context, convention);
    return error ? { handle: rest.handle, fail: inner.fail } : { handle: inner.handle, fail: rest.fail };
  }
  const { observer } = context;
  const placed = new PlacedMiddleware(entry, rest, context, convention);
  const fail = error ? convention.failing?.(placed) : undefined;
  if (fail !== undefined) return { handle: rest.handle, fail };
  const unobserved = placed.composed?.handle ?? convention.plain(placed);
  const handle = observer === undefined ? unobserved : observed(placed, observer, unobserved);
  return { handle, fail: rest.fail };
}

function observed<Prepared extends MaybePrepared>(
  placed: PlacedMiddleware<Prepared>,
  observer: PipelineObserver,
  unobserved: Rest<Prepared>['handle'],
): Rest<Prepared>['handle'] {
  const { entry, context } = placed;
  return (request, prepared) => {
    const run = observer.enter(entry, request, context.errors, prepared);
    return run === undefined ? unobserved(request, prepared) : observe(run, placed, request, prepared);
  };
}

// Not inside `observed`, because a function that contains a closure allocates more at each call.
function observe<Prepared extends MaybePrepared>(
  run: MiddlewareRun,
  placed: PlacedMiddleware<Prepared>,
  request: ServerRequest,
  prepared: Prepared,
): HttpResponse | Promise<HttpResponse> {
  const { middleware, rest, convention } = placed;
  const inside = run.passOn === undefined ? placed : placed.before(observedRest(rest, run, convention));
  const next = convention.nextOf(inside.rest, request, prepared);
  const given = convention.argumentsOf(request, prepared, next);
  const leave = (result: unknown): HttpResponse =>
    run.leave(convention.toResponse(result, next, inside, request, prepared));
  const failed = (thrown: unknown): HttpResponse | Promise<HttpResponse> => {
    const error = thrownBy(middleware, thrown);
    run.fail(error);
    return rest.fail(error, request, prepared);
  };
  // Few calls for each middleware, so that a long pipeline doesn't exceed the stack.
  try {
    const result = run.run(() => inside.invoke(...given));
    if (!isThenable(result)) return leave(result);
    const response = Promise.resolve(result).then(leave).catch(failed);
    // Middleware may drop the promise of `next`; the process must not end when that promise is rejected.
    response.catch(() => {});
    return response;
  } catch (error) {
    return failed(error);
  }
}

/** The rest of the pipeline, which reports its calls to a run of the middleware before it. */
export function observedRest<Prepared extends MaybePrepared>(
  rest: Rest<Prepared>,
  run: MiddlewareRun,
  convention: CallingConvention<Prepared>,
): Rest<Prepared> {
  const passOn = run.passOn?.bind(run);
  if (passOn === undefined) return rest;
  const fail: Rest<Prepared>['fail'] = (error, request, prepared) => {
    run.fail(error);
    return passOn(() => rest.fail(error, request, prepared), request, prepared);
  };
  return {
    handle: (request, prepared) =>
      request instanceof ServerRequest
        ? passOn(() => rest.handle(request, prepared), request, prepared)
        : rest.fail(undefined, request, prepared),
    fail: convention.failing === undefined ? rest.fail : fail,
  };
}

/**
 * Composes middleware whose `process` is called by other middleware instead of by its pipeline: once for each rest.
 *
 * @param context for a request that no application received
 * @returns a function that calls the middleware. For a rejected request, it calls the rest of the pipeline, because such a request
 *   runs through the middleware of the outermost application only (see rejection.ts).
 */
export function composedByHand<Prepared extends MaybePrepared>(
  middleware: Composable<Prepared, ApplicationContext>,
  context: ApplicationContext,
  convention: CallingConvention<Prepared>,
): (request: ServerRequest, ...given: readonly unknown[]) => HttpResponse | Promise<HttpResponse> {
  const known = new WeakMap<object, Rest<Prepared>>();
  return (request, ...given) => {
    const [next, prepared] = convention.given(...given);
    if (request.source.rejection !== undefined) return convention.toRest(next).handle(request, prepared);
    let composed = known.get(next);
    if (composed === undefined) {
      composed = middleware[COMPOSE](convention.toRest(next), contextOf(request) ?? context);
      known.set(next, composed);
    }
    return composed.handle(request, prepared);
  };
}
