import { HttpResponse } from '../message/http-response.ts';
import type { ErrorResponseGenerator } from '../message/request-source.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { isThenable } from '../pipeline/resolve-middleware.ts';
import { notFound } from './not-found.ts';
import { renderError, renderNotFound } from './render-error.ts';
import { statusOf } from './status-of.ts';

export interface ErrorResponderOptions {
  /** Whether clients see message and stack; false when absent. */
  readonly debug?: boolean | undefined;
  /** Told every error that becomes a 5xx; `console.error` when absent. */
  readonly log?: ((error: unknown, request?: ServerRequest) => unknown) | undefined;
  /** Makes the response of an error; the framework's own rendering when absent. */
  readonly generate?: ErrorResponseGenerator | undefined;
}

/** Turns errors into responses and logs those that are the server's fault (SEMANTICS E1–E3). It never throws. */
export class ErrorResponder {
  readonly #debug: boolean;
  readonly #log: (error: unknown, request?: ServerRequest) => unknown;
  readonly #generate: ErrorResponseGenerator | undefined;

  constructor({ debug = false, log = logToConsole, generate }: ErrorResponderOptions = {}) {
    this.#debug = debug;
    this.#log = log;
    this.#generate = generate;
  }

  /** @param generate instead of the generator that the responder was made with */
  respond(
    error: unknown,
    request: ServerRequest,
    generate: ErrorResponseGenerator | undefined = this.#generate,
  ): HttpResponse | Promise<HttpResponse> {
    if (generate === undefined) return this.render(error, request);
    try {
      const response: unknown = generate(error, request);
      if (!isThenable(response)) return this.#logged(response, error, request);
      return Promise.resolve(response).then(
        (settled) => this.#logged(settled, error, request),
        (failure: unknown) => this.#generatorFailed(failure, error, request),
      );
    } catch (failure) {
      return this.#generatorFailed(failure, error, request);
    }
  }

  /**
   * The framework's own rendering.
   *
   * @param fallbackStatus of an error that has none; 500 when absent
   */
  render(error: unknown, request: ServerRequest, fallbackStatus = 500): HttpResponse | Promise<HttpResponse> {
    const status = statusOf(error) ?? fallbackStatus;
    if (status >= 500) this.log(error, request);
    return this.#debug ? renderForDeveloper(error, request, status) : renderError(error, request, status);
  }

  /** The answer to a request that nothing answered (SEMANTICS E2). */
  renderNotFound(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    return this.#debug ? renderForDeveloper(notFound(request), request, 404) : renderNotFound(request);
  }

  /** Once for each error of a request. A log that fails changes nothing for the client. */
  log(error: unknown, request?: ServerRequest): void {
    if (request !== undefined) {
      const logged = (request.source.loggedErrors ??= new Set());
      if (logged.has(error)) return;
      logged.add(error);
    }
    try {
      const logged = this.#log(error, request);
      if (isThenable(logged)) logged.then(undefined, () => {});
    } catch {
      // There is nowhere left to tell it.
    }
  }

  // The error that was to be shown is not forgotten over the one of its generator.
  #generatorFailed(
    failure: unknown,
    error: unknown,
    request: ServerRequest,
  ): HttpResponse | Promise<HttpResponse> {
    if ((statusOf(error) ?? 500) >= 500) this.log(error, request);
    return this.render(failure, request);
  }

  #logged(response: unknown, error: unknown, request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    if (!(response instanceof HttpResponse)) return this.render(error, request);
    if (response.status >= 500) this.log(error, request);
    return response;
  }
}

// What shows the inside is loaded when it is first needed, so never without debug.
async function renderForDeveloper(
  error: unknown,
  request: ServerRequest,
  status: number,
): Promise<HttpResponse> {
  try {
    const development = await import('./development/render-for-developer.ts');
    return development.renderForDeveloper(error, request, status);
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
