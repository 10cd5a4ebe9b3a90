import { type HttpResponse, toHttpResponse } from '../../message/http-response.ts';
import type { ServerRequest } from '../../message/server-request.ts';
import { answerWith } from '../../pipeline/responses.ts';
import { isThenable } from '../../pipeline/lazy-middleware.ts';
import { RequestTrace } from '../../pipeline/request-trace.ts';
import type { ExplainedRoute } from '../description.ts';
import { notFound } from './not-found.ts';
import { renderError, renderNotFound } from './problem.ts';
import { isLogged, statusOf } from './status-of.ts';

/** Makes the response of an error. */
export type ErrorResponseGenerator = (
  error: unknown,
  request: ServerRequest,
) => HttpResponse | Response | Promise<HttpResponse | Response>;

export interface ErrorResponderOptions {
  /**
   * Whether clients see message and stack; false when absent. With `true` only those on this machine do: whose
   * connection comes from a loopback address, or whose request came without a connection that the runtime tells of, as by
   * `request()`, `handle()` and `fetch()`. A proxy on this machine makes everybody look so. With `'everyone'` all do.
   */
  readonly debug?: boolean | 'everyone' | undefined;
  /**
   * Told every error that becomes a 5xx, and below that one that brought its own status but was not made for the client,
   * since it may come from an upstream; `console.error` when absent.
   */
  readonly log?: ((error: unknown, request?: ServerRequest) => unknown) | undefined;
  /** Makes the response of an error; the framework's own rendering when absent. */
  readonly generate?: ErrorResponseGenerator | undefined;
  /** For a developer whose request nothing answered. */
  readonly closeRoutes?: ((method: string, path: string) => readonly ExplainedRoute[]) | undefined;
}

/** Turns errors into responses and logs those that are the server's fault (rules E1–E4). It never throws. */
export class ErrorResponder {
  readonly debug: boolean | 'everyone';
  readonly #log: (error: unknown, request?: ServerRequest) => unknown;
  readonly #generate: ErrorResponseGenerator | undefined;
  readonly #closeRoutes: ErrorResponderOptions['closeRoutes'];

  constructor({ debug = false, log = logToConsole, generate, closeRoutes }: ErrorResponderOptions = {}) {
    this.debug = debug;
    this.#log = log;
    this.#generate = generate;
    this.#closeRoutes = closeRoutes;
  }

  /** @param generate instead of the generator that the responder was made with */
  respond(
    error: unknown,
    request: ServerRequest,
    generate: ErrorResponseGenerator | undefined = this.#generate,
  ): HttpResponse | Promise<HttpResponse> {
    if (generate === undefined) return this.render(error, request);
    const toResponse = (given: unknown): HttpResponse | Promise<HttpResponse> => {
      const response = toHttpResponse(given);
      if (response === undefined) return this.render(error, request);
      if (isLogged(error, response.status)) this.log(error, request);
      return response;
    };
    // When the generator fails, the error that it was given is logged all the same.
    const failed = (failure: unknown): HttpResponse | Promise<HttpResponse> => {
      if (isLogged(error, statusOf(error) ?? 500)) this.log(error, request);
      return this.render(failure, request);
    };
    return answerWith(() => generate(error, request), toResponse, failed);
  }

  /**
   * The framework's own rendering.
   *
   * @param fallbackStatus of an error that has none; 500 when absent
   */
  render(error: unknown, request: ServerRequest, fallbackStatus = 500): HttpResponse | Promise<HttpResponse> {
    const status = statusOf(error) ?? fallbackStatus;
    if (isLogged(error, status)) this.log(error, request);
    return this.#isShownTo(request)
      ? renderForDeveloper(error, request, status, this.#closeRoutes)
      : renderError(error, request, status);
  }

  /** The answer to a request that nothing answered (rule E2). */
  renderNotFound(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    return this.#isShownTo(request)
      ? renderForDeveloper(notFound(request), request, 404, this.#closeRoutes)
      : renderNotFound(request);
  }

  /** Once for each error of a request. A log that fails changes nothing for the client. */
  log(error: unknown, request?: ServerRequest): void {
    if (request !== undefined && !RequestTrace.of(request).noteLogged(error)) return;
    try {
      const logged = this.#log(error, request);
      if (isThenable(logged)) logged.then(undefined, () => {});
    } catch {
      // There is nowhere left to tell it.
    }
  }

  // A request that a middleware made has no address of its own, and its answer may go to anybody.
  #isShownTo({ source }: ServerRequest): boolean {
    if (this.debug !== true) return this.debug === 'everyone';
    return source.isReceived && (source.ip === undefined || isLoopback(source.ip));
  }
}

// What shows the inside is loaded when it is first needed, so never without debug.
async function renderForDeveloper(
  error: unknown,
  request: ServerRequest,
  status: number,
  closeRoutes: ErrorResponderOptions['closeRoutes'],
): Promise<HttpResponse> {
  try {
    const development = await import('../../development/render-for-developer.ts');
    return development.renderForDeveloper(error, request, status, closeRoutes);
  } catch {
    // Whatever is wrong with the page, the client gets an answer.
    return renderError(error, request, status);
  }
}

function logToConsole(error: unknown): void {
  try {
    console.error(error);
  } catch {
    console.error('Something was thrown that cannot be printed.');
  }
}

/** Whether the address of a peer is one of this machine: 127.0.0.0/8, also as IPv6 writes it, or ::1. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}
