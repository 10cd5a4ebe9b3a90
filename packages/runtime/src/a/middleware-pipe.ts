import { MissingResponseError } from '../error/coded-errors.ts';
import { BasePipe, type PipeOptions } from '../kernel/base-pipe.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { ByContinuation } from '../pipeline/by-continuation.ts';
import { isClass, isThenable } from '../pipeline/resolve-middleware.ts';
import { enterApplication, scopeOf } from '../pipeline/scope.ts';
import { notFound } from '../problem/not-found.ts';
import { statusOf } from '../problem/status-of.ts';
import { compose } from './compose.ts';
import { FinalHandler } from './final-handler.ts';
import { type Chain, type ErrorMiddleware, type MiddlewareValue, type Next, toChain } from './middleware.ts';

export interface MiddlewarePipeOptions extends PipeOptions {
  /** Answers what no middleware answers, and every error that none handles. */
  readonly finalHandler?: Pick<FinalHandler, 'process'> | FinalHandler['process'] | undefined;
}

/**
 * Middleware in order. It is itself middleware.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends BasePipe<MiddlewareValue> {
  readonly #end: Chain;
  #root: Chain | undefined;
  #nested: ByContinuation<Next, Chain> | undefined;

  constructor(options: MiddlewarePipeOptions = {}) {
    super(options);
    const { finalHandler = new FinalHandler() } = options;
    const finish =
      typeof finalHandler === 'function' ? finalHandler : finalHandler.process.bind(finalHandler);
    this.#end = {
      handle: (request, response) => this.#finish(request, () => finish(request, response)),
      fail: (error, request, response) =>
        this.#finish(request, () => finish(request, response, error), error),
    };
  }

  /**
   * Attaches middleware after what is attached already, for everything or under a path prefix. A function of exactly
   * four parameters is error middleware (SEMANTICS A3).
   *
   * @throws InvalidArgumentError when the path is no string or no middleware is given
   */
  override pipe(middleware: MiddlewareValue): this;
  override pipe(middleware: ErrorMiddleware): this;
  override pipe(path: string, middleware: MiddlewareValue): this;
  override pipe(path: string, middleware: ErrorMiddleware): this;
  override pipe(
    ...given: [MiddlewareValue | ErrorMiddleware] | [string, MiddlewareValue | ErrorMiddleware]
  ): this {
    return super.pipe(...(given as [MiddlewareValue]));
  }

  /** Runs inside another pipeline: what nothing here answers, and the errors that none handles, go on to `next`. */
  process(request: ServerRequest, response: HttpResponse, next: Next): HttpResponse | Promise<HttpResponse> {
    this.#nested ??= new ByContinuation((outer) => this.composeInside(toChain(outer)));
    return this.#nested.get(next).handle(request, response);
  }

  protected composeInside(outer: Chain): Chain {
    return compose(this.entries, outer, this.debug);
  }

  /**
   * Composes for an application, which looks at what comes out at the end of its pipeline (SEMANTICS A5): an answer, or
   * an unanswered request, which goes to the application's error middleware once, and then to `outer`.
   */
  protected composeApplication(outer: Chain): Chain {
    const second = this.#composeBefore(outer.handle, outer);
    const isRecoverable = this.entries.some((entry) => entry.error);
    const first: Chain = this.#composeBefore(
      isRecoverable ? (request, response) => second.fail(notFound(request), request, response) : outer.handle,
      outer,
    );
    return {
      handle: (request, response) => first.handle(enterApplication(request, this, response), response),
      fail: outer.fail,
    };
  }

  protected answer(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    this.#root ??= this.composeApplication(this.#end);
    return this.#root.handle(request, new HttpResponse());
  }

  // A function of exactly four parameters (SEMANTICS A3).
  protected override isErrorMiddleware(value: unknown): boolean {
    return typeof value === 'function' && !isClass(value) && value.length === 4;
  }

  protected recompose(): void {
    this.#root = undefined;
    this.#nested = undefined;
  }

  #composeBefore(unanswered: Chain['handle'], outer: Chain): Chain {
    const end: Chain = {
      handle: (request, response) =>
        this.#isAnswer(request, response) ? response : unanswered(request, response),
      fail: outer.fail,
    };
    return compose(this.entries, end, this.debug);
  }

  #isAnswer(request: ServerRequest, response: HttpResponse): boolean {
    const start = scopeOf(request, this);
    if (start?.response !== undefined) {
      return response !== start.response || response.writes !== start.writes;
    }
    // A middleware has made the request anew, so where it started is not known; an untouched response tells.
    return response.status !== 200 || response.headerList.lines.length > 0 || response.body.size !== 0;
  }

  // The final handler is the user's to replace: what it answers with a 5xx is logged, as is a failure of its own, which
  // the framework's rendering answers.
  #finish(
    request: ServerRequest,
    finish: () => HttpResponse | Promise<HttpResponse>,
    error?: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    const admit = (response: unknown): HttpResponse => {
      if (!(response instanceof HttpResponse)) {
        throw new MissingResponseError('FinalHandler', request.method, request.originalPath, response);
      }
      if (error !== undefined && response.status >= 500) this.errors.log(error, request);
      return response;
    };
    const failed = (failure: unknown): HttpResponse | Promise<HttpResponse> => {
      if (error !== undefined && (statusOf(error) ?? 500) >= 500) this.errors.log(error, request);
      return this.errors.render(failure, request);
    };
    try {
      const response: unknown = finish();
      return isThenable(response) ? Promise.resolve(response).then(admit).catch(failed) : admit(response);
    } catch (failure) {
      return failed(failure);
    }
  }
}
