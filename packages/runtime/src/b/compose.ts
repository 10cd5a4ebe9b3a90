import { WatchedLayer } from '#development/watched-layer';
import { InvalidArgumentError, MissingResponseError } from '../errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { isChecked, markChecked } from '../pipeline/responses.ts';
import type { Entry } from '../pipeline/entry.ts';
import { type InvokedMiddleware, isThenable, LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import { enterPrefix, leavePrefix } from '../pipeline/scope.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import type { Delegate, Middleware } from '../pipeline/middleware-b.ts';
import { checkRequest, toDelegate } from './delegate.ts';

/**
 * Composes entries into one delegate, once; a request only runs it. Each layer knows the next one, so nothing is made
 * per request, and a synchronous middleware stays synchronous.
 *
 * @param end where the request goes after the last entry
 * @param errors of the application that the entries belong to; with `debug` each middleware is watched for passing on
 *   wrongly and for what it throws (rules P8, E1)
 */
export function compose(entries: readonly Entry[], end: Delegate, errors: ErrorResponder): Delegate {
  return entries.reduceRight((next, entry) => composeEntry(entry, next, errors), end);
}

function composeEntry(entry: Entry, next: Delegate, errors: ErrorResponder): Delegate {
  const { prefix } = entry;
  if (prefix === undefined) return composeTarget(entry, next, errors);
  const leaving = toDelegate((request) => next(leavePrefix(request, prefix)), errors);
  const inner = composeTarget(entry, leaving, errors);
  return toDelegate((request) => {
    try {
      return prefix.matches(request.path) ? inner(enterPrefix(request, prefix)) : next(request);
    } catch (error) {
      throw failureOf(error, entry.name, request);
    }
  }, errors);
}

function composeTarget(entry: Entry, next: Delegate, errors: ErrorResponder): Delegate {
  const { target } = entry;
  if (!(target instanceof LazyMiddleware)) return compose(target, next, errors);
  const invoked = errors.tracing?.middleware(entry, target) ?? target;
  return errors.watches ? watchedLayer(entry, invoked, next, errors) : layer(invoked, next, errors);
}

function layer(lazy: InvokedMiddleware, next: Delegate, errors: ErrorResponder): Delegate {
  return toDelegate((request) => {
    try {
      const callable = lazy.callable as Middleware | undefined;
      const result = callable === undefined ? lazy.invoke(request, next) : callable(request, next);
      return result instanceof HttpResponse ? result : checkResult(result, lazy.name, request);
    } catch (error) {
      throw failureOf(error, lazy.name, request);
    }
  }, errors);
}

function watchedLayer(
  entry: Entry,
  lazy: InvokedMiddleware,
  next: Delegate,
  errors: ErrorResponder,
): Delegate {
  return toDelegate((request) => {
    const trace = new WatchedLayer(entry, lazy, request, errors);
    const watched = toDelegate((passed) => {
      checkRequest(passed);
      return trace.passOn(() => next(passed), passed);
    }, errors);
    const fail = (thrown: unknown): never => {
      const error = failureOf(thrown, lazy.name, request);
      trace.fail(error);
      throw error;
    };
    try {
      const result = trace.run(() => lazy.invoke(request, watched));
      const response = checkResult(result, lazy.name, request, trace);
      return response instanceof HttpResponse ? response : droppable(response.catch(fail));
    } catch (error) {
      return fail(error);
    }
  }, errors);
}

/** Makes sure that what a middleware gave is a response (rules B1, M4). */
function checkResult(
  result: unknown,
  name: string,
  request: ServerRequest,
  trace?: WatchedLayer,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) {
    if (trace === undefined) return toResponse(result, name, request);
    trace.finish();
    return trace.leave(toResponse(result, name, request));
  }
  if (trace === undefined && isChecked(result)) return result;
  return checkLater(Promise.resolve(result), name, request, trace);
}

function checkLater(
  result: Promise<unknown>,
  name: string,
  request: ServerRequest,
  trace: WatchedLayer | undefined,
): Promise<HttpResponse> {
  // One promise for each layer; another, which makes it droppable, only when it fails.
  const fail = (error: unknown): never => {
    droppable(checked);
    throw failureOf(error, name, request);
  };
  const checked = result.then((settled) => {
    try {
      if (trace === undefined) return toResponse(settled, name, request);
      trace.finish();
      return trace.leave(toResponse(settled, name, request));
    } catch (error) {
      return fail(error);
    }
  }, fail);
  return markChecked(checked);
}

/** The error of a layer; where the delegate was called with a wrong argument, an error that says so (rules B1, B4). */
function failureOf(error: unknown, name: string, request: unknown): unknown {
  if (!(error instanceof InvalidArgumentError)) checkRequest(request, error);
  return error ?? new TypeError(`The middleware ${name} threw ${String(error)}.`);
}

// A middleware may drop what its delegate gives; that must not end the process when it fails.
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
