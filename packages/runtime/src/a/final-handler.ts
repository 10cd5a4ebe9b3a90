import { contextOf } from '../kernel/application/context.ts';
import type { FrameworkServices } from '../kernel/application/options.ts';
import { MissingResponseError } from '../kernel/errors/coded-errors.ts';
import { isErrorStatus, isLogged, statusOf } from '../kernel/errors/http-error.ts';
import { HttpResponse, toHttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import { ErrorResponder, type ErrorResponderOptions } from '../kernel/error-responses/error-responder.ts';
import { withVary } from '../kernel/error-responses/problem-response.ts';
import type { FinalAnswer } from '../kernel/pipeline/middleware-a.ts';
import { respondWith } from '../kernel/pipeline/responses.ts';
import { enterApplication } from '../kernel/pipeline/scope.ts';
import type { Chain } from './next.ts';

// These headers describe the body, which is replaced.
const OF_THE_BODY = /^(?:content-.*|etag|last-modified|cache-control|expires|accept-ranges)$/i;

/**
 * Responds to requests and errors that no middleware handles (rule A7). Register your own under the id `FinalHandler`
 * to replace it.
 */
export class FinalHandler {
  /** @internal */
  static get name(): string {
    return 'FinalHandler';
  }

  readonly #options: Pick<ErrorResponderOptions, 'debug' | 'log'> | undefined;

  /**
   * Creates a handler.
   *
   * @param options override the options of the application that handles the request: `debug` and `log`; none when
   *   absent
   */
  constructor(options?: Pick<ErrorResponderOptions, 'debug' | 'log'>) {
    this.#options = options;
  }

  /**
   * Responds to an error, or with 404. It keeps the headers that middleware has set on the response, except those that
   * describe its body, and replaces the body. The status is the error's, or else the response's if it is an error
   * status, or else 500.
   *
   * @param request the request
   * @param response the response that middleware has prepared
   * @param error the error to respond to; a 404 when absent
   * @returns the response
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

/** The end of an outermost pipeline: the final handler, whose failures and wrong results become error responses. */
export function finalChain(
  finalHandler: FrameworkServices['FinalHandler'],
  errors: ErrorResponder,
  application: object,
): Chain {
  const call: FinalAnswer =
    finalHandler instanceof FinalHandler
      ? (...given) => finalHandler.respond(errors, ...given)
      : typeof finalHandler === 'function'
        ? finalHandler
        : finalHandler.process.bind(finalHandler);
  const finish = (
    given: ServerRequest,
    response: HttpResponse,
    error?: unknown,
  ): HttpResponse | Promise<HttpResponse> => {
    // A request that middleware created has no reference to its application.
    const request = contextOf(given) === undefined ? enterApplication(given, application) : given;
    let result: unknown;
    try {
      result = error === undefined ? call(request, response) : call(request, response, error);
    } catch (failure) {
      return failed(failure, error, request, errors);
    }
    if (error === undefined && result instanceof HttpResponse) return result;
    return checkResult(result, error, request, errors);
  };
  return { handle: finish, fail: (error, request, response) => finish(request, response, error) };
}

function checkResult(
  result: unknown,
  error: unknown,
  request: ServerRequest,
  errors: ErrorResponder,
): HttpResponse | Promise<HttpResponse> {
  return respondWith(
    () => result,
    (settled) => {
      const answer = toHttpResponse(settled);
      if (answer === undefined) throw missingResponse(request, settled);
      if (error !== undefined && isLogged(error, answer.status)) errors.log(error, request, answer.status);
      return answer;
    },
    (failure) => failed(failure, error, request, errors),
  );
}

/** Responds to an error of the final handler. The error that it was called with is logged, too. */
function failed(
  failure: unknown,
  error: unknown,
  request: ServerRequest,
  errors: ErrorResponder,
): HttpResponse | Promise<HttpResponse> {
  if (error !== undefined && isLogged(error, statusOf(error) ?? 500)) errors.log(error, request, 500);
  return errors.respond(failure, request);
}

function missingResponse({ method, originalPath }: ServerRequest, result: unknown): MissingResponseError {
  const advice = 'return an HttpResponse or a Response.';
  return new MissingResponseError('FinalHandler', method, originalPath, result, advice);
}
