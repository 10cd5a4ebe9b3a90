import { MissingResponseError } from '../error/coded-errors.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { isAdmitted, markAdmitted } from '../pipeline/admitted.ts';
import type { Entry } from '../pipeline/entry.ts';
import { isThenable, LazyMiddleware } from '../pipeline/resolve-middleware.ts';
import { enterPrefix, leavePrefix } from '../pipeline/scope.ts';
import { Visit } from '../pipeline/visit.ts';
import { type Chain, type ErrorMiddleware, type Middleware, type Next, toNext } from './middleware.ts';

/**
 * Composes entries into one chain, once; a request only runs it. Each layer knows the next one, so nothing is made
 * per request, and a synchronous middleware stays synchronous. Ordinary middleware stands in the way of `handle`,
 * error middleware in the way of `fail`; what one of them throws goes to `fail` behind it (SEMANTICS A2).
 *
 * @param end where the request goes after the last entry
 * @param debug whether each middleware is watched for passing on wrongly and for what it throws (SEMANTICS P8, E1)
 */
export function compose(entries: readonly Entry[], end: Chain, debug: boolean): Chain {
  return entries.reduceRight((rest, entry) => composeEntry(entry, rest, debug), end);
}

function composeEntry(entry: Entry, rest: Chain, debug: boolean): Chain {
  const { prefix } = entry;
  if (prefix === undefined) return composeTarget(entry, rest, debug);
  const leaving: Chain = {
    handle: (request, response) => rest.handle(leavePrefix(request, prefix), response),
    fail: (error, request, response) => rest.fail(error, leavePrefix(request, prefix), response),
  };
  const inner = composeTarget(entry, leaving, debug);
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
    handle: (request, response) =>
      prefix.matches(request.path)
        ? inner.handle(enterPrefix(request, prefix), response)
        : rest.handle(request, response),
    fail: rest.fail,
  };
}

function composeTarget(entry: Entry, rest: Chain, debug: boolean): Chain {
  const { target, error } = entry;
  if (!(target instanceof LazyMiddleware)) {
    const inner = compose(target, rest, debug);
    return error ? { handle: rest.handle, fail: inner.fail } : { handle: inner.handle, fail: rest.fail };
  }
  return error
    ? { handle: rest.handle, fail: errorLayer(entry, target, rest, debug) }
    : { handle: debug ? watchedLayer(entry, target, rest) : layer(target, rest), fail: rest.fail };
}

function layer(lazy: LazyMiddleware, rest: Chain): Chain['handle'] {
  const next = toNext(rest);
  return (request, response) => {
    try {
      const callable = lazy.callable as Middleware | undefined;
      const result =
        callable === undefined ? invoke(lazy, request, response, next) : callable(request, response, next);
      if (result instanceof HttpResponse) return result;
      return admit(result, lazy.name, rest, request, response);
    } catch (error) {
      return rest.fail(thrown(error, lazy.name), request, response);
    }
  };
}

function watchedLayer(entry: Entry, lazy: LazyMiddleware, rest: Chain): Chain['handle'] {
  const next = toNext(rest);
  return (request, response) => {
    const visit = new Visit(entry, request);
    try {
      const result = invoke(lazy, request, response, watch(next, visit));
      return admit(result, lazy.name, rest, request, response, visit);
    } catch (error) {
      return rest.fail(thrown(error, lazy.name, visit), request, response);
    }
  };
}

function invoke(lazy: LazyMiddleware, request: ServerRequest, response: HttpResponse, next: Next): unknown {
  const callable = lazy.resolve() as Middleware | Promise<Middleware>;
  return typeof callable === 'function'
    ? callable(request, response, next)
    : callable.then((resolved) => resolved(request, response, next));
}

function errorLayer(entry: Entry, lazy: LazyMiddleware, rest: Chain, debug: boolean): Chain['fail'] {
  const next = toNext(rest);
  return (error, request, response) => {
    const visit = debug ? new Visit(entry, request) : undefined;
    try {
      const pass = visit === undefined ? next : watch(next, visit);
      const callable = lazy.resolve() as ErrorMiddleware | Promise<ErrorMiddleware>;
      const result =
        typeof callable === 'function'
          ? callable(error, request, response, pass)
          : callable.then((resolved) => resolved(error, request, response, pass));
      const answer = admit(result, lazy.name, rest, request, response, visit);
      return answer instanceof HttpResponse
        ? logged(answer, error, request)
        : answer.then((settled) => logged(settled, error, request));
    } catch (newError) {
      return rest.fail(thrown(newError, lazy.name, visit), request, response);
    }
  };
}

function watch(next: Next, visit: Visit): Next {
  return (request, response, error) => {
    if (error !== undefined && error !== null) visit.fail(error);
    return visit.passOn(() => next(request, response, error));
  };
}

/** Makes sure that what a middleware gave is a response; nothing means the one that it was given (SEMANTICS A1, M4). */
function admit(
  result: unknown,
  name: string,
  rest: Chain,
  request: ServerRequest,
  response: HttpResponse,
  visit?: Visit,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) {
    visit?.finish();
    return toResponse(result, name, request, response);
  }
  if (visit === undefined && isAdmitted(result)) return result;
  return admitLater(Promise.resolve(result), name, rest, request, response, visit);
}

function admitLater(
  result: Promise<unknown>,
  name: string,
  rest: Chain,
  request: ServerRequest,
  response: HttpResponse,
  visit: Visit | undefined,
): Promise<HttpResponse> {
  const fail = (error: unknown): HttpResponse | Promise<HttpResponse> =>
    rest.fail(thrown(error, name, visit), request, response);
  const admitted = result.then((settled) => {
    try {
      visit?.finish();
      return toResponse(settled, name, request, response);
    } catch (error) {
      return fail(error);
    }
  }, fail);
  return markAdmitted(admitted);
}

function toResponse(
  result: unknown,
  name: string,
  request: ServerRequest,
  given: HttpResponse,
): HttpResponse {
  if (result instanceof HttpResponse) return result;
  if (result === undefined) return given;
  if (result instanceof Response) return HttpResponse.fromWeb(result);
  throw new MissingResponseError(name, request.method, request.originalPath, result);
}

// What becomes a 5xx is logged, whoever answers it (SEMANTICS E3).
function logged(answer: HttpResponse, error: unknown, request: ServerRequest): HttpResponse {
  if (answer.status >= 500) request.source.errors?.log(error, request);
  return answer;
}

// null and undefined are no errors to next(), but a throw is a throw (SEMANTICS A2).
function thrown(error: unknown, name: string, visit?: Visit): unknown {
  const known = error ?? new TypeError(`The middleware ${name} threw ${String(error)}.`);
  visit?.fail(known);
  return known;
}
