import { ambiguityOf } from '../kernel/application/ambiguous-path.ts';
import type { ApplicationContext } from '../kernel/application/context.ts';
import { PlacedMiddleware, runObserved } from '../kernel/application/placed-middleware.ts';
import { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { Entry } from '../kernel/pipeline/entry.ts';
import { LazyMiddleware } from '../kernel/pipeline/lazy-middleware.ts';
import type { Middleware } from '../kernel/pipeline/middleware-b.ts';
import type { MiddlewareRun, PipelineObserver } from '../kernel/pipeline/observer.ts';
import { enterPrefix, leavePrefix } from '../kernel/pipeline/scope.ts';
import { changing, checkRequest, type Rest, toDelegate } from './rest.ts';
import { checkResult, droppable, failureOf, toResponse } from './result.ts';

/**
 * Composes entries into one delegate once; requests only run it. Each middleware is bound to the rest of the pipeline, so nothing
 * is created per request, and synchronous middleware stays synchronous.
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
  return toDelegate((request) => {
    try {
      if (prefix.matches(request.path)) return inner(enterPrefix(request, prefix));
      const ambiguity = request.source.spelling && ambiguityOf(entry, request);
      if (ambiguity !== undefined) throw ambiguity;
      return rest(request);
    } catch (error) {
      throw failureOf(error, entry, request);
    }
  });
}

function composeTarget(entry: Entry, rest: Rest, context: ApplicationContext): Rest {
  if (!(entry.target instanceof LazyMiddleware)) return compose(entry.target, rest, context);
  const { observer } = context;
  const placed = new PlacedMiddleware(entry, rest, context, toCall);
  return observer === undefined ? plain(placed) : observed(placed, observer);
}

function toCall(composed: Rest): Rest {
  return composed;
}

function plain(placed: PlacedMiddleware<Rest>): Rest {
  const { middleware, rest } = placed;
  return toDelegate((request) => {
    try {
      const call = placed.call as Middleware | undefined;
      const result = call === undefined ? placed.invoke(request, rest) : call(request, rest);
      return result instanceof HttpResponse ? result : checkResult(result, placed, request);
    } catch (error) {
      throw failureOf(error, middleware, request);
    }
  });
}

function observed(placed: PlacedMiddleware<Rest>, observer: PipelineObserver): Rest {
  const { entry, context } = placed;
  const runUnobserved = plain(placed);
  return toDelegate((request) => {
    const run = observer.enter(entry, request, context.errors);
    return run === undefined ? runUnobserved(request) : observe(run, placed, request);
  });
}

// Not inside `observed`, because a function that contains a closure allocates more at each call.
function observe(
  run: MiddlewareRun,
  placed: PlacedMiddleware<Rest>,
  request: ServerRequest,
): HttpResponse | Promise<HttpResponse> {
  const { middleware, rest } = placed;
  const inside = run.passOn === undefined ? placed : placed.before(observedRest(rest, run));
  const response = runObserved(
    run,
    () => inside.invoke(request, inside.rest),
    (result) => toResponse(result, inside, request),
    (thrown) => {
      const error = failureOf(thrown, middleware, request);
      run.fail(error);
      throw error;
    },
  );
  return response instanceof HttpResponse ? response : droppable(response);
}

function observedRest(rest: Rest, run: MiddlewareRun): Rest {
  const passOn = run.passOn?.bind(run);
  if (passOn === undefined) return rest;
  return toDelegate((passed) => {
    checkRequest(passed);
    return passOn(() => rest(passed), passed);
  });
}
