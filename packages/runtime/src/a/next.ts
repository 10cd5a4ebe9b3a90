import { type ApplicationContext, contextOf } from '../kernel/application/context.ts';
import { InvalidArgumentError } from '../kernel/errors/coded-errors.ts';
import { HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import { ServerRequest } from '../kernel/http/server-request.ts';
import { type Composable, COMPOSE, type LazyMiddleware } from '../kernel/pipeline/lazy-middleware.ts';
import type { Next, NextFunction } from '../kernel/pipeline/middleware-a.ts';

const REST: unique symbol = Symbol('rest');

/** A composed pipeline: `handle` runs its middleware, `fail` its error middleware. */
export interface Chain {
  readonly handle: (request: ServerRequest, response: HttpResponse) => HttpResponse | Promise<HttpResponse>;
  readonly fail: (
    error: unknown,
    request: ServerRequest,
    response: HttpResponse,
  ) => HttpResponse | Promise<HttpResponse>;
}

/** The `next` of one call of a middleware, with the state of that call. */
export interface CallNext extends Next {
  [REST]: Chain;
  wasCalled: boolean;
  /** The number of writes to the given response before the call. */
  writes: number;
}

/** Creates the `next` for one call of a middleware with this request and this response. */
export function nextOf(rest: Chain, request: ServerRequest, response: HttpResponse): CallNext {
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

/** Runs middleware that is composed with its rest when its `process` is called directly: once for each rest. */
export class ByHand {
  readonly #middleware: Composable<Chain, ApplicationContext>;
  readonly #context: ApplicationContext;
  readonly #composed = new WeakMap<object, Chain>();

  /** @param context for a request that no application received */
  constructor(middleware: Composable<Chain, ApplicationContext>, context: ApplicationContext) {
    this.#middleware = middleware;
    this.#context = context;
  }

  process(
    request: ServerRequest,
    response: HttpResponse,
    next: NextFunction & { readonly [REST]?: Chain },
  ): HttpResponse | Promise<HttpResponse> {
    // A rejected request runs through the middleware of the outermost application only; see application/rejection.ts.
    if (request.source.rejection !== undefined) return next(request, response);
    const key = next[REST] ?? next;
    let composed = this.#composed.get(key);
    if (composed === undefined) {
      const rest = next[REST] ?? { handle: next, fail: (error, ...given) => next(...given, error) };
      composed = this.#middleware[COMPOSE](rest, contextOf(request) ?? this.#context);
      this.#composed.set(key, composed);
    }
    return composed.handle(request, response);
  }
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
