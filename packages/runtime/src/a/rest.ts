import { InvalidArgumentError } from '../kernel/errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import { ServerRequest } from '../kernel/http/server-request.ts';
import type { LazyMiddleware } from '../kernel/pipeline/lazy-middleware.ts';
import type { Next, NextFunction } from '../kernel/pipeline/middleware-a.ts';

const REST: unique symbol = Symbol('rest');

/** The rest of a pipeline: `handle` runs its middleware, `fail` its error middleware. */
export interface Rest {
  readonly handle: (request: ServerRequest, response: HttpResponse) => HttpResponse | Promise<HttpResponse>;
  readonly fail: (
    error: unknown,
    request: ServerRequest,
    response: HttpResponse,
  ) => HttpResponse | Promise<HttpResponse>;
}

/** The same rest of a pipeline, for a changed request. */
export function changing({ handle, fail }: Rest, change: (request: ServerRequest) => ServerRequest): Rest {
  return {
    handle: (request, response) => handle(change(request), response),
    fail: (error, request, response) => fail(error, change(request), response),
  };
}

/** The `next` of one call of a middleware, with the state of that call. */
export interface CallNext extends Next {
  [REST]: Rest;
  wasCalled: boolean;
  /** The number of writes to the given response before the call. */
  writes: number;
}

/** Creates the `next` for one call of a middleware with this request and this response. */
export function nextOf(rest: Rest, request: ServerRequest, response: HttpResponse): CallNext {
  const next = ((passed?: unknown, changed?: unknown, error?: unknown) => {
    next.wasCalled = true;
    if (passed === undefined && changed === undefined && error === undefined) {
      return next[REST].handle(request, response);
    }
    if (!(passed instanceof ServerRequest && changed instanceof HttpResponse)) {
      return next(...argumentsOf(request, response, passed, changed, error));
    }
    return error === undefined || error === null
      ? next[REST].handle(passed, changed)
      : next[REST].fail(error, passed, changed);
  }) as CallNext;
  next[REST] = rest;
  next.wasCalled = false;
  next.writes = response.writes;
  return next;
}

/** The rest of the pipeline that a `next` calls; a function that user code passes as `next` is returned unchanged. */
export function restOf(next: NextFunction & { readonly [REST]?: Rest }): Rest | NextFunction {
  return next[REST] ?? next;
}

/** The rest of the pipeline, also for a function that user code passes as `next`. */
export function toRest(given: Rest | NextFunction): Rest {
  if (typeof given !== 'function') return given;
  return { handle: given, fail: (error, ...rest) => given(...rest, error) };
}

/** Ends the `next` of a middleware that returned nothing: a later call runs nothing (rule A1). */
export function endNext(
  next: CallNext,
  { name, warnings }: LazyMiddleware,
  log: { warn(message: string): void },
  { method, originalPath }: ServerRequest,
  response: HttpResponse,
): void {
  const warn = (): HttpResponse => {
    const warning = 'called next() after it had returned undefined';
    if (!warnings.has(warning)) {
      warnings.add(warning);
      log.warn(
        `The middleware ${name} ${warning} for ${method} ${originalPath}, so next() ran nothing; ` +
          'await the callback, then write "return next()".',
      );
    }
    return response;
  };
  next[REST] = { handle: warn, fail: warn };
}

// The response may be a Web `Response`.
function argumentsOf(
  request: ServerRequest,
  response: HttpResponse,
  passed: unknown,
  changed: unknown,
  error: unknown,
): Parameters<NextFunction> {
  if (changed === undefined && error === undefined && passed instanceof Error) {
    return [request, response, passed];
  }
  const isRequest = passed instanceof ServerRequest;
  const given = toHttpResponse(changed);
  if (isRequest && given !== undefined) return [passed, given, error];
  throw new InvalidArgumentError(
    'of next()',
    'absent, an Error, or a request and a response: next(), next(error), next(request, response)',
    isRequest && changed !== undefined ? changed : passed,
  );
}
