import { isErrorStatus } from '../error/http-error.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { ErrorResponder, type ErrorResponderOptions } from '../problem/error-responder.ts';

/** Answers what no middleware has answered (SEMANTICS A7). */
export class FinalHandler {
  readonly #errors: ErrorResponder | undefined;

  /** @param options those of the application that serves the request when absent */
  constructor(options?: Pick<ErrorResponderOptions, 'debug' | 'log'>) {
    this.#errors = options && new ErrorResponder(options);
  }

  /**
   * Keeps the headers that middleware has set on the response, and replaces its body. The status is that of the error,
   * else that of the response where it is one of an error, else 500.
   *
   * @param error a 404 when absent
   */
  process(
    request: ServerRequest,
    response: HttpResponse,
    error?: unknown,
  ): HttpResponse | Promise<HttpResponse> {
    const errors = this.#errors ?? request.source.errors ?? new ErrorResponder();
    const rendered =
      error === undefined
        ? errors.renderNotFound(request)
        : errors.render(error, request, isErrorStatus(response.status) ? response.status : 500);
    return rendered instanceof HttpResponse
      ? withHeadersOf(response, rendered)
      : rendered.then((settled) => withHeadersOf(response, settled));
  }
}

function withHeadersOf(response: HttpResponse, rendered: HttpResponse): HttpResponse {
  if (response.headerList.lines.length === 0) return rendered;
  const headers = rendered.headerList.withDefaults(response.headerList.without('content-length'));
  return new HttpResponse(rendered.body, rendered.status, headers);
}
