import { contextOf, errorsOf } from '../kernel/application/context.ts';
import type { FrameworkServices } from '../kernel/application/options.ts';
import type { Pipe } from '../kernel/application/pipe.ts';
import type { ErrorResponder, ErrorResponderOptions } from '../kernel/error-responses/error-responder.ts';
import { keepHeaders } from '../kernel/error-responses/problem-response.ts';
import { isErrorStatus } from '../kernel/errors/http-error.ts';
import { HttpResponse } from '../kernel/http/http-response.ts';
import type { ServerRequest } from '../kernel/http/server-request.ts';
import type { FinalHandlerFunction } from '../kernel/pipeline/middleware-a.ts';
import { enterApplication } from '../kernel/pipeline/scope.ts';
import type { Rest } from './rest.ts';

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
    return this.respond(errorsOf(request), request, response, error);
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
      ? keepHeaders(rendered, response)
      : rendered.then((settled) => keepHeaders(settled, response));
  }
}

/** The end of an outermost pipeline: the final handler. */
export function createEnd(
  handler: FrameworkServices['FinalHandler'] = new FinalHandler(),
  pipe: Pipe<'a'>,
): Rest {
  const { errors } = pipe.context;
  const call: FinalHandlerFunction = typeof handler === 'function' ? handler : handler.process.bind(handler);
  const finish: Rest['fail'] = (error, given, response) => {
    // A request that middleware created has no reference to its application.
    const isInside = given.source.receiver !== undefined || contextOf(given) !== undefined;
    const request = isInside ? given : enterApplication(given, pipe);
    if (handler instanceof FinalHandler) return handler.respond(errors, request, response, error);
    const respond = (): unknown =>
      error === undefined ? call(request, response) : call(request, response, error);
    return errors.respondBy(respond, request, error);
  };
  return { handle: (request, response) => finish(undefined, request, response), fail: finish };
}
