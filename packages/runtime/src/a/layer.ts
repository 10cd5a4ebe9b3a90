import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../http/http-response.ts';
import { isRequestSource } from '../http/request-source.ts';
import { ServerRequest } from '../http/server-request.ts';
import { toServerRequest } from '../http/to-server-request.ts';
import type { InvokedMiddleware } from '../pipeline/lazy-middleware.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import type { Next, NextFunction } from '../pipeline/middleware-a.ts';

const LAYER: unique symbol = Symbol('layer');

/** The rest of a pipeline: ordinary middleware, or error middleware. */
export interface Chain {
  readonly handle: (request: ServerRequest, response: HttpResponse) => HttpResponse | Promise<HttpResponse>;
  readonly fail: (
    error: unknown,
    request: ServerRequest,
    response: HttpResponse,
  ) => HttpResponse | Promise<HttpResponse>;
}

/** A middleware in its place. */
export interface Layer {
  readonly middleware: InvokedMiddleware;
  /** What comes after it. */
  readonly rest: Chain;
  /** Responds to errors for the application of this middleware. */
  readonly errors: ErrorResponder;
}

/** The `next` of one call of a middleware; what is known of that call is kept in its properties. */
export interface LayerNext extends Next {
  [LAYER]: Layer;
  wasCalled: boolean;
  /** How often the given response had been written to before. */
  writes: number;
}

/** Makes the `next` for one call of a middleware with this request and this response. */
export function nextOf(layer: Layer, request: ServerRequest, response: HttpResponse): LayerNext {
  const next = ((passed?: unknown, changed?: unknown, error?: unknown) => {
    const { rest } = next[LAYER];
    next.wasCalled = true;
    if (!(passed instanceof ServerRequest && changed instanceof HttpResponse)) {
      return next(...argumentsOf(request, response, passed, changed, error));
    }
    return error === undefined || error === null
      ? rest.handle(passed, changed)
      : rest.fail(error, passed, changed);
  }) as LayerNext;
  next[LAYER] = layer;
  next.wasCalled = false;
  next.writes = response.writes;
  return next;
}

/** Ends the `next` of a middleware that returned nothing: a call that still comes runs nothing (rule A1). */
export function endNext(
  next: LayerNext,
  { method, originalPath }: ServerRequest,
  response: HttpResponse,
): void {
  const layer = next[LAYER];
  const { middleware, errors } = layer;
  const warn = (): HttpResponse => {
    const warning = 'called next() after it had returned nothing';
    if (!middleware.warnings.has(warning)) {
      middleware.warnings.add(warning);
      errors.warn(
        `The middleware ${middleware.name} ${warning} for ${method} ${originalPath}, so next() ran nothing; ` +
          'await what calls back, then write "return next()".',
      );
    }
    return response;
  };
  next[LAYER] = { ...layer, rest: { handle: warn, fail: warn } };
}
/** The `next` of an application's own layer, which calls it as it must: one for all requests. */
export function sharedNextOf(layer: Layer): Next {
  const { handle, fail } = layer.rest;
  const next: NextFunction = (request, response, error) =>
    error === undefined ? handle(request, response) : fail(error, request, response);
  return Object.assign(next as Next, { [LAYER]: layer });
}

/** The continuation of a nested pipeline: a layer, the same for all requests, or a function that is not Fw's. */
export type Continuation = Layer | NextFunction;

export function continuationOf(next: NextFunction & { readonly [LAYER]?: Layer }): Continuation {
  return next[LAYER] ?? next;
}

export function chainOf(continuation: Continuation): Chain {
  if (typeof continuation !== 'function') return continuation.rest;
  return {
    handle: continuation,
    fail: (error, request, response) => continuation(request, response, error),
  };
}

/** How the application answers errors whose layer it is; undefined for a function of somebody else. */
export function errorsOf(continuation: Continuation): ErrorResponder | undefined {
  return typeof continuation === 'function' ? undefined : continuation.errors;
}

// An argument that is no request or response of this copy of the package comes from another copy, or is wrong.
function argumentsOf(
  request: ServerRequest,
  response: HttpResponse,
  passed: unknown,
  changed: unknown,
  error: unknown,
): Parameters<NextFunction> {
  if (changed === undefined && error === undefined) {
    if (passed === undefined) return [request, response];
    if (passed instanceof Error) return [request, response, passed];
  }
  const isRequest = isRequestSource((passed as Partial<ServerRequest> | undefined | null)?.source);
  const given = toHttpResponse(changed);
  if (isRequest && given !== undefined) return [toServerRequest(passed as ServerRequest), given, error];
  throw new InvalidArgumentError(
    'of next()',
    'absent, an Error, or a request and a response: next(), next(error), next(request, response)',
    isRequest && changed !== undefined ? changed : passed,
  );
}
