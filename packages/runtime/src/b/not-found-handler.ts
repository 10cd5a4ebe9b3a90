import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { ErrorResponder } from '../errors/responses/error-responder.ts';
import type { Delegate } from '../pipeline/middleware-b.ts';
import { errorsOf } from './delegate.ts';

/** Middleware that answers every request that reaches it with 404. Pipe it last. */
export class NotFoundHandler {
  static get name(): string {
    return 'NotFoundHandler';
  }

  /** @param delegate tells in which application it stands; without one nothing of the inside is shown */
  process(request: ServerRequest, delegate?: Delegate): HttpResponse | Promise<HttpResponse> {
    const errors = (delegate && errorsOf(delegate)) ?? new ErrorResponder();
    return errors.respondNotFound(request);
  }
}
