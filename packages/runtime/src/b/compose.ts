import { MissingResponseError } from '../error/coded-errors.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { PassingOn } from '../pipeline/passing-on.ts';
import { isThenable, LazyMiddleware } from '../pipeline/resolve-middleware.ts';
import { enterPrefix, leavePrefix } from '../pipeline/scope.ts';
import { type Delegate, type Middleware, toDelegate } from './middleware.ts';

/**
 * Composes entries into one delegate, once; a request only runs it. Each layer knows the next one, so nothing is made
 * per request, and a synchronous middleware stays synchronous.
 *
 * @param end where the request goes after the last entry
 * @param debug whether each middleware is watched for passing on wrongly (SEMANTICS P8)
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

function composeTarget({ target }: Entry, next: Delegate, debug: boolean): Delegate {
  return target instanceof LazyMiddleware ? layer(target, next, debug) : compose(target, next, debug);
}

function layer(lazy: LazyMiddleware, next: Delegate, debug: boolean): Delegate {
  return toDelegate((request) => {
    const passing = debug ? new PassingOn(lazy.name) : undefined;
    const pass = passing === undefined ? next : watch(next, passing);
    const callable = (lazy.callable ?? lazy.resolve()) as Middleware | Promise<Middleware>;
    const result =
      typeof callable === 'function'
        ? callable(request, pass)
        : callable.then((resolved) => resolved(request, pass));
    if (result instanceof HttpResponse && passing === undefined) return result;
    return admit(result, lazy.name, request, passing);
  });
}

function watch(next: Delegate, passing: PassingOn): Delegate {
  return toDelegate((request) => passing.start(() => next(request)));
}

/** Makes sure that what a middleware gave is a response (SEMANTICS B1, M4). */
function admit(
  result: unknown,
  name: string,
  request: ServerRequest,
  passing: PassingOn | undefined,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) {
    passing?.finish();
    return toResponse(result, name, request);
  }
  const response = Promise.resolve(result).then((settled) => {
    passing?.finish();
    return toResponse(settled, name, request);
  });
  // A middleware may drop what its delegate gives; that must not end the process when it fails.
  response.catch(() => {});
  return response;
}

function toResponse(result: unknown, name: string, request: ServerRequest): HttpResponse {
  if (result instanceof HttpResponse) return result;
  if (result instanceof Response) return HttpResponse.fromWeb(result);
  throw new MissingResponseError(name, request.method, request.originalPath, result);
}
