import { InvalidArgumentError } from '../error/coded-errors.ts';
import type { HttpResponse } from '../message/http-response.ts';
import type { ResponseBody } from '../message/response-body.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { InvokedMiddleware } from '../pipeline/lazy-middleware.ts';
import type { ErrorResponder } from '../application/errors/error-responder.ts';
import type { Next } from '../pipeline/middleware-a.ts';
import type { Chain } from './chain.ts';

const ERRORS: unique symbol = Symbol('errors');

/**
 * A middleware in its place, and the `next` that it is called with: one for all requests, which tells whether a middleware
 * that gave nothing had called it (rule A1). While the middleware runs, until it returns or gives a promise, a flag
 * tells. A call that comes later is noted by the scope of the request, since by then other requests may have entered the
 * middleware: a scope is made anew for each entering of an application or a path prefix, and copies of the request keep it.
 */
export class Layer {
  readonly middleware: InvokedMiddleware;
  /** What comes after it. */
  readonly rest: Chain;
  readonly next: Next;
  /**
   * Whether the middleware that runs has called `next`; undefined while none runs. Who enters the middleware sets it to
   * false, and afterwards back to what it was, since a middleware may enter itself through another request.
   */
  called: boolean | undefined;
  // The scopes of requests, and of those that a middleware made anew, which have none, the bodies of their responses.
  // Made for the first that calls late, so that asking is free for the many layers that none does.
  #late: WeakSet<object> | undefined;
  #lateAnew: WeakSet<ResponseBody> | undefined;

  /** @param errors of the application that it belongs to */
  constructor(middleware: InvokedMiddleware, rest: Chain, errors: ErrorResponder) {
    this.middleware = middleware;
    this.rest = rest;
    const { handle, fail } = rest;
    const next: Next = (request, response, error) => {
      if (response === undefined) {
        throw new InvalidArgumentError(
          'of next()',
          'the request and the response: next(request, response)',
          request,
        );
      }
      if (this.called === undefined) this.#noteLate(request, response);
      else this.called = true;
      return error === undefined || error === null
        ? handle(request, response)
        : fail(error, request, response);
    };
    this.next = Object.assign(next, { [ERRORS]: errors });
  }

  get name(): string {
    return this.middleware.name;
  }

  /** Whether a middleware that was given these called `next` after it had given a promise; takes the note back. */
  wasCalledLate({ scope }: ServerRequest, response: HttpResponse): boolean {
    return (
      (scope !== undefined && this.#late?.delete(scope) === true) ||
      this.#lateAnew?.delete(response.body) === true
    );
  }

  #noteLate({ scope }: ServerRequest, response: HttpResponse): void {
    if (scope !== undefined) (this.#late ??= new WeakSet()).add(scope);
    else (this.#lateAnew ??= new WeakSet()).add(response.body);
  }
}

/** How the application answers errors whose layers pass on by a `next`; undefined for one of somebody else's. */
export function errorsOf(next: Next & { readonly [ERRORS]?: ErrorResponder }): ErrorResponder | undefined {
  return next[ERRORS];
}
