import { type ApplicationContext, contextOf } from '../application/context.ts';
import type { FrameworkServices } from '../application/framework-services.ts';
import { Pipe, type PipeOptions, type PipeOwner } from '../application/pipe.ts';
import type { Respond } from '../application/pipe-handler.ts';
import { reject, rejectionEntries } from '../application/rejection.ts';
import type { ServiceId } from '../container/container-interface.ts';
import { MissingResponseError } from '../errors/coded-errors.ts';
import { notFound } from '../errors/responses/not-found.ts';
import { isLogged, statusOf } from '../errors/responses/status-of.ts';
import { HttpResponse, toHttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { isClass } from '../pipeline/lazy-middleware.ts';
import type {
  ErrorMiddleware,
  FinalAnswer,
  MiddlewareClass,
  MiddlewareValue,
  NextFunction,
} from '../pipeline/middleware-a.ts';
import { COMPOSE, type Composable } from '../pipeline/placed-middleware.ts';
import { respondWith } from '../pipeline/responses.ts';
import { enterApplication } from '../pipeline/scope.ts';
import { compose } from './compose.ts';
import { FinalHandler } from './final-handler.ts';
import { hasAnswer } from './has-answer.ts';
import { ByHand, type Chain } from './next.ts';

const ADVICE = 'return an HttpResponse or a Response.';

export interface MiddlewarePipeOptions extends PipeOptions {
  /** Responds to requests that no middleware responds to, and to every error that none handles. */
  readonly finalHandler?: FrameworkServices['FinalHandler'] | undefined;
}

/**
 * Middleware in order. It is itself middleware; inside an application it shows and logs errors as the application does.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends Pipe<'a'> implements Composable<Chain, ApplicationContext> {
  static override get name(): string {
    return 'MiddlewarePipe';
  }

  readonly #byHand = new ByHand(this, this.context);
  /** Responds at the end of the outermost pipeline. */
  readonly #end: Chain;

  /** @param owner of a pipe that belongs to an application */
  constructor(options: MiddlewarePipeOptions = {}, owner?: PipeOwner) {
    super(options, owner);
    const { finalHandler = new FinalHandler() } = options;
    const finish: FinalAnswer =
      typeof finalHandler === 'function'
        ? finalHandler
        : finalHandler instanceof FinalHandler
          ? (...given) => finalHandler.respond(this.context.errors, ...given)
          : finalHandler.process.bind(finalHandler);
    this.#end = {
      handle: (request, response) => this.#finish(finish, request, response),
      fail: (error, request, response) => this.#finish(finish, request, response, error),
    };
  }

  /**
   * Registers middleware behind what is registered already, for every path or under a path prefix. A function of exactly
   * four parameters is error middleware (rule A3).
   *
   * @throws InvalidArgumentError when the path isn't a string or no middleware is given
   */
  override pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
  ): this;
  override pipe(middleware: ErrorMiddleware): this;
  override pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
    ...more: readonly MiddlewareValue[]
  ): this;
  override pipe(path: string, middleware: ErrorMiddleware): this;
  // Again, because the compiler says of the last ones why nothing fits.
  override pipe<const Ids extends readonly ServiceId[] = []>(
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
  ): this;
  override pipe<const Ids extends readonly ServiceId[] = []>(
    path: string,
    middleware: MiddlewareValue | MiddlewareClass<Ids>,
    ...more: readonly MiddlewareValue[]
  ): this;
  override pipe(...given: [unknown] | [string, ...unknown[]]): this {
    return super.pipe(...(given as [MiddlewareValue]));
  }

  /** Handles a request inside another pipeline: what nothing here responds to, and the errors that none handles, go to `next`. */
  process(
    request: ServerRequest,
    response: HttpResponse,
    next: NextFunction,
  ): HttpResponse | Promise<HttpResponse> {
    return this.#byHand.process(request, response, next);
  }

  /** @internal */
  [COMPOSE](rest: Chain, context: ApplicationContext): Chain {
    const composed = this.recomposing(() => compose(this.entries, rest, context));
    return { handle: (request, response) => composed().handle(request, response), fail: rest.fail };
  }

  /**
   * @internal Composes for an application, which looks at what comes out at the end of its pipeline (rule A5): a response, or
   * a request without one, which goes to the application's error middleware once, and then to `outer`.
   *
   * @param owner the application
   */
  composeApplication(outer: Chain, context: ApplicationContext, owner: object): Chain {
    const isRecoverable = this.entries.some((entry) => entry.error);
    if (!isRecoverable) return composeBefore(this.entries, outer.handle, outer, context, owner);
    const second = composeBefore(this.entries, outer.handle, outer, context, owner);
    const fail: Chain['handle'] = (request, response) => second.fail(notFound(request), request, response);
    return composeBefore(this.entries, fail, outer, context, owner);
  }

  /** @internal The same, composed again when middleware was registered since. */
  composeInside(outer: Chain, context: ApplicationContext, owner: object): () => Chain {
    return this.recomposing(() => this.composeApplication(outer, context, owner));
  }

  /** @internal */
  composeRoot(end?: Respond): Respond {
    const outer = end === undefined ? this.#end : { handle: end, fail: this.#end.fail };
    const { handle } = this.composeApplication(outer, this.context, this);
    return (request) => handle(request, new HttpResponse());
  }

  /** @internal */
  composeRejection(): Respond {
    const { before, after } = rejectionEntries(this, this.services, (request) => {
      throw reject(request);
    });
    const { fail } = this.#end;
    const finish: Chain['handle'] = (request, response) => fail(reject(request), request, response);
    const recovering = composeBefore(after, finish, this.#end, this.context, this);
    const rejecting: Chain = {
      handle: (request, response) => recovering.fail(reject(request), request, response),
      fail: recovering.fail,
    };
    const { handle } = compose(before, rejecting, this.context);
    return (request) => handle(request, new HttpResponse());
  }

  // A function of exactly four parameters (rule A3).
  protected isErrorMiddleware(value: unknown): boolean {
    return typeof value === 'function' && !isClass(value) && value.length === 4;
  }

  // The final handler is the user's to replace: what it answers is logged as the error asks for, as is a failure of its
  // own, which the framework's rendering answers.
  #finish(
    finish: FinalAnswer,
    given: ServerRequest,
    response: HttpResponse,
    error?: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    // A request that middleware created doesn't know its application.
    const request = contextOf(given) === undefined ? enterApplication(given, this) : given;
    let answered: unknown;
    try {
      answered = error === undefined ? finish(request, response) : finish(request, response, error);
    } catch (failure) {
      return this.#failFinally(failure, request, error);
    }
    return answered instanceof HttpResponse && error === undefined
      ? answered
      : this.#checkFinal(answered, request, error);
  }

  #checkFinal(
    answered: unknown,
    request: ServerRequest,
    error: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    const toResponse = (settled: unknown): HttpResponse => {
      const answer = toHttpResponse(settled);
      if (answer === undefined) {
        throw new MissingResponseError('FinalHandler', request.method, request.originalPath, settled, ADVICE);
      }
      if (error !== undefined && isLogged(error, answer.status)) {
        this.context.errors.log(error, request, answer.status);
      }
      return answer;
    };
    return respondWith(
      () => answered,
      toResponse,
      (failure) => this.#failFinally(failure, request, error),
    );
  }

  #failFinally(
    failure: unknown,
    request: ServerRequest,
    error: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    const { errors } = this.context;
    if (error !== undefined && isLogged(error, statusOf(error) ?? 500)) errors.log(error, request, 500);
    return errors.respond(failure, request);
  }
}

/** Composes the entries with an end that tells a response from the lack of one. */
function composeBefore(
  entries: readonly Entry[],
  unanswered: Chain['handle'],
  { fail }: Chain,
  context: ApplicationContext,
  owner: object,
): Chain {
  const end: Chain = {
    handle: (request, response) =>
      hasAnswer(request, response, owner) ? response : unanswered(request, response),
    fail,
  };
  return compose(entries, end, context);
}
