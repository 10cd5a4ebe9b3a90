import { isErrorStatus } from '../errors/http-error.ts';
import { contextOf } from '../application/context.ts';
import { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { ErrorResponder, type ErrorResponderOptions } from '../errors/responses/error-responder.ts';
import { withVary } from '../errors/responses/problem-response.ts';

// Headers that say something of the body, which is another one now.
const OF_THE_BODY = /^(?:content-.*|etag|last-modified|cache-control|expires|accept-ranges)$/i;

/** Answers what no middleware has answered (rule A7). */
export class FinalHandler {
  static get name(): string {
    return 'FinalHandler';
  }

  readonly #options: Pick<ErrorResponderOptions, 'debug' | 'log'> | undefined;

  /** @param options each that of the application that handles the request when absent */
  constructor(options?: Pick<ErrorResponderOptions, 'debug' | 'log'>) {
    this.#options = options;
  }

  /**
   * Keeps the headers that middleware has set on the response, but for those that describe its body, and replaces the body.
   * The status is that of the error, else that of the response where it is one of an error, else 500.
   *
   * @param error a 404 when absent
   */
  process(
    request: ServerRequest,
    response: HttpResponse,
    error?: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    return this.respond(contextOf(request)?.errors ?? new ErrorResponder(), request, response, error);
  }

  /** @internal @param application responds to errors for the application that handles the request */
  respond(
    application: ErrorResponder,
    request: ServerRequest,
    response: HttpResponse,
    error?: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    const errors = this.#options === undefined ? application : application.with(this.#options);
    const rendered =
      error === undefined
        ? errors.respondNotFound(request)
        : errors.respond(error, request, { status: isErrorStatus(response.status) ? response.status : 500 });
    return rendered instanceof HttpResponse
      ? withKeptHeaders(rendered, response)
      : rendered.then((settled) => withKeptHeaders(settled, response));
  }
}

function withKeptHeaders(rendered: HttpResponse, response: HttpResponse): HttpResponse {
  if (response.headerList.lines.length === 0) return rendered;
  const kept = response.headerList.filter((name) => !OF_THE_BODY.test(name));
  const headers = rendered.headerList.withDefaults(kept);
  const vary = kept.get('vary');
  return rendered.withHeaders(vary === undefined ? headers : withVary(headers, vary));
}
