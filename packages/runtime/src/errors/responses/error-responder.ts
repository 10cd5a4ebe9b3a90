import { MissingResponseError } from '../coded-errors.ts';
import { type ErrorRenderer, type RenderError, toRenderError } from '../../http/error-renderer.ts';
import { type HttpResponse, toHttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import { methodNotAllowed } from '../../pipeline/route-request.ts';
import { RouteResult } from '../../router/router-interface.ts';
import { respondWith } from '../../pipeline/responses.ts';
import { type PipelineObserver, RequestTrace } from '../../pipeline/observer.ts';
import { ApplicationLog, type ApplicationLogOptions } from './application-log.ts';
import { notFound, renderError, renderNotFound } from './problem.ts';
import { withHeadersOf } from './problem-response.ts';
import { isLogged, statusOf } from '../http-error.ts';

/** An `ErrorRenderer` that always answers. */
export type ErrorResponseGenerator = (
  error: unknown,
  request: ServerRequest,
) => HttpResponse | Response | Promise<HttpResponse | Response>;

export interface ErrorResponderOptions extends ApplicationLogOptions {
  /**
   * Whether clients see message and stack; false when absent. With `true` a server shows them to a developer only, whom
   * development/inspector/gate.ts recognizes; `request()` and `handle()` show them, `fetch()` doesn't. With `'everyone'` all
   * clients see them.
   */
  readonly debug?: boolean | 'everyone' | undefined;
  /** Renders errors for clients; the framework does when it is absent, or returns `undefined`. */
  readonly renderer?: ErrorRenderer | undefined;
  /** Notified of errors that become responses or are logged. */
  readonly observer?: Pick<PipelineObserver, 'failed' | 'logged'> | undefined;
}

interface RespondOptions {
  /** The status for an error without one; 500 when absent. */
  readonly status?: number;
  /** Called before the application's own renderer. */
  readonly render?: RenderError | undefined;
}

/** Turns errors into responses and logs those that the server caused (rules E1–E4, E6). It never throws. */
export class ErrorResponder {
  readonly debug: boolean | 'everyone';
  readonly #options: ErrorResponderOptions;
  readonly #log: ApplicationLog;
  /** Called in turn, until one responds. */
  readonly #renderers: readonly RenderError[];

  /**
   * @param outer renderers of the applications around, called after its own
   * @throws InvalidArgumentError when the renderer or the logger isn't one
   */
  constructor(options: ErrorResponderOptions = {}, outer: readonly RenderError[] = []) {
    const { debug = false, renderer } = options;
    this.debug = debug;
    this.#options = options;
    this.#log = new ApplicationLog(options);
    this.#renderers = renderer === undefined ? outer : [toRenderError(renderer), ...outer];
  }

  /** The same with other options. */
  with(options: ErrorResponderOptions): ErrorResponder {
    return new ErrorResponder({ ...this.#options, ...options });
  }

  /** The same for an application inside another, whose renderers are called after its own. */
  inside(outer: ErrorResponder, observer: ErrorResponderOptions['observer']): ErrorResponder {
    return new ErrorResponder({ ...this.#options, observer }, outer.#renderers);
  }

  /** The answer to an error: that of `render`, else of the application's own renderer, else the framework's. */
  respond(
    error: unknown,
    request: ServerRequest,
    { status = 500, render }: RespondOptions = {},
  ): HttpResponse | Promise<HttpResponse> {
    this.#options.observer?.failed?.(error, request);
    const asked = render === undefined ? this.#renderers : [render, ...this.#renderers];
    return this.#ask(asked, error, request, status);
  }

  /** The answer to a request that nothing answered (rule E2). */
  respondNotFound(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    // Routing let the request continue, and nothing responded.
    const result = request.getAttribute(RouteResult);
    if (result?.methodFailure) return this.respond(methodNotAllowed(request, result), request);
    const { observer } = this.#options;
    const isSeen = observer?.failed !== undefined || this.#renderers.length > 0;
    return isSeen ? this.respond(notFound(request), request) : renderNotFound(request);
  }

  /**
   * Once for each error of a request. A log that fails changes nothing for the client.
   *
   * @param status that the request was answered with
   */
  log(error: unknown, request?: ServerRequest, status?: number): void {
    if (request !== undefined) {
      if (!RequestTrace.of(request).noteLogged(error)) return;
      this.#options.observer?.logged?.(error, request);
    }
    this.#log.error(error, request, status);
  }

  /** Logs a warning about the application. */
  warn(message: string): void {
    this.#log.warn(message);
  }

  #ask(
    [render, ...others]: readonly RenderError[],
    error: unknown,
    request: ServerRequest,
    status: number,
  ): HttpResponse | Promise<HttpResponse> {
    if (render === undefined) return this.#answer(error, request, status);
    const toResponse = (given: unknown): HttpResponse | Promise<HttpResponse> => {
      if (given === undefined) return this.#ask(others, error, request, status);
      const response = toHttpResponse(given);
      if (response === undefined) throw missingResponse(request, given);
      if (isLogged(error, response.status)) this.log(error, request, response.status);
      return withHeadersOf(error, response);
    };
    // The error that was to be shown is not forgotten over that of its renderer.
    const failed = (failure: unknown): HttpResponse | Promise<HttpResponse> => {
      const answer = this.#answer(error, request, status);
      this.log(failure, request, statusOf(error) ?? status);
      return answer;
    };
    return respondWith(() => render(error, request), toResponse, failed);
  }

  /** The framework's own answer. */
  #answer(
    error: unknown,
    request: ServerRequest,
    fallbackStatus: number,
  ): HttpResponse | Promise<HttpResponse> {
    const status = statusOf(error) ?? fallbackStatus;
    if (isLogged(error, status)) this.log(error, request, status);
    return this.#isShownTo(request)
      ? renderForDeveloper(error, request, status, this.debug)
      : renderError(error, request, status);
  }

  // The response to a request that a middleware made may go to anybody.
  #isShownTo({ source }: ServerRequest): boolean {
    if (this.debug !== true) return this.debug === 'everyone';
    return source.receiver !== undefined && source.isDeveloper;
  }
}

// The error page is loaded when it is first needed, so never without debug; a bundle may lack it.
async function renderForDeveloper(
  error: unknown,
  request: ServerRequest,
  status: number,
  debug: boolean | 'everyone',
): Promise<HttpResponse> {
  try {
    const development: Development = await import('#development/render-for-developer');
    return (
      development.renderForDeveloper?.(error, request, status, debug) ??
      renderError(error, request, status, true)
    );
  } catch {
    // Whatever is wrong with the page, the client gets an answer.
    return renderError(error, request, status);
  }
}

interface Development {
  readonly renderForDeveloper?: (
    error: unknown,
    request: ServerRequest,
    status: number,
    debug: boolean | 'everyone',
  ) => HttpResponse;
}

function missingResponse({ method, originalPath }: ServerRequest, given: unknown): MissingResponseError {
  const advice = 'return an HttpResponse, a Response, or undefined to leave it to the framework.';
  return new MissingResponseError('ErrorRenderer', method, originalPath, given, advice);
}
