import { ambiguityOf } from '../kernel/application/ambiguous-path.ts';
import type { ApplicationContext } from '../kernel/application/context.ts';
import { InvalidArgumentError, MissingResponseError } from '../kernel/errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { Entry } from '../kernel/pipeline/entry.ts';
import { COMPOSE, isThenable, LazyMiddleware, PlacedMiddleware } from '../kernel/pipeline/lazy-middleware.ts';
import type { Delegate, Middleware } from '../kernel/pipeline/middleware-b.ts';
import type { MiddlewareRun, PipelineObserver } from '../kernel/pipeline/observer.ts';
import { isChecked, markChecked } from '../kernel/pipeline/responses.ts';
import { enterPrefix, leavePrefix } from '../kernel/pipeline/scope.ts';
import { checkRequest, toDelegate } from './delegate.ts';

/**
 * Composes entries into one delegate once; requests only run it. Each middleware knows the next one, so nothing is created
 * per request, and a synchronous middleware stays synchronous.
 *
 * @param end handles the request after the last entry
 * @param context of the application that the entries belong to
 */
export function compose(entries: readonly Entry[], end: Delegate, context: ApplicationContext): Delegate {
  return entries.reduceRight((next, entry) => composeEntry(entry, next, context), end);
}

function composeEntry(entry: Entry, next: Delegate, context: ApplicationContext): Delegate {
  const { prefix } = entry;
  if (prefix === undefined) return composeTarget(entry, next, context);
  const leaving = toDelegate((request) => next(leavePrefix(request, prefix)));
  const inner = composeTarget(entry, leaving, context);
  return toDelegate((request) => {
    try {
      if (prefix.matches(request.path)) return inner(enterPrefix(request, prefix));
      const ambiguity = request.source.spelling && ambiguityOf(entry, request);
      if (ambiguity !== undefined) throw ambiguity;
      return next(request);
    } catch (error) {
      throw failureOf(error, entry.name, request);
    }
  });
}

function composeTarget(entry: Entry, next: Delegate, context: ApplicationContext): Delegate {
  const { target } = entry;
  if (!(target instanceof LazyMiddleware)) return compose(target, next, context);
  const { observer } = context;
  return observer === undefined
    ? plain(place(target, next, context), next)
    : observed(entry, target, next, context, observer);
}

function place(lazy: LazyMiddleware, next: Delegate, context: ApplicationContext): PlacedMiddleware {
  return new PlacedMiddleware(lazy, (middleware) => middleware[COMPOSE](next as never, context as never));
}

function plain(placed: PlacedMiddleware, next: Delegate): Delegate {
  const { name } = placed.lazy;
  return toDelegate((request) => {
    try {
      const call = placed.call as Middleware | undefined;
      const result = call === undefined ? placed.invoke(request, next) : call(request, next);
      return result instanceof HttpResponse ? result : checkResult(result, name, request);
    } catch (error) {
      throw failureOf(error, name, request);
    }
  });
}

function observed(
  entry: Entry,
  lazy: LazyMiddleware,
  next: Delegate,
  context: ApplicationContext,
  observer: PipelineObserver,
): Delegate {
  const unobserved = place(lazy, next, context);
  const runUnobserved = plain(unobserved, next);
  return toDelegate((request) => {
    const run = observer.enter(entry, request, context.errors);
    if (run === undefined) return runUnobserved(request);
    if (run.passOn === undefined) return runObserved(run, unobserved, next, request);
    const passing = observedDelegate(next, run.passOn.bind(run));
    return runObserved(run, place(lazy, passing, context), passing, request);
  });
}

function observedDelegate(next: Delegate, passOn: NonNullable<MiddlewareRun['passOn']>): Delegate {
  return toDelegate((passed) => {
    checkRequest(passed);
    return passOn(() => next(passed), passed);
  });
}

function runObserved(
  run: MiddlewareRun,
  placed: PlacedMiddleware,
  next: Delegate,
  request: ServerRequest,
): HttpResponse | Promise<HttpResponse> {
  const { name } = placed.lazy;
  const fail = (thrown: unknown): never => {
    const error = failureOf(thrown, name, request);
    run.fail(error);
    throw error;
  };
  try {
    const result = run.run(() => placed.invoke(request, next));
    const response = checkResult(result, name, request);
    return response instanceof HttpResponse
      ? run.leave(response)
      : droppable(response.then((settled) => run.leave(settled), fail));
  } catch (error) {
    return fail(error);
  }
}

/** Makes sure that a middleware returned a response (rules B1, M4). */
function checkResult(
  result: unknown,
  name: string,
  request: ServerRequest,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) return toResponse(result, name, request);
  return isChecked(result) ? result : checkLater(Promise.resolve(result), name, request);
}

// Each middleware costs one promise. Functions of their own for the rare cases save 5 to 9 % of the time of an asynchronous
// pipeline.
function checkLater(result: Promise<unknown>, name: string, request: ServerRequest): Promise<HttpResponse> {
  const checked: Promise<HttpResponse> = result.then(
    (settled) => (settled instanceof HttpResponse ? settled : convertLate(settled, checked, name, request)),
    (error) => failLate(error, checked, name, request),
  );
  return markChecked(checked);
}

function convertLate(
  settled: unknown,
  checked: Promise<HttpResponse>,
  name: string,
  request: ServerRequest,
): HttpResponse {
  try {
    return toResponse(settled, name, request);
  } catch (error) {
    return failLate(error, checked, name, request);
  }
}

function failLate(
  error: unknown,
  checked: Promise<HttpResponse>,
  name: string,
  request: ServerRequest,
): never {
  droppable(checked);
  throw failureOf(error, name, request);
}

/** The error of a middleware, or an error that explains the wrong argument of its delegate call (rules B1, B4). */
function failureOf(error: unknown, name: string, request: unknown): unknown {
  if (!(error instanceof InvalidArgumentError)) checkRequest(request, error);
  return error ?? new TypeError(`The middleware ${name} threw ${String(error)}.`);
}

// Middleware may drop the promise of its delegate; the process must not end when that promise is rejected.
function droppable<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function toResponse(result: unknown, name: string, request: ServerRequest): HttpResponse {
  const response = toHttpResponse(result);
  if (response !== undefined) return response;
  const advice = result === undefined ? NOTHING_RETURNED : undefined;
  throw new MissingResponseError(name, request.method, request.originalPath, result, advice);
}

const NOTHING_RETURNED =
  'return a response or "return delegate(request)". ' +
  'A callback that calls the delegate comes too late: await its result first.';
