import type { ApplicationContext } from '../kernel/application/context.ts';
import type { ApplicationNode } from '../kernel/application/middleware-of.ts';
import type { FrameworkServices, PipeOptions } from '../kernel/application/options.ts';
import { Pipe } from '../kernel/application/pipe.ts';
import { composedByHand } from '../kernel/application/placed-middleware.ts';
import { reject, rejectionEntries } from '../kernel/application/rejection.ts';
import type { RequestHandler } from '../kernel/application/request-handler.ts';
import { InvalidArgumentError } from '../kernel/errors/coded-errors.ts';
import type { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import { COMPOSE, isClass } from '../kernel/pipeline/lazy-middleware.ts';
import type { Delegate } from '../kernel/pipeline/middleware-b.ts';
import { compose } from './compose.ts';
import { checkRequest, type Rest, toDelegate, toRest } from './rest.ts';

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
  readonly #byHand = composedByHand(this, this.context, toRest);

  /**
   * Creates a pipe without middleware.
   *
   * @param options the container, `debug`, the logger and the default delegate; each has a default
   * @param owner the application that the pipe belongs to; the framework passes it
   * @throws {@link InvalidArgumentError} when the renderer or the logger lacks a method
   */
  constructor(options: MiddlewarePipeOptions = {}, owner?: ApplicationNode) {
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
    return this.#byHand(request, delegate)(request);
  }

  /** @internal */
  [COMPOSE](rest: Rest, context: ApplicationContext): Rest {
    const composed = this.recomposing(() => compose(this.entries, rest, context));
    return toDelegate((request) => composed()(request));
  }

  /** @internal */
  composeRoot(end?: RequestHandler['respond']): RequestHandler['respond'] {
    return compose(this.entries, end === undefined ? this.#end() : toDelegate(end), this.context);
  }

  /** @internal Rejects like routing: responds without throwing, so that outer middleware sees the response (rule B3). */
  composeRejection(): RequestHandler['respond'] {
    const { errors } = this.context;
    const respond: RequestHandler['respond'] = (request) => errors.respond(reject(request), request);
    const [before] = rejectionEntries(this, this.services, respond);
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

  #end(): Rest {
    const notFound = toDelegate((request) => {
      checkRequest(request);
      return this.context.errors.respondNotFound(request);
    });
    if (this.#defaultDelegate === undefined) return notFound;
    // Composing the default delegate checks its result like the result of any middleware.
    const entry = this.toEntry(this.#defaultDelegate, { error: false });
    return entry === undefined ? notFound : compose([entry], notFound, this.context);
  }
}
