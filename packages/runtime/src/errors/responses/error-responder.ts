import { tracing } from '#tracing';
import { MissingResponseError } from '../coded-errors.ts';
import { type ErrorRenderer, type RenderError, toRenderError } from '../../http/error-renderer.ts';
import { type HttpResponse, toHttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import { methodNotAllowed } from '../../pipeline/route-request.ts';
import { RouteResult } from '../../router/route-result.ts';
import { answerWith } from '../../pipeline/responses.ts';
import { recordingOf, RequestTrace } from '../../pipeline/request-trace.ts';
import type { Tracing } from '../../tracing/tracing-interface.ts';
import { currentInspection } from '../../application/inspection.ts';
import { ApplicationLog, type ApplicationLogOptions } from './application-log.ts';
import { notFound } from './not-found.ts';
import { renderError, renderNotFound } from './problem.ts';
import { withHeadersOf } from './problem-response.ts';
import { isLogged, statusOf } from './status-of.ts';

/** An `ErrorRenderer` that always answers. */
export type ErrorResponseGenerator = (
  error: unknown,
  request: ServerRequest,
) => HttpResponse | Response | Promise<HttpResponse | Response>;

export interface ErrorResponderOptions extends ApplicationLogOptions {
  /**
   * Whether clients see message and stack; false when absent. With `true` a server shows them to a developer only, whom
   * development/gate.ts recognizes; `request()` and `handle()` show them, `fetch()` doesn't. With `'everyone'` all clients
   * see them.
   */
  readonly debug?: boolean | 'everyone' | undefined;
  /** Whether requests are published on `node:diagnostics_channel`; false when absent. */
  readonly tracing?: boolean | undefined;
  /** Asked for what clients see of errors; the framework answers when it is absent, or where it gives `undefined`. */
  readonly renderer?: ErrorRenderer | undefined;
  /** Whether layers are watched for what they do to a request; with `debug` and in an inspector's process when absent. */
  readonly watches?: boolean | undefined;
}

interface RespondOptions {
  /** Of an error that has none; 500 when absent. */
  readonly status?: number;
  /** Asked before the application's own renderer. */
  readonly render?: RenderError | undefined;
}

/** Turns errors into responses and logs those that are the server's fault (rules E1–E4, E6). It never throws. */
export class ErrorResponder {
  readonly debug: boolean | 'everyone';
  /** How the application publishes what happens in it; undefined unless it does. */
  readonly tracing: Tracing | undefined;
  /** Whether what layers do to a request is watched. */
  readonly watches: boolean;
  readonly #options: ErrorResponderOptions;
  readonly #log: ApplicationLog;
  /** Asked in turn, until one answers. */
  #renderers: readonly RenderError[];

  /** @throws InvalidArgumentError when the renderer or the logger is none */
  constructor(options: ErrorResponderOptions = {}) {
    const { debug = false, renderer } = options;
    this.debug = debug;
    if (options.tracing === true) this.tracing = tracing;
    this.watches = options.watches ?? (debug !== false || currentInspection() !== undefined);
    this.#options = options;
    this.#log = new ApplicationLog(options);
    this.#renderers = renderer === undefined ? [] : [toRenderError(renderer)];
  }

  /** The same but for some options. */
  with(options: ErrorResponderOptions): ErrorResponder {
    return new ErrorResponder({ ...this.#options, ...options });
  }

  /** The same for an application that is a layer of another, whose renderer is asked after its own, and which watches and publishes it. */
  inside(outer: ErrorResponder | undefined): ErrorResponder {
    if (outer === undefined) return this;
    const watches = this.watches || outer.watches;
    const traced = this.tracing ?? outer.tracing;
    const isSame = watches === this.watches && traced === this.tracing;
    if (outer.#renderers.length === 0 && isSame) return this;
    const inner = this.with({ watches, tracing: traced !== undefined });
    inner.#renderers = [...this.#renderers, ...outer.#renderers];
    return inner;
  }

  /** The answer to an error: that of `render`, else of the application's own renderer, else the framework's. */
  respond(
    error: unknown,
    request: ServerRequest,
    { status = 500, render }: RespondOptions = {},
  ): HttpResponse | Promise<HttpResponse> {
    if (this.watches) recordingOf(request)?.noteError(error);
    const asked = render === undefined ? this.#renderers : [render, ...this.#renderers];
    return this.#ask(asked, error, request, status);
  }

  /** The answer to a request that nothing answered (rule E2). */
  respondNotFound(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    // Routing let the request continue, and nothing responded.
    const result = request.getAttribute(RouteResult);
    if (result?.methodFailure) return this.respond(methodNotAllowed(request, result), request);
    const isSeen = this.watches || this.#renderers.length > 0;
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
      this.tracing?.noteError(error, request);
    }
    this.#log.error(error, request, status);
  }

  /** Tells what is wrong with the application without being an error. */
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
    return answerWith(() => render(error, request), toResponse, failed);
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

// What shows the inside is loaded when it is first needed, so never without debug; a bundle may have left it out.
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
