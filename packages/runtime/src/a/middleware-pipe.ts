import type { ApplicationContext } from '../kernel/application/context.ts';
import type { ApplicationNode } from '../kernel/application/middleware-of.ts';
import type { FrameworkServices, PipeOptions } from '../kernel/application/options.ts';
import { Pipe } from '../kernel/application/pipe.ts';
import { composedByHand } from '../kernel/application/placed-middleware.ts';
import { reject, rejectionEntries } from '../kernel/application/rejection.ts';
import type { RequestHandler } from '../kernel/application/request-handler.ts';
import type { ServiceId } from '../kernel/container/container-interface.ts';
import { notFound } from '../kernel/error-responses/problem.ts';
import { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { Entry } from '../kernel/pipeline/entry.ts';
import { COMPOSE, isClass } from '../kernel/pipeline/lazy-middleware.ts';
import type {
  ErrorMiddleware,
  MiddlewareClass,
  MiddlewareValue,
  NextFunction,
} from '../kernel/pipeline/middleware-a.ts';
import { hasResponded } from '../kernel/pipeline/scope.ts';
import { compose } from './compose.ts';
import { createEnd, FinalHandler } from './end.ts';
import { type Rest, restOf, toRest } from './rest.ts';

/** Options of a pipe. All are optional. */
export interface MiddlewarePipeOptions extends PipeOptions {
  /**
   * Responds to requests that no middleware responds to, and to every error that no error middleware handles; a
   * `FinalHandler` when absent.
   */
  readonly finalHandler?: FrameworkServices['FinalHandler'] | undefined;
}

/**
 * An ordered list of middleware, and itself middleware. Inside an application, it shows and logs errors as the application does.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends Pipe<'a'> {
  /** @internal */
  static override get name(): string {
    return 'MiddlewarePipe';
  }

  readonly #byHand = composedByHand(this, this.context, toRest);
  /** Responds at the end of the outermost pipeline. */
  readonly #end: Rest;

  /**
   * Creates a pipe without middleware.
   *
   * @param options the container, `debug`, the logger and the final handler; each has a default
   * @param owner the application that the pipe belongs to; the framework passes it
   * @throws {@link InvalidArgumentError} when the renderer or the logger lacks a method
   */
  constructor(options: MiddlewarePipeOptions = {}, owner?: ApplicationNode) {
    super(options, owner);
    this.#end = createEnd(options.finalHandler ?? new FinalHandler(), this.context.errors, this);
  }

  /**
   * Registers middleware after the middleware registered so far, for every path.
   *
   * @throws {@link InvalidArgumentError} when no middleware is given
   * @example pipe.pipe(logging)
   */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
  ): this;
  /** Registers a function with exactly four parameters, which is error middleware (rule A3), for every path. */
  override pipe(middleware: ErrorMiddleware): this;
  /**
   * Registers middleware after the middleware registered so far, under a path prefix.
   *
   * @param path the path prefix, such as `/admin`, which ignores case
   * @param middleware the middleware that runs for the path
   * @param more further middleware, in order
   * @throws {@link InvalidArgumentError} when the path isn't a string, or no middleware is given
   * @example pipe.pipe('/admin', guard)
   */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
    ...more: readonly MiddlewareValue[]
  ): this;
  /**
   * Registers a function with exactly four parameters, which is error middleware (rule A3), under a path prefix.
   *
   * @param path the path prefix, such as `/api`, which ignores case
   * @param middleware the error middleware
   */
  override pipe(path: string, middleware: ErrorMiddleware): this;
  // These overloads are repeated because the compiler explains only why the last overloads don't match.
  /** @hidden */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
  ): this;
  /** @hidden */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
    ...more: readonly MiddlewareValue[]
  ): this;
  override pipe(...given: [unknown] | [string, ...unknown[]]): this {
    return super.pipe(...(given as [MiddlewareValue]));
  }

  /**
   * Handles a request inside another pipeline.
   *
   * @param request the request
   * @param response the response that middleware before it has prepared
   * @param next called with unhandled requests and unhandled errors
   * @returns the response of this pipe, or of `next`
   */
  process(
    request: ServerRequest,
    response: HttpResponse,
    next: NextFunction,
  ): HttpResponse | Promise<HttpResponse> {
    return this.#byHand(request, restOf(next)).handle(request, response);
  }

  /** @internal */
  [COMPOSE](rest: Rest, context: ApplicationContext): Rest {
    const composed = this.recomposing(() => compose(this.entries, rest, context));
    return { handle: (request, response) => composed().handle(request, response), fail: rest.fail };
  }

  /**
   * @internal Composes for an application, which checks at the end of its pipeline whether middleware has responded (rule A5).
   * A request without a response goes to the application's error middleware once, and then to `outer`.
   *
   * @param owner the application
   */
  composeApplication(outer: Rest, context: ApplicationContext, owner: object): Rest {
    const isRecoverable = this.entries.some((entry) => entry.error);
    if (!isRecoverable) return composeBefore(this.entries, outer.handle, outer, context, owner);
    const second = composeBefore(this.entries, outer.handle, outer, context, owner);
    const fail: Rest['handle'] = (request, response) => second.fail(notFound(request), request, response);
    return composeBefore(this.entries, fail, outer, context, owner);
  }

  /** @internal */
  composeRoot(end?: RequestHandler['respond']): RequestHandler['respond'] {
    const outer = end === undefined ? this.#end : { handle: end, fail: this.#end.fail };
    const { handle } = this.composeApplication(outer, this.context, this);
    return (request) => handle(request, new HttpResponse());
  }

  /** @internal */
  composeRejection(): RequestHandler['respond'] {
    const [before, after] = rejectionEntries(this, this.services, (request) => {
      throw reject(request);
    });
    const { fail } = this.#end;
    const finish: Rest['handle'] = (request, response) => fail(reject(request), request, response);
    const recovering = composeBefore(after, finish, this.#end, this.context, this);
    const rejecting: Rest = {
      handle: (request, response) => recovering.fail(reject(request), request, response),
      fail: recovering.fail,
    };
    const { handle } = compose(before, rejecting, this.context);
    return (request) => handle(request, new HttpResponse());
  }

  // A function with exactly four parameters is error middleware (rule A3).
  protected isErrorMiddleware(value: unknown): boolean {
    return typeof value === 'function' && !isClass(value) && value.length === 4;
  }
}

/** Composes the entries with an end that checks whether there is a response. */
function composeBefore(
  entries: readonly Entry[],
  unhandled: Rest['handle'],
  { fail }: Rest,
  context: ApplicationContext,
  owner: object,
): Rest {
  const end: Rest = {
    handle: (request, response) =>
      hasResponded(request, response, owner) ? response : unhandled(request, response),
    fail,
  };
  return compose(entries, end, context);
}
