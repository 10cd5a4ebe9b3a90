import { type ErrorRenderer, type RenderError, toRenderError } from '../http/error-renderer.ts';
import { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { attempt } from '../errors/responses/application-log.ts';
import { ErrorResponder } from '../errors/responses/error-responder.ts';
import type { Delegate } from '../pipeline/middleware-b.ts';
import { errorsOf } from './delegate.ts';

/** Told of an error after it was turned into a response. */
export type ErrorListener = (error: unknown, request: ServerRequest, response: HttpResponse) => unknown;

/**
 * Middleware that turns what the layers inside it throw into a response, then tells its listeners (rule B4).
 * Pipe it first.
 *
 * @example new ErrorHandler().attachListener((error) => metrics.count(error))
 */
export class ErrorHandler {
  static get name(): string {
    return 'ErrorHandler';
  }

  readonly #render: RenderError | undefined;
  readonly #listeners = new Set<ErrorListener>();

  /**
   * @param renderer asked before that of the application in whose pipeline it stands
   * @throws InvalidArgumentError when it is neither a function nor an object with `render`
   */
  constructor(renderer?: ErrorRenderer) {
    this.#render = renderer === undefined ? undefined : toRenderError(renderer);
  }

  /** Listeners are told in the order in which they were attached, each once; one that fails changes nothing. */
  attachListener(listener: ErrorListener): this {
    this.#listeners.add(listener);
    return this;
  }

  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    try {
      const response = delegate(request);
      if (response instanceof HttpResponse) return response;
      return response.catch((error: unknown) => this.#respond(error, request, delegate));
    } catch (error) {
      return this.#respond(error, request, delegate);
    }
  }

  #respond(error: unknown, request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    const errors = errorsOf(delegate) ?? new ErrorResponder();
    const response = errors.respond(error, request, { render: this.#render });
    if (response instanceof HttpResponse) return this.#tell(error, request, response);
    return response.then((settled) => this.#tell(error, request, settled));
  }

  #tell(error: unknown, request: ServerRequest, response: HttpResponse): HttpResponse {
    // A listener that fails changes nothing for the client (rule E3).
    for (const listener of this.#listeners) attempt(listener, error, request, response);
    return response;
  }
}
