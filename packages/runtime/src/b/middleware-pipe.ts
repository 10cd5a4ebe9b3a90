import type { ApplicationContext } from '../kernel/application/context.ts';
import type { FrameworkServices } from '../kernel/application/options.ts';
import { Pipe, type PipeOptions, type PipeOwner } from '../kernel/application/pipe.ts';
import type { Respond } from '../kernel/application/pipe-handler.ts';
import { reject, rejectionEntries } from '../kernel/application/rejection.ts';
import { InvalidArgumentError } from '../kernel/errors/coded-errors.ts';
import type { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import { toEntry } from '../kernel/pipeline/entry.ts';
import { COMPOSE, isClass } from '../kernel/pipeline/lazy-middleware.ts';
import type { Delegate } from '../kernel/pipeline/middleware-b.ts';
import { compose } from './compose.ts';
import { ByHand, checkRequest, toDelegate } from './delegate.ts';

/** Options of a pipe. All are optional. */
export interface MiddlewarePipeOptions extends PipeOptions {
  /**
   * A renderer that responds to every error; used when there is no `errors.render`. The framework's own responses when
   * absent.
   */
  readonly errorResponseGenerator?: FrameworkServices['ErrorResponseGenerator'] | undefined;
  /** Responds to requests that no middleware responds to; with 404 when absent. */
  readonly defaultDelegate?: FrameworkServices['DefaultDelegate'] | undefined;
}

/**
 * An ordered list of middleware, and itself middleware. Inside an application, it shows and logs errors as the application does.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends Pipe<'b'> {
  /** @internal */
  static override get name(): string {
    return 'MiddlewarePipe';
  }

  readonly #defaultDelegate: FrameworkServices['DefaultDelegate'] | undefined;
  readonly #byHand = new ByHand(this, this.context);

  /**
   * Creates a pipe without middleware.
   *
   * @param options the container, `debug`, the logger and the default delegate; each has a default
   * @param owner the application that the pipe belongs to; the framework passes it
   * @throws {@link InvalidArgumentError} when the renderer or the logger lacks a method
   */
  constructor(options: MiddlewarePipeOptions = {}, owner?: PipeOwner) {
    super(options, owner, options.errorResponseGenerator);
    this.#defaultDelegate = options.defaultDelegate;
  }

  /**
   * Handles a request inside another pipeline.
   *
   * @param request the request
   * @param delegate called with requests that this pipe doesn't handle
   * @returns the response of this pipe, or of the delegate
   */
  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    return this.#byHand.process(request, delegate);
  }

  /** @internal */
  [COMPOSE](delegate: Delegate, context: ApplicationContext): Delegate {
    const composed = this.recomposing(() => compose(this.entries, delegate, context));
    return toDelegate((request) => composed()(request));
  }

  /** @internal */
  composeRoot(end?: Respond): Respond {
    return compose(this.entries, end === undefined ? this.#end() : toDelegate(end), this.context);
  }

  /** @internal Rejects like routing: responds without throwing, so that outer middleware sees the response (rule B3). */
  composeRejection(): Respond {
    const { errors } = this.context;
    const respond: Respond = (request) => errors.respond(reject(request), request);
    const { before } = rejectionEntries(this, this.services, respond);
    return compose(before, toDelegate(respond), this.context);
  }

  protected isErrorMiddleware(value: unknown): boolean {
    if (typeof value !== 'function' || isClass(value) || value.length !== 4) return false;
    throw new InvalidArgumentError(
      'middleware',
      'a function (request, delegate)',
      value,
      ' Error middleware with four parameters belongs to variant A; pipe new ErrorHandler((error, request) => response) first.',
    );
  }

  #end(): Delegate {
    const notFound = toDelegate((request) => {
      checkRequest(request);
      return this.context.errors.respondNotFound(request);
    });
    if (this.#defaultDelegate === undefined) return notFound;
    // Composing the default delegate checks its result like the result of any middleware.
    const entry = toEntry(this.#defaultDelegate, { services: this.services });
    return entry === undefined ? notFound : compose([entry], notFound, this.context);
  }
}
