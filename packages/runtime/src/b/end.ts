import { compose } from '../kernel/application/compose.ts';
import { type ApplicationContext, errorsOf } from '../kernel/application/context.ts';
import type { FrameworkServices } from '../kernel/application/options.ts';
import type { Pipe } from '../kernel/application/pipe.ts';
import { attempt } from '../kernel/error-responses/application-log.ts';
import { type ErrorResponder, respondAlways } from '../kernel/error-responses/error-responder.ts';
import { type ErrorRenderer, type RenderError, toRenderError } from '../kernel/http/error-renderer.ts';
import { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { Delegate } from '../kernel/pipeline/middleware-b.ts';
import { COMPOSE } from '../kernel/pipeline/rest.ts';
import { CONVENTION } from './compose.ts';
import { checkRequest, type Rest, toRest } from './rest.ts';

/** A function that is called with an error after it was turned into a response. Its errors are ignored. */
export type ErrorListener = (error: unknown, request: ServerRequest, response: HttpResponse) => unknown;

/**
 * Middleware that turns errors of the middleware after it into responses, then calls its listeners (rule B4). Pipe it
 * first, so that outer middleware sees error responses.
 *
 * @example app.pipe(new ErrorHandler().attachListener((error) => metrics.count(error)));
 */
export class ErrorHandler {
  /** @internal */
  static get name(): string {
    return 'ErrorHandler';
  }

  readonly #render: RenderError | undefined;
  readonly #listeners = new Set<ErrorListener>();

  /**
   * Creates the middleware.
   *
   * @param renderer called before the renderer of the application that the handler is registered in; none when absent
   * @throws {@link InvalidArgumentError} when the renderer is neither a function nor an object with `render`
   */
  constructor(renderer?: ErrorRenderer) {
    this.#render = renderer === undefined ? undefined : toRenderError(renderer);
  }

  /**
   * Adds a listener. Listeners are called in the order in which they were attached, each once. An error of a listener
   * is ignored.
   *
   * @returns the handler, for more calls
   */
  attachListener(listener: ErrorListener): this {
    this.#listeners.add(listener);
    return this;
  }

  /**
   * Calls the delegate, and turns its error into a response.
   *
   * @param request the request
   * @param delegate the rest of the pipeline
   * @returns the response of the delegate, or the error response
   */
  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    return this[COMPOSE](toRest(delegate), { errors: errorsOf(request) }).handle(request);
  }

  /** @internal */
  [COMPOSE]({ handle }: Rest, { errors }: Pick<ApplicationContext, 'errors'>): Rest {
    const responder: Pick<ErrorResponder, 'respond'> = {
      respond: (error, request) => {
        const response = errors.respond(error, request, { render: this.#render });
        if (response instanceof HttpResponse) return this.#notify(error, request, response);
        return response.then((settled) => this.#notify(error, request, settled));
      },
    };
    return toRest((request) => {
      checkRequest(request);
      return respondAlways(handle, request, responder);
    });
  }

  #notify(error: unknown, request: ServerRequest, response: HttpResponse): HttpResponse {
    // A listener that fails changes nothing for the client (rule E3).
    for (const listener of this.#listeners) attempt(listener, error, request, response);
    return response;
  }
}

/** Middleware that responds to every request with 404. Pipe it last. */
export class NotFoundHandler {
  /** @internal */
  static get name(): string {
    return 'NotFoundHandler';
  }

  /** Responds with 404, or with 405 when the path exists for other methods. */
  process(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    return errorsOf(request).respondNotFound(request);
  }

  /** @internal */
  [COMPOSE](_rest: Rest | undefined, { errors }: ApplicationContext): Rest {
    return toRest((request) => {
      checkRequest(request);
      return errors.respondNotFound(request);
    });
  }
}

/** The end of an outermost pipeline: the default delegate, or a response with 404. */
export function createEnd(delegate: FrameworkServices['DefaultDelegate'] | undefined, pipe: Pipe<'b'>): Rest {
  const end = new NotFoundHandler()[COMPOSE](undefined, pipe.context);
  // Composing the default delegate checks its result like the result of any middleware.
  const entry = delegate && pipe.toEntry(delegate, { error: false });
  return entry === undefined ? end : compose([entry], end, pipe.context, CONVENTION);
}
