import type { RequestHandler } from '../application/request-handler.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';

/** The part of a `RequestHandler` that a listener calls; implemented by the application, and by the recorder around it. */
export interface Responder extends Pick<RequestHandler, 'respond'> {
  passingOn(): Responder;
  readonly errors: Pick<RequestHandler['errors'], 'respond' | 'log'>;
}

/** Looks at requests before the application does, such as the handler of static files. */
export interface PreHandler {
  /** @returns undefined, also in the promise, when the application handles the request */
  find(request: ServerRequest): Promise<HttpResponse | undefined> | undefined;
}

/**
 * The handler of an application or a pipe.
 *
 * @throws InvalidArgumentError for any other value
 */
export function handlerOf(application: object): RequestHandler {
  const { requestHandler } = (application ?? {}) as { readonly requestHandler?: RequestHandler };
  if (typeof requestHandler?.respond === 'function') return requestHandler;
  throw new InvalidArgumentError(
    'application',
    'an application of fw-runtime/a or fw-runtime/b',
    application,
  );
}

// Here and not in runtimes/web-upgrades.ts, whose types need crossws.
/** An application or a pipe, of either variant. */
export interface WebApplication {
  fetch(request: Request, ...given: unknown[]): Promise<Response>;
}
