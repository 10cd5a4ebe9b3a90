import { InvalidArgumentError } from '../kernel/errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import { ServerRequest } from '../kernel/http/server-request.ts';
import type { LazyMiddleware } from '../kernel/pipeline/lazy-middleware.ts';
import type { Next, NextFunction } from '../kernel/pipeline/middleware-a.ts';
import type { Rest as PipelineRest } from '../kernel/pipeline/rest.ts';

const REST: unique symbol = Symbol('rest');

/** The rest of a pipeline of variant A: `handle` runs its middleware, `fail` its error middleware. */
export type Rest = PipelineRest<HttpResponse>;

/** The rest of the pipeline that a `next` runs, also for a function that user code passes as `next`. */
export function toRest(next: NextFunction | Rest): Rest {
  if (typeof next !== 'function') return next;
  return { handle: next, fail: (error, request, response) => next(request, response, error) };
}

/** The rest of the pipeline that a `next` calls; a function that user code passes as `next` is returned unchanged. */
export function restOf(next: NextFunction & { readonly [REST]?: Rest }): Rest | NextFunction {
  return next[REST] ?? next;
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
    if (changed === undefined && error === undefined) {
      if (passed === undefined) return next[REST].handle(request, response);
      if (passed instanceof Error) return next[REST].fail(passed, request, response);
    }
    // The response may be a Web `Response`.
    const given = changed instanceof HttpResponse ? changed : toHttpResponse(changed);
    if (!(passed instanceof ServerRequest) || given === undefined) throw wrongArgument(passed, changed);
    return error === undefined || error === null
      ? next[REST].handle(passed, given)
      : next[REST].fail(error, passed, given);
  }) as CallNext;
  next[REST] = rest;
  next.wasCalled = false;
  next.writes = response.writes;
  return next;
}

function wrongArgument(passed: unknown, changed: unknown): InvalidArgumentError {
  return new InvalidArgumentError(
    'of next()',
    'absent, an Error, or a request and a response: next(), next(error), next(request, response)',
    passed instanceof ServerRequest && changed !== undefined ? changed : passed,
  );
}

/** Ends the `next` of a middleware that returned nothing: a later call runs nothing (rule A1). */
export function endNext(
  next: CallNext,
  middleware: LazyMiddleware,
  log: { warn(message: string): void },
  { method, originalPath }: ServerRequest,
  response: HttpResponse,
): void {
  const warn = (): HttpResponse => {
    const place = ` for ${method} ${originalPath}, so next() ran nothing; await the callback, then write "return next()".`;
    middleware.warn(log, 'called next() after it had returned undefined', place);
    return response;
  };
  next[REST] = { handle: warn, fail: warn };
}
