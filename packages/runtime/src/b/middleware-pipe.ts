import { middlewareIn } from '#development/middleware-in';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { NamedMiddleware } from '../application/inspection.ts';
import { Pipe, type PipeOptions } from '../application/pipe.ts';
import { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { ComposedCache } from '../pipeline/composed-cache.ts';
import type { PassOn } from '../pipeline/define-middleware.ts';
import { type Entry, toEntry } from '../pipeline/entry.ts';
import { isClass } from '../pipeline/lazy-middleware.ts';
import { refuse } from '../pipeline/refusal.ts';
import type { FrameworkServices } from '../application/framework-services.ts';
import { compose } from './compose.ts';
import type { Delegate } from '../pipeline/middleware-b.ts';
import { checkRequest, errorsOf, toDelegate } from './delegate.ts';

export interface MiddlewarePipeOptions extends PipeOptions {
  /** An `errors.render` that always answers; it is not asked where there is one. */
  readonly errorResponseGenerator?: FrameworkServices['ErrorResponseGenerator'] | undefined;
  /** Answers what no middleware answers; with 404 when absent. */
  readonly defaultDelegate?: FrameworkServices['DefaultDelegate'] | undefined;
}

/**
 * Middleware in order. It is itself middleware; as a layer of an application it shows and logs errors as that does.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends Pipe<'b'> {
  static override get name(): string {
    return 'MiddlewarePipe';
  }

  readonly #end: Delegate;
  #root: Delegate | undefined;
  #nested: ComposedCache<Delegate, Delegate> | undefined;
  #passing: ComposedCache<PassOn, Delegate> | undefined;
  // The same for requests that cannot be routed (rule E6).
  #refusingRoot: Delegate | undefined;
  #refusingNested: ComposedCache<Delegate, Delegate> | undefined;

  constructor(options: MiddlewarePipeOptions = {}) {
    super(options, options.errorResponseGenerator);
    const { defaultDelegate } = options;
    const end = toDelegate((request) => {
      checkRequest(request);
      return this.errors.respondNotFound(request);
    }, this.errors);
    // What the user gives is held to what a middleware must answer.
    const entry = defaultDelegate && toEntry(defaultDelegate, { services: this.services });
    this.#end = entry === undefined ? end : compose([entry], end, this.errors);
  }

  /** Runs inside another pipeline: what nothing here answers goes on to the delegate. */
  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    if (request.source.refusal !== undefined) return this.#refuseInside(request, delegate);
    this.#nested ??= new ComposedCache((outer) => this.composeInside(this.entries, outer));
    return this.#nested.get(delegate)(request);
  }

  protected composeInside(entries: readonly Entry[], outer: Delegate): Delegate {
    const errors = errorsOf(outer);
    // Somebody else's delegate belongs to no application, so this pipe answers for itself.
    return errors === undefined
      ? compose(
          entries,
          toDelegate((request) => outer(request), this.errors),
          this.errors,
        )
      : compose(entries, outer, errors);
  }

  protected answer(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    try {
      const root =
        request.source.refusal === undefined
          ? (this.#root ??= compose(this.entries, this.#end, this.errors))
          : (this.#refusingRoot ??= this.#composeRefusal());
      const response = root(request);
      if (response instanceof HttpResponse) return response;
      return response.catch((error: unknown) => this.errors.respond(error, request));
    } catch (error) {
      return this.errors.respond(error, request);
    }
  }

  protected async answerOrPass(request: ServerRequest, passOn: PassOn): Promise<HttpResponse> {
    if (request.source.refusal !== undefined) return passOn(request);
    const { entries, errors } = this;
    this.#passing ??= new ComposedCache((end) =>
      compose(
        entries,
        toDelegate((given) => end(given), errors),
        errors,
      ),
    );
    try {
      return await this.#passing.get(passOn)(request);
    } catch (error) {
      return errors.respond(error, request);
    }
  }

  // Called with a request and a delegate, it would handle every request as an error.
  protected override isErrorMiddleware(value: unknown): boolean {
    if (typeof value !== 'function' || isClass(value) || value.length !== 4) return false;
    throw new InvalidArgumentError(
      'middleware',
      'a function (request, delegate)',
      value,
      ' Error middleware with four parameters is of variant A; pipe new ErrorHandler((error, request) => response) first.',
    );
  }

  // Like routing it answers and does not throw, so that layers outside see the response (rule B3).
  protected refuse(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    return (errorsOf(delegate) ?? this.errors).respond(refuse(request), request);
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

  #composeRefusal(): Delegate {
    const end = toDelegate((request) => this.errors.respond(refuse(request), request), this.errors);
    return compose(this.refusalLayers(true).before, end, this.errors);
  }

  #refuseInside(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    this.#refusingNested ??= new ComposedCache((outer) =>
      this.composeInside(this.refusalLayers(false).before, outer),
    );
    return this.#refusingNested.get(delegate)(request);
  }
}
