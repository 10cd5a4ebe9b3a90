import { middlewareIn } from '#development/middleware-in';
import { MissingResponseError } from '../errors/coded-errors.ts';
import type { FrameworkServices } from '../application/framework-services.ts';
import type { ServiceId } from '../container/container-interface.ts';
import type { NamedMiddleware } from '../application/inspection.ts';
import { Pipe, type PipeOptions } from '../application/pipe.ts';
import { HttpResponse, toHttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { answerWith } from '../pipeline/responses.ts';
import { ComposedCache } from '../pipeline/composed-cache.ts';
import type { PassOn } from '../pipeline/define-middleware.ts';
import type { Entry } from '../pipeline/entry.ts';
import { refuse } from '../pipeline/refusal.ts';
import { isClass } from '../pipeline/lazy-middleware.ts';
import { applicationOf, enterApplication } from '../pipeline/scope.ts';
import type { ErrorResponder } from '../errors/responses/error-responder.ts';
import { notFound } from '../errors/responses/not-found.ts';
import { isLogged, statusOf } from '../errors/responses/status-of.ts';
import { hasAnswer } from './has-answer.ts';
import { compose } from './compose.ts';
import { FinalHandler } from './final-handler.ts';
import { type Chain, chainOf, type Continuation, continuationOf, errorsOf } from './layer.ts';
import type {
  ErrorMiddleware,
  FinalAnswer,
  MiddlewareClass,
  MiddlewareValue,
  NextFunction,
} from '../pipeline/middleware-a.ts';

const ADVICE = 'return an HttpResponse or a Response.';

export interface MiddlewarePipeOptions extends PipeOptions {
  /** Answers what no middleware answers, and every error that none handles. */
  readonly finalHandler?: FrameworkServices['FinalHandler'] | undefined;
}

/**
 * Middleware in order. It is itself middleware; as a layer of an application it shows and logs errors as that does.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends Pipe<'a'> {
  static override get name(): string {
    return 'MiddlewarePipe';
  }

  readonly #end: Chain;
  #root: Chain | undefined;
  #nested: ComposedCache<Continuation, Chain> | undefined;
  #passing: ComposedCache<PassOn, Chain> | undefined;
  // The same for requests that cannot be routed (rule E6).
  #refusingRoot: Chain | undefined;
  #refusingNested: ComposedCache<Continuation, Chain> | undefined;

  constructor(options: MiddlewarePipeOptions = {}) {
    super(options);
    const { finalHandler = new FinalHandler() } = options;
    const finish =
      typeof finalHandler === 'function' ? finalHandler : finalHandler.process.bind(finalHandler);
    this.#end = {
      handle: (request, response) => this.#finish(finish, request, response),
      fail: (error, request, response) => this.#finish(finish, request, response, error),
    };
  }

  /**
   * Attaches middleware after what is attached already, for everything or under a path prefix. A function of exactly
   * four parameters is error middleware (rule A3).
   *
   * @throws InvalidArgumentError when the path is no string or no middleware is given
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

  /** Runs inside another pipeline: what nothing here answers, and the errors that none handles, go on to `next`. */
  process(
    request: ServerRequest,
    response: HttpResponse,
    next: NextFunction,
  ): HttpResponse | Promise<HttpResponse> {
    const continuation = continuationOf(next);
    if (request.source.refusal !== undefined) return this.#refuseInside(request, response, continuation);
    this.#nested ??= new ComposedCache((outer) => this.composeInside(outer));
    return this.#nested.get(continuation).handle(request, response);
  }

  protected composeInside(outer: Continuation): Chain {
    return this.composePassing(this.entries, outer);
  }

  /** Composes entries that pass on to the pipeline around, without a look at what comes out. */
  protected composePassing(entries: readonly Entry[], outer: Continuation): Chain {
    return compose(entries, chainOf(outer), errorsOf(outer) ?? this.errors);
  }

  /**
   * Composes for an application, which looks at what comes out at the end of its pipeline (rule A5): an answer, or
   * an unanswered request, which goes to the application's error middleware once, and then to `outer`.
   */
  protected composeApplication(outer: Chain, errors: ErrorResponder = this.errors): Chain {
    const second = this.#composeBefore(this.entries, outer.handle, outer, errors);
    const isRecoverable = this.entries.some((entry) => entry.error);
    const first: Chain = this.#composeBefore(
      this.entries,
      isRecoverable ? (request, response) => second.fail(notFound(request), request, response) : outer.handle,
      outer,
      errors,
    );
    return this.entering(first, outer);
  }

  protected entering(inner: Chain, outer: Chain): Chain {
    return {
      handle: (request, response) => inner.handle(enterApplication(request, this, response), response),
      fail: outer.fail,
    };
  }

  protected answer(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    const root =
      request.source.refusal === undefined
        ? (this.#root ??= this.composeApplication(this.#end))
        : (this.#refusingRoot ??= this.#composeRefusal());
    return root.handle(request, new HttpResponse());
  }

  protected answerOrPass(request: ServerRequest, passOn: PassOn): HttpResponse | Promise<HttpResponse> {
    if (request.source.refusal !== undefined) return passOn(request);
    const { fail } = this.#end;
    this.#passing ??= new ComposedCache((handle) => this.composeApplication({ handle, fail }));
    return this.#passing.get(passOn).handle(request, new HttpResponse());
  }

  // A function of exactly four parameters (rule A3).
  protected override isErrorMiddleware(value: unknown): boolean {
    return typeof value === 'function' && !isClass(value) && value.length === 4;
  }

  protected refuse(request: ServerRequest): never {
    throw refuse(request);
  }

  /** @internal */
  middleware(makesServices?: boolean): readonly NamedMiddleware[] {
    return middlewareIn(this, makesServices);
  }

  protected recompose(): void {
    this.#root = undefined;
    this.#nested = undefined;
    this.#passing = undefined;
    this.#refusingRoot = undefined;
    this.#refusingNested = undefined;
  }

  #composeBefore(
    entries: readonly Entry[],
    unanswered: Chain['handle'],
    outer: Chain,
    errors: ErrorResponder = this.errors,
  ): Chain {
    const end: Chain = {
      handle: (request, response) =>
        hasAnswer(request, response, this) ? response : unanswered(request, response),
      fail: outer.fail,
    };
    return compose(entries, end, errors);
  }

  #composeRefusal(): Chain {
    const { before, after } = this.refusalLayers(true);
    const { fail } = this.#end;
    const rest = this.#composeBefore(
      after,
      (request, response) => fail(refuse(request), request, response),
      this.#end,
    );
    const refusing: Chain = {
      handle: (request, response) => rest.fail(refuse(request), request, response),
      fail: rest.fail,
    };
    return this.entering(compose(before, refusing, this.errors), this.#end);
  }

  #refuseInside(
    request: ServerRequest,
    response: HttpResponse,
    continuation: Continuation,
  ): HttpResponse | Promise<HttpResponse> {
    this.#refusingNested ??= new ComposedCache((outer) => {
      const { before, after } = this.refusalLayers(false);
      return this.composePassing([...before, ...after], outer);
    });
    return this.#refusingNested.get(continuation).handle(request, response);
  }

  // The final handler is the user's to replace: what it answers is logged as the error asks for, as is a failure of its
  // own, which the framework's rendering answers.
  #finish(
    finish: FinalAnswer,
    given: ServerRequest,
    response: HttpResponse,
    error?: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    // A request that a middleware made anew does not know where it is.
    const request = applicationOf(given) === this ? given : enterApplication(given, this);
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
      if (error !== undefined && isLogged(error, answer.status))
        this.errors.log(error, request, answer.status);
      return answer;
    };
    return answerWith(
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
    if (error !== undefined && isLogged(error, statusOf(error) ?? 500)) this.errors.log(error, request, 500);
    return this.errors.respond(failure, request);
  }
}
