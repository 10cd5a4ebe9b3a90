import { BasePipe, type PipeOptions } from '../kernel/base-pipe.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { ByContinuation } from '../pipeline/by-continuation.ts';
import { isClass } from '../pipeline/resolve-middleware.ts';
import { enterApplication, scopeOf } from '../pipeline/scope.ts';
import { notFound } from '../problem/not-found.ts';
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
    const { finalHandler = new FinalHandler(options) } = options;
    const finish =
      typeof finalHandler === 'function' ? finalHandler : finalHandler.process.bind(finalHandler);
    this.#end = {
      handle: (request, response) => this.#guard(request, () => finish(request, response)),
      fail: (error, request, response) => this.#guard(request, () => finish(request, response, error)),
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

  // The final handler is the user's to replace; when it fails, the framework's own rendering answers.
  #guard(
    request: ServerRequest,
    finish: () => HttpResponse | Promise<HttpResponse>,
  ): HttpResponse | Promise<HttpResponse> {
    try {
      const response = finish();
      if (response instanceof HttpResponse) return response;
      return response.catch((error: unknown) => this.errors.render(error, request));
    } catch (error) {
      return this.errors.render(error, request);
    }
  }
}
