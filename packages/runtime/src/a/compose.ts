import { WatchedLayer } from '#development/watched-layer';
import { MissingResponseError } from '../error/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { isChecked, markChecked } from '../pipeline/responses.ts';
import type { Entry } from '../pipeline/entry.ts';
import { isThenable, LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import { enterPrefix, leavePrefix } from '../pipeline/scope.ts';
import type { ErrorResponder } from '../application/errors/error-responder.ts';
import { isLogged } from '../application/errors/status-of.ts';
import { Layer } from './layer.ts';
import type { Middleware, Next } from '../pipeline/middleware-a.ts';
import type { Chain } from './chain.ts';

/**
 * Composes entries into one chain, once; a request only runs it. Each layer knows the next one, so nothing is made
 * per request, and a synchronous middleware stays synchronous. Ordinary middleware stands in the way of `handle`,
 * error middleware in the way of `fail`; what one of them throws goes to `fail` behind it (rule A2).
 *
 * @param end where the request goes after the last entry
 * @param errors of the application that the entries belong to; with `debug` each middleware is watched for passing on
 *   wrongly and for what it throws (rules P8, E1)
 */
export function compose(entries: readonly Entry[], end: Chain, errors: ErrorResponder): Chain {
  return entries.reduceRight((rest, entry) => composeEntry(entry, rest, errors), end);
}

function composeEntry(entry: Entry, rest: Chain, errors: ErrorResponder): Chain {
  const { prefix } = entry;
  if (prefix === undefined) return composeTarget(entry, rest, errors);
  const leaving: Chain = {
    handle: (request, response) => rest.handle(leavePrefix(request, prefix), response),
    fail: (error, request, response) => rest.fail(error, leavePrefix(request, prefix), response),
  };
  const inner = composeTarget(entry, leaving, errors);
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

function composeTarget(entry: Entry, rest: Chain, errors: ErrorResponder): Chain {
  const { target, error } = entry;
  if (!(target instanceof LazyMiddleware)) {
    const inner = compose(target, rest, errors);
    return error ? { handle: rest.handle, fail: inner.fail } : { handle: inner.handle, fail: rest.fail };
  }
  const layer = new Layer(errors.tracing?.middleware(entry, target) ?? target, rest, errors);
  if (error) return { handle: rest.handle, fail: errorLayer(entry, layer, errors) };
  return {
    handle: errors.watches ? watchedLayer(entry, layer, errors) : plainLayer(layer),
    fail: rest.fail,
  };
}

function plainLayer(layer: Layer): Chain['handle'] {
  const { middleware, next, rest } = layer;
  return (request, response) => {
    const calledBefore = layer.called;
    layer.called = false;
    try {
      const callable = middleware.callable as Middleware | undefined;
      const result =
        callable === undefined
          ? middleware.invoke(request, response, next)
          : callable(request, response, next);
      return result instanceof HttpResponse && (result.status < 300 || result.status > 399)
        ? result
        : checkResult(result, layer, request, response);
    } catch (error) {
      return rest.fail(thrown(error, layer), request, response);
    } finally {
      layer.called = calledBefore;
    }
  };
}

function watchedLayer(entry: Entry, layer: Layer, errors: ErrorResponder): Chain['handle'] {
  const { middleware, next, rest } = layer;
  return (request, response) => {
    const trace = new WatchedLayer(entry, middleware, request, errors, response);
    const calledBefore = layer.called;
    layer.called = false;
    try {
      const result = trace.run(() => middleware.invoke(request, response, watch(next, trace)));
      return checkResult(result, layer, request, response, trace);
    } catch (error) {
      return rest.fail(thrown(error, layer, trace), request, response);
    } finally {
      layer.called = calledBefore;
    }
  };
}

function errorLayer(entry: Entry, layer: Layer, errors: ErrorResponder): Chain['fail'] {
  const { middleware, next, rest } = layer;
  return (error, request, response) => {
    const trace = errors.watches ? new WatchedLayer(entry, middleware, request, errors, response) : undefined;
    // What is logged is so whoever answers it (rules E3, E4).
    const logged = (answer: HttpResponse): HttpResponse => {
      if (isLogged(error, answer.status)) errors.log(error, request, answer.status);
      return answer;
    };
    const calledBefore = layer.called;
    layer.called = false;
    try {
      const result =
        trace === undefined
          ? middleware.invoke(error, request, response, next)
          : trace.run(() => middleware.invoke(error, request, response, watch(next, trace)));
      const answer = checkResult(result, layer, request, response, trace);
      return answer instanceof HttpResponse ? logged(answer) : answer.then(logged);
    } catch (newError) {
      return rest.fail(thrown(newError, layer, trace), request, response);
    } finally {
      layer.called = calledBefore;
    }
  };
}

function watch(next: Next, trace: WatchedLayer): Next {
  const watched: Next = (request, response, error) => {
    if (error !== undefined && error !== null) trace.fail(error);
    return trace.passOn(() => next(request, response, error), request, response);
  };
  return Object.assign(watched, next);
}

/** Makes sure that what a middleware gave is a response; nothing means the one that it was given (rules A1, M4). */
function checkResult(
  result: unknown,
  layer: Layer,
  request: ServerRequest,
  response: HttpResponse,
  trace?: WatchedLayer,
): HttpResponse | Promise<HttpResponse> {
  const called = layer.called === true;
  if (!isThenable(result)) {
    if (trace === undefined) return toResponse(result, layer, request, response, called);
    trace.finish();
    return trace.leave(toResponse(result, layer, request, response, called));
  }
  if (trace === undefined && isChecked(result)) return result;
  return checkLater(Promise.resolve(result), layer, request, response, called, trace);
}

function checkLater(
  result: Promise<unknown>,
  layer: Layer,
  request: ServerRequest,
  response: HttpResponse,
  called: boolean,
  trace: WatchedLayer | undefined,
): Promise<HttpResponse> {
  const fail = (error: unknown): HttpResponse | Promise<HttpResponse> => {
    // Else a note that the middleware passed on before it threw would tell of a later run.
    layer.wasCalledLate(request, response);
    return layer.rest.fail(thrown(error, layer, trace), request, response);
  };
  const checked = result.then((settled) => {
    try {
      trace?.finish();
      const wasCalled = called || layer.wasCalledLate(request, response);
      const answer = toResponse(settled, layer, request, response, wasCalled);
      return trace === undefined ? answer : trace.leave(answer);
    } catch (error) {
      return fail(error);
    }
  }, fail);
  return markChecked(checked);
}

function toResponse(
  result: unknown,
  { name }: Layer,
  request: ServerRequest,
  given: HttpResponse,
  hasPassedOn: boolean,
): HttpResponse {
  if (result instanceof HttpResponse && (result.status < 300 || result.status > 399)) return result;
  if (result === undefined && !hasPassedOn) return given;
  const response = toHttpResponse(result, request);
  if (response !== undefined) return response;
  const advice = hasPassedOn ? 'write "return next(request, response)".' : undefined;
  throw new MissingResponseError(name, request.method, request.originalPath, result, advice);
}

// null and undefined are no errors to next(), but a throw is a throw (rule A2).
function thrown(error: unknown, { name }: Layer, trace?: WatchedLayer): unknown {
  const known = error ?? new TypeError(`The middleware ${name} threw ${String(error)}.`);
  trace?.fail(known);
  return known;
}
