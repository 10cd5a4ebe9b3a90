import { WatchedLayer } from '#development/watched-layer';
import { MissingResponseError } from '../errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { answerWith, isChecked, markChecked } from '../pipeline/responses.ts';
import type { Entry } from '../pipeline/entry.ts';
import { isThenable, LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import { enterPrefix, leavePrefix } from '../pipeline/scope.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import { isLogged } from '../errors/responses/status-of.ts';
import { type Chain, endNext, type Layer, type LayerNext, nextOf, sharedNextOf } from './layer.ts';
import type { Middleware, Next } from '../pipeline/middleware-a.ts';

/**
 * Composes entries into one chain, once; a request only runs it. Each layer knows the next one, so only its `next` is made
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
  const layer: Layer = { middleware: errors.tracing?.middleware(entry, target) ?? target, rest, errors };
  if (error) return { handle: rest.handle, fail: errorLayer(entry, layer) };
  if (errors.watches) return { handle: watchedLayer(entry, layer), fail: rest.fail };
  return { handle: entry.role === undefined ? plainLayer(layer) : ownLayer(layer), fail: rest.fail };
}

function plainLayer(layer: Layer): Chain['handle'] {
  const { middleware, rest } = layer;
  return (request, response) => {
    const next = nextOf(layer, request, response);
    try {
      const callable = middleware.callable as Middleware | undefined;
      const result =
        callable === undefined
          ? middleware.invoke(request, response, next)
          : callable(request, response, next);
      return result instanceof HttpResponse && result !== response
        ? result
        : checkResult(result, next, layer, request, response);
    } catch (error) {
      return rest.fail(thrown(error, layer), request, response);
    }
  };
}

// Routing and dispatch always return a response, and call `next` once, before they return.
function ownLayer(layer: Layer): Chain['handle'] {
  const { middleware, rest } = layer;
  const call = middleware.callable as (...given: Parameters<Middleware>) => ReturnType<Next>;
  const next = sharedNextOf(layer);
  return (request, response) => {
    try {
      return call(request, response, next);
    } catch (error) {
      return rest.fail(thrown(error, layer), request, response);
    }
  };
}

function watchedLayer(entry: Entry, layer: Layer): Chain['handle'] {
  const { middleware, rest, errors } = layer;
  return (request, response) => {
    const trace = new WatchedLayer(entry, middleware, request, errors, response);
    const next = nextOf({ middleware, rest: watch(rest, trace), errors }, request, response);
    return answerWith(
      () => trace.run(() => middleware.invoke(request, response, next)),
      (result) => {
        trace.finish();
        return trace.leave(toResponse(result, next, layer, request, response));
      },
      (error) => rest.fail(thrown(error, layer, trace), request, response),
    );
  };
}

function errorLayer(entry: Entry, layer: Layer): Chain['fail'] {
  const { middleware, rest, errors } = layer;
  return (error, request, response) => {
    const trace = errors.watches ? new WatchedLayer(entry, middleware, request, errors, response) : undefined;
    const failing: Chain = {
      handle: rest.handle,
      fail: (newError, ...given) => rest.fail(causedBy(newError, error), ...given),
    };
    const passing = trace === undefined ? failing : watch(failing, trace);
    const next = nextOf({ middleware, rest: passing, errors }, request, response);
    const invoke = (): unknown => middleware.invoke(error, request, response, next);
    return answerWith(
      () => (trace === undefined ? invoke() : trace.run(invoke)),
      (result) => {
        trace?.finish();
        // Returning nothing is not an answer to an error (rule A2).
        if (result === undefined && !next.wasCalled && response.writes === next.writes) {
          endNext(next, request, response);
          return rest.fail(error, request, response);
        }
        const answer = toResponse(result, next, layer, request, response);
        // An error of the server is logged, whichever middleware responds to it (rules E3, E4).
        if (isLogged(error, answer.status)) errors.log(error, request, answer.status);
        return trace === undefined ? answer : trace.leave(answer);
      },
      (newError) => failing.fail(thrown(newError, layer, trace), request, response),
    );
  };
}

function watch({ handle, fail }: Chain, trace: WatchedLayer): Chain {
  return {
    handle: (request, response) => trace.passOn(() => handle(request, response), request, response),
    fail(error, request, response) {
      trace.fail(error);
      return trace.passOn(() => fail(error, request, response), request, response);
    },
  };
}

/** Makes sure that what a middleware gave is a response (rules A1, M4). */
function checkResult(
  result: unknown,
  next: LayerNext,
  layer: Layer,
  request: ServerRequest,
  response: HttpResponse,
): HttpResponse | Promise<HttpResponse> {
  if (!isThenable(result)) return toResponse(result, next, layer, request, response);
  return isChecked(result) ? result : checkLater(Promise.resolve(result), next, layer, request, response);
}

function checkLater(
  result: Promise<unknown>,
  next: LayerNext,
  layer: Layer,
  request: ServerRequest,
  response: HttpResponse,
): Promise<HttpResponse> {
  const fail = (error: unknown): HttpResponse | Promise<HttpResponse> =>
    layer.rest.fail(thrown(error, layer), request, response);
  const checked = result.then((settled) => {
    try {
      return toResponse(settled, next, layer, request, response);
    } catch (error) {
      return fail(error);
    }
  }, fail);
  return markChecked(checked);
}

function toResponse(
  result: unknown,
  next: LayerNext,
  { middleware }: Layer,
  request: ServerRequest,
  given: HttpResponse,
): HttpResponse {
  const { wasCalled, writes } = next;
  if (result === given && !wasCalled && given.writes === writes && isBlank(given)) {
    throw new MissingResponseError(middleware.name, request.method, request.originalPath, result, UNCHANGED);
  }
  if (result === undefined && !wasCalled && given.writes !== writes) return given;
  const response = toHttpResponse(result);
  if (response !== undefined) return response;
  endNext(next, request, given);
  const advice = wasCalled ? FORGOTTEN_RETURN : result === undefined ? NOTHING_RETURNED : NO_RESPONSE;
  throw new MissingResponseError(middleware.name, request.method, request.originalPath, result, advice);
}

function isBlank({ status, content }: HttpResponse): boolean {
  return status === 200 && content === null;
}

const UNCHANGED =
  'it is the response it was given, unchanged: response.withBody(text) returns a changed copy, so return that copy.';
const FORGOTTEN_RETURN = 'write "return next(request, response)".';
const NO_RESPONSE = 'return an HttpResponse, a Response, or what next() returns.';
const NOTHING_RETURNED =
  'return a response or "return next()". A callback that calls next() comes too late: await its result first.';

// null and undefined are no errors to next(), but a throw is a throw (rule A2).
function thrown(error: unknown, { middleware }: Layer, trace?: WatchedLayer): unknown {
  const known = error ?? new TypeError(`The middleware ${middleware.name} threw ${String(error)}.`);
  trace?.fail(known);
  return known;
}

/** Keeps the error that was being handled, unless the new one came out of it. */
function causedBy(error: unknown, handled: unknown): unknown {
  if (!(error instanceof Error) || error.cause !== undefined || !Object.isExtensible(error)) return error;
  for (let item = handled; item instanceof Error; item = item.cause) if (item === error) return error;
  Object.defineProperty(error, 'cause', { value: handled, configurable: true, writable: true });
  return error;
}
