import { MissingResponseError } from '../errors/coded-errors.ts';
import { type ErrorRenderer, type RenderError, toRenderError } from '../http/error-renderer.ts';
import { HttpResponse, toHttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { methodNotAllowed } from '../pipeline/route-request.ts';
import { RouteResult } from '../router/router-interface.ts';
import { respondWith } from '../pipeline/responses.ts';
import { type PipelineObserver } from '../pipeline/observer.ts';
import { RequestTrace } from '../pipeline/request-trace.ts';
import { ApplicationLog, type ApplicationLogOptions } from './application-log.ts';
import { notFound, renderError, renderNotFound, type Report } from './problem.ts';
import { withHeadersOf } from './problem-response.ts';
import { isLogged, statusOf } from '../errors/http-error.ts';

/** Creates the response to every error that no other renderer handles (variant B). */
export type ErrorResponseGenerator = (
  error: unknown,
  request: ServerRequest,
) => HttpResponse | Response | Promise<HttpResponse | Response>;

export interface ErrorResponderOptions extends ApplicationLogOptions {
  /**
   * Whether clients see the message and the stack of errors; false when absent. With `true`, a server shows them only
   * to clients on this machine; `request()` and `handle()` show them, `fetch()` doesn't. With `'everyone'`, all clients
   * see them.
   */
  readonly debug?: boolean | 'everyone' | undefined;
  /** The renderer of errors for clients; the framework renders them when it is absent or returns `undefined`. */
  readonly renderer?: ErrorRenderer | undefined;
  /** Renders errors with `debug`; message and stack as plain text when absent. */
  readonly renderWithDebug?: RenderWithDebug | undefined;
  /** Notified of errors that become responses or are logged. */
  readonly observer?: Pick<PipelineObserver, 'failed' | 'logged'> | undefined;
}

/**
 * Renders an error with `debug`. It decides whether the client may see the inside.
 *
 * @param debug the setting of the application
 * @param report logs an error about the rendering
 */
export type RenderWithDebug = (
  error: unknown,
  request: ServerRequest,
  status: number,
  debug: boolean | 'everyone',
  report: Report,
) => HttpResponse | Promise<HttpResponse>;

interface RespondOptions {
  /** The status for an error without one; 500 when absent. */
  readonly status?: number;
  /** Called before the application's own renderer. */
  readonly render?: RenderError | undefined;
}

/**
 * Turns errors into responses and logs those that the server caused (rules E1–E4, E6). It never throws.
 *
 * An error arrives here from the first of these that it reaches. Each catches at a place of its own, so that middleware which
 * responds at once creates no promise, and asynchronous middleware creates one promise less.
 * - Variant A: the end of the pipeline in `a/end.ts`, after the error middleware.
 * - Variant B: an `ErrorHandler` of the application, by `respondAlways`; routing, for 405, and the end of the pipeline, for 404.
 * - `createRequestHandler`, for what is thrown at once, and for a request that can't be routed. With an observer, and for
 *   `handle()`, also for what a promise rejects with, by `respondAlways`.
 * - The listener of Node and `respondAsWeb`, for what a promise rejects with, and for a response that can't be sent or
 *   converted, by `respondInstead`.
 */
export class ErrorResponder {
  readonly debug: boolean | 'everyone';
  readonly #options: ErrorResponderOptions;
  readonly #log: ApplicationLog;
  /** Called in turn, until one responds. */
  readonly #renderers: readonly RenderError[];

  /**
   * @param outer the renderers of outer applications, which are called last
   * @throws {@link InvalidArgumentError} when the renderer or the logger isn't one
   */
  constructor(options: ErrorResponderOptions = {}, outer: readonly RenderError[] = []) {
    const { debug = false, renderer } = options;
    this.debug = debug;
    this.#options = options;
    this.#log = new ApplicationLog(options);
    this.#renderers = renderer === undefined ? outer : [toRenderError(renderer), ...outer];
  }

  /** A copy with other options. */
  with(options: ErrorResponderOptions): ErrorResponder {
    return new ErrorResponder({ ...this.#options, ...options });
  }

  /** A copy for an application inside another, which also calls the renderers of the outer application. */
  inside(outer: ErrorResponder, observer: ErrorResponderOptions['observer']): ErrorResponder {
    return new ErrorResponder({ ...this.#options, observer }, outer.#renderers);
  }

  /** The response to an error, from `render`, or else from the application's renderers, or else from the framework. */
  respond(
    error: unknown,
    request: ServerRequest,
    { status = 500, render }: RespondOptions = {},
  ): HttpResponse | Promise<HttpResponse> {
    this.#options.observer?.failed?.(error, request);
    const renderers = render === undefined ? this.#renderers : [render, ...this.#renderers];
    return renderers.length === 0
      ? this.#renderOwn(error, request, status)
      : this.#render(renderers, error, request, status);
  }

  /**
   * The response of the application's own final handler (rule A7). Its failure or wrong result becomes an error response. The
   * error that the handler was called with is logged in any case.
   *
   * @param error undefined for a request that no middleware responded to
   */
  respondBy(
    handler: () => unknown,
    request: ServerRequest,
    error: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    const log = (status: number): void => {
      if (error !== undefined && isLogged(error, status)) this.log(error, request, status);
    };
    const toResponse = (result: unknown): HttpResponse => {
      const response = toHttpResponse(result);
      if (response === undefined)
        throw missingResponse('FinalHandler', request, result, 'return an HttpResponse or a Response.');
      log(response.status);
      return response;
    };
    return respondWith(handler, toResponse, (failure) => {
      log(statusOf(error) ?? 500);
      return this.respond(failure, request);
    });
  }

  /** The response to a request that no middleware responded to (rule E2). */
  respondNotFound(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    // Routing continued after a method failure, and no middleware responded.
    const result = request.getAttribute(RouteResult);
    if (result?.methodFailure) return this.respond(methodNotAllowed(request, result), request);
    const { observer } = this.#options;
    const isSeen = observer?.failed !== undefined || this.#renderers.length > 0;
    return isSeen ? this.respond(notFound(request), request) : renderNotFound(request);
  }

  /**
   * Logs each error of a request once. A log that fails doesn't affect the response.
   *
   * @param status the status of the response
   */
  log(error: unknown, request?: ServerRequest, status?: number): void {
    if (request !== undefined) {
      const { logged } = RequestTrace.of(request);
      if (logged.has(error)) return;
      logged.add(error);
      this.#options.observer?.logged?.(error, request);
    }
    this.#log.error(error, request, status);
  }

  /** Logs a warning about the application. */
  warn(message: string): void {
    this.#log.warn(message);
  }

  #render(
    [render, ...others]: readonly RenderError[],
    error: unknown,
    request: ServerRequest,
    status: number,
  ): HttpResponse | Promise<HttpResponse> {
    if (render === undefined) return this.#renderOwn(error, request, status);
    const toResponse = (given: unknown): HttpResponse | Promise<HttpResponse> => {
      if (given === undefined) return this.#render(others, error, request, status);
      const response = toHttpResponse(given);
      if (response === undefined) throw missingResponse('ErrorRenderer', request, given, RENDERERS);
      if (isLogged(error, response.status)) this.log(error, request, response.status);
      return withHeadersOf(error, response);
    };
    // The original error is still rendered when its renderer fails.
    const failed = (failure: unknown): HttpResponse | Promise<HttpResponse> => {
      const response = this.#renderOwn(error, request, status);
      this.log(failure, request, statusOf(error) ?? status);
      return response;
    };
    return respondWith(() => render(error, request), toResponse, failed);
  }

  /** The framework's response. */
  #renderOwn(
    error: unknown,
    request: ServerRequest,
    fallbackStatus: number,
  ): HttpResponse | Promise<HttpResponse> {
    const status = statusOf(error) ?? fallbackStatus;
    if (isLogged(error, status)) this.log(error, request, status);
    const mayBeShown = this.debug === 'everyone' || (this.debug && request.source.receiver !== undefined);
    const report: Report = (failure) => this.log(failure, request, status);
    return mayBeShown
      ? this.#renderWithDebug(error, request, status, report)
      : renderError(error, request, status, report);
  }

  async #renderWithDebug(
    error: unknown,
    request: ServerRequest,
    status: number,
    report: Report,
  ): Promise<HttpResponse> {
    try {
      const { renderWithDebug } = this.#options;
      const render = renderWithDebug ?? (await import('./debug-response.ts')).renderWithStack;
      return await render(error, request, status, this.debug, report);
    } catch {
      // The client gets a response even if rendering fails.
      return renderError(error, request, status);
    }
  }
}

const RENDERERS = 'return an HttpResponse, a Response, or undefined to leave it to the framework.';

function missingResponse(
  name: string,
  { method, originalPath }: ServerRequest,
  given: unknown,
  advice: string,
): MissingResponseError {
  return new MissingResponseError(name, method, originalPath, given, advice);
}

/** Handles a request. An error that is thrown, or that the promise rejects with, becomes a response. */
export function respondAlways(
  respond: (request: ServerRequest) => HttpResponse | Promise<HttpResponse>,
  request: ServerRequest,
  errors: Pick<ErrorResponder, 'respond'>,
): HttpResponse | Promise<HttpResponse> {
  try {
    const response = respond(request);
    return response instanceof HttpResponse ? response : catchError(response, request, errors);
  } catch (error) {
    return errors.respond(error, request);
  }
}

// Not inside `respondAlways`, because a function that contains a closure allocates more at each call.
function catchError(
  response: Promise<HttpResponse>,
  request: ServerRequest,
  errors: Pick<ErrorResponder, 'respond'>,
): Promise<HttpResponse> {
  return response.catch((error: unknown) => errors.respond(error, request));
}

/**
 * Sends the response to an error, in place of a response that middleware failed to create, or that can't be sent.
 *
 * @param lastResort called when the response to the error can't be sent either
 */
export async function respondInstead<Sent>(
  errors: Pick<ErrorResponder, 'respond'>,
  error: unknown,
  request: ServerRequest,
  send: (response: HttpResponse) => Sent | Promise<Sent>,
  lastResort: (failure: unknown) => Sent,
): Promise<Sent> {
  try {
    return await send(await errors.respond(error, request));
  } catch (failure) {
    return lastResort(failure);
  }
}
