import { MissingResponseError } from '../error/coded-errors.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { isAdmitted, markAdmitted } from '../pipeline/admitted.ts';
import type { Entry } from '../pipeline/entry.ts';
import { isThenable, LazyMiddleware } from '../pipeline/resolve-middleware.ts';
import { enterPrefix, leavePrefix } from '../pipeline/scope.ts';
import { Visit } from '../pipeline/visit.ts';
import { type Delegate, type Middleware, toDelegate } from './middleware.ts';

/**
 * Composes entries into one delegate, once; a request only runs it. Each layer knows the next one, so nothing is made
 * per request, and a synchronous middleware stays synchronous.
 *
 * @param end where the request goes after the last entry
 * @param debug whether each middleware is watched for passing on wrongly and for what it throws (SEMANTICS P8, E1)
 */
export function compose(entries: readonly Entry[], end: Delegate, debug: boolean): Delegate {
  return entries.reduceRight((next, entry) => composeEntry(entry, next, debug), end);
}

function composeEntry(entry: Entry, next: Delegate, debug: boolean): Delegate {
  const { prefix } = entry;
  if (prefix === undefined) return composeTarget(entry, next, debug);
  const leaving = toDelegate((request) => next(leavePrefix(request, prefix)));
  const inner = composeTarget(entry, leaving, debug);
  return toDelegate((request) =>
    prefix.matches(request.path) ? inner(enterPrefix(request, prefix)) : next(request),
  );
}

function composeTarget(entry: Entry, next: Delegate, debug: boolean): Delegate {
  const { target } = entry;
  if (!(target instanceof LazyMiddleware)) return compose(target, next, debug);
  return debug ? watchedLayer(entry, target, next) : layer(target, next);
}

function layer(lazy: LazyMiddleware, next: Delegate): Delegate {
  return toDelegate((request) => {
    const callable = lazy.callable as Middleware | undefined;
    const result = callable === undefined ? invoke(lazy, request, next) : callable(request, next);
    return result instanceof HttpResponse ? result : admit(result, lazy.name, request);
  });
}

function watchedLayer(entry: Entry, lazy: LazyMiddleware, next: Delegate): Delegate {
  return toDelegate((request) => {
    const visit = new Visit(entry, request);
    const watched = toDelegate((passed) => visit.passOn(() => next(passed)));
    const fail = (error: unknown): never => {
      visit.fail(error);
      throw error;
    };
    try {
      const response = admit(invoke(lazy, request, watched), lazy.name, request, visit);
      return response instanceof HttpResponse ? response : droppable(response.catch(fail));
    } catch (error) {
      return fail(error);
    }
  });
}

function invoke(lazy: LazyMiddleware, request: ServerRequest, next: Delegate): unknown {
  const callable = lazy.resolve() as Middleware | Promise<Middleware>;
  return typeof callable === 'function'
    ? callable(request, next)
    : callable.then((resolved) => resolved(request, next));
}

/** Makes sure that what a middleware gave is a response (SEMANTICS B1, M4). */
function admit(
  result: unknown,
  name: string,
  request: ServerRequest,
  visit?: Visit,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) {
    visit?.finish();
    return toResponse(result, name, request);
  }
  if (visit === undefined && isAdmitted(result)) return result;
  return admitLater(Promise.resolve(result), name, request, visit);
}

function admitLater(
  result: Promise<unknown>,
  name: string,
  request: ServerRequest,
  visit: Visit | undefined,
): Promise<HttpResponse> {
  // One promise for each layer; another, which makes it droppable, only when it fails.
  const fail = (error: unknown): never => {
    droppable(admitted);
    throw error;
  };
  const admitted = result.then((settled) => {
    try {
      visit?.finish();
      return toResponse(settled, name, request);
    } catch (error) {
      return fail(error);
    }
  }, fail);
  return markAdmitted(admitted);
}

// A middleware may drop what its delegate gives; that must not end the process when it fails.
function droppable<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function toResponse(result: unknown, name: string, request: ServerRequest): HttpResponse {
  if (result instanceof HttpResponse) return result;
  if (result instanceof Response) return HttpResponse.fromWeb(result);
  throw new MissingResponseError(name, request.method, request.originalPath, result);
}
